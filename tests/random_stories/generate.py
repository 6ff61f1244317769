"""generate.py SEED [--form windows|linux] [--truth]: a random story of slow frames, and why.

Without --truth the story is written (docs/story.md), with it what must be found in it, as JSON.
A seed and a form always give the same: nothing but random.Random(seed) is asked.  The forms differ
where the systems do: in names of interrupts and in reasons of waits.
"""

import argparse
import json
import random

from background import add_background, add_losses
from cast import Cast
from schedule import NS_PER_TICK, Schedule, Stint
from tree import Tree

WARM_UP = 10000  # each thread has its first event before
STATES = ("running", "interrupted", "runnable", "unknown")


class Style:
    """What kind of story it is: how long things take, and how often they happen."""

    def __init__(self, rng):
        self.deepest = rng.randint(0, 6)
        self.interrupts = rng.choice([0, 0.1, 0.3, 0.5])
        self.threads = rng.choice([0.2, 0.5, 0.7])
        self.waits = rng.choice([0.3, 0.6, 0.9])
        self.crowded = rng.choice([0.1, 0.3, 0.8])
        self.runs_on = rng.choice([0.2, 0.5, 0.8])
        self.pauses = rng.choice([[0, 1, 2], [1, 2], [0, 0, 1], [0, 1, 3]])
        self.latency_us = rng.choice([30, 500, 5000])
        self.preempted_us = rng.choice([300, 5000])
        self.wait_us = rng.choice([200, 5000, 20000])
        self.run_us = rng.choice([100, 1000, 4000])
        # How those that others wait for come to run.
        self.entries = rng.choice([["handed"], ["queued"], ["handed", "busy", "queued", "asleep"],
                                   ["handed", "busy", "ready", "queued", "asleep"],
                                   ["busy", "ready"]])
        self.calm = rng.choice([0, 0.3, 0.6])  # share of frames without any wait

    def calm_frame(self):
        """The same for a frame in which nothing happens."""
        calm = object.__new__(Style)
        calm.__dict__ = dict(self.__dict__, pauses=[0], deepest=0)
        return calm


class Frames:
    """Draws the frames of a story one after the other."""

    def __init__(self, rng, form):
        self.rng, self.style = rng, Style(rng)
        self.schedule = Schedule(form, rng.randint(2, 4))
        self.schedule.files = [f"C:\\data\\part{i}.pak" for i in range(rng.randint(1, 4))]
        self.cast = Cast(rng, self.schedule)
        for thread in self.schedule.threads:
            thread.last = WARM_UP
        self.tree = Tree(rng, self.schedule, self.cast, self.style)
        self.moments = []  # of presents: (tick, thread, cpu)

    def draw(self):
        """All frames; gives the end of the story."""
        root, cpu = self.cast.roots[0], self.rng.randrange(len(self.schedule.cpus))
        tick = WARM_UP + self.rng.randint(40, 4000)
        self.schedule.ready(tick - 1, cpu, root)
        self.schedule.cpus[cpu].add(Stint(tick, tick + 30, root))
        tick += 30
        self.tree.stretch[root] = (tick - 30, tick, cpu)
        root.last = tick
        self.moments.append((tick, root, cpu))
        count = self.rng.randint(2, 10)
        wanted = self.rng.randint(1, count)
        for self.tree.frame in range(1, count + 1):
            is_calm = self.tree.frame != wanted and self.rng.random() < self.style.calm
            self.tree.style = self.style.calm_frame() if is_calm else self.style
            want = self.style.deepest if self.tree.frame == wanted else 0
            tick, root, cpu = self.frame(tick, root, cpu, want)
            self.moments.append((tick, root, cpu))
        self.tree.after(root, cpu, tick)
        return max(c.busy_until() for c in self.schedule.cpus) + 2000

    def frame(self, tick, root, cpu, want):
        """From one present to the next: gives the next (tick, thread, cpu)."""
        following = self.rng.choice(self.cast.roots + [root] * 3)
        if following is root or following.last >= tick:
            self.tree.engaged = [root]
            tick, cpu = self.tree.work(root, cpu, tick, 0, want)
            return tick, root, cpu
        self.tree.after(root, cpu, tick)
        self.tree.engaged = []
        tick, cpu = self.tree.play(following, tick, 0, want, root)
        return tick, following, cpu

    def tell_presents(self):
        """Each call ends while its thread runs, now and then only after it has waited."""
        ends = [m[0] for m in self.moments[1:]] + [None]
        for (tick, thread, cpu), end in zip(self.moments, ends):
            length = self.rng.randint(1, 15)
            runs = [a for a in self.tree.acts if end and a[0] is thread and a[3] == "running"
                    and a[1] >= tick and a[2] <= end]
            if runs and self.rng.random() < 0.3:
                _, first, last, _, _ = self.rng.choice(runs)
                length = self.rng.randint(first, last - 1) - tick + 1
            self.schedule.tell(tick, f"present {thread.tid} chain 0x1 for "
                                     f"{length * NS_PER_TICK}ns", cpu)

    def warm_up(self):
        """Each thread that is there from the beginning runs once, so that its state is known."""
        at = [0] * len(self.schedule.cpus)
        for number, thread in enumerate(self.schedule.threads):
            cpu = number % len(at)
            if thread.begin is None:
                self.schedule.cpus[cpu].stints.insert(
                    0, Stint(at[cpu] + 10, at[cpu] + 20, thread, self.schedule.waiting(0)))
                at[cpu] += 20 + self.rng.choice([0, 30])
        assert max(at) < WARM_UP
        for cpu in self.schedule.cpus:
            cpu.stints.sort(key=lambda stint: stint.begin)


def part_rows(parts, frame):
    """The rows of the table `parts` for that frame."""
    sums = {}
    for of, depth, thread, did, by, begin, end in parts:
        if of == frame:
            key = (depth, thread.label, did, by)
            sums[key] = sums.get(key, 0) + (end - begin) * NS_PER_TICK
    names = ("depth", "thread", "did", "by")
    return [dict(zip(names, key), time_ns=sums[key]) for key in sorted(sums)]


def frame_truth(frames, number):
    """What must be found of one frame."""
    (begin, _, _), (end, thread, _) = frames.moments[number - 1:number + 1]
    parts = [p for p in frames.tree.parts if p[0] == number]
    states = {f"{state}_ns": sum((p[6] - p[5]) * NS_PER_TICK for p in parts
                                 if p[1] == 0 and p[2] is thread and p[3] == state)
              for state in STATES}
    states["waiting_ns"] = NS_PER_TICK * sum(
        e - b for who, b, e, state, _ in frames.tree.acts
        if who is thread and state == "waiting" and begin <= b and e <= end)
    length = (end - begin) * NS_PER_TICK
    assert sum(states.values()) == length, (number, states, length)
    rows = part_rows(parts, number)
    assert sum(row["time_ns"] for row in rows) == length, (number, rows, length)
    return {"frame": number, "begin_ns": begin * NS_PER_TICK, "length_ns": length,
            "thread": f"{thread.name} ({thread.tid})", "states": states, "parts": rows}


def generate(seed, form):
    """(story, truth) of that seed for "windows" or "linux"."""
    rng = random.Random(seed)
    frames = Frames(rng, form)
    end = frames.draw()
    frames.tell_presents()
    add_background(rng, frames.schedule, frames.cast, WARM_UP, end)
    frames.tree.finish()
    frames.warm_up()
    truth = {"seed": seed, "form": form, "frames": [frame_truth(frames, number)
                                                    for number in range(1, len(frames.moments))]}
    truth["acts"] = [{"tid": thread.tid, "thread": thread.label, "begin_ns": b * NS_PER_TICK,
                      "end_ns": e * NS_PER_TICK, "state": state}
                     for thread, b, e, state, _ in frames.tree.acts]
    add_losses(rng, frames, truth)
    return frames.schedule.story(f"Random story {seed}, as {form} records it.", end), truth


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--form", choices=["windows", "linux"], default="windows")
    parser.add_argument("--truth", action="store_true")
    arguments = parser.parse_args()
    story, truth = generate(arguments.seed, arguments.form)
    print(json.dumps(truth, indent=1) if arguments.truth else story, end="")


if __name__ == "__main__":
    main()
