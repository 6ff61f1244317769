"""Draws why frames take as long as they do, and the events that follow from it.

A Tree decides moment by moment: this thread runs, then it loses its CPU to that one, then it waits
for a thread that itself waits for a disk.  Each decision is put into the Schedule as events and
into `parts` as truth at once.  At any time one thread is the one that the frame waits for; only
its time is a part of the frame.
"""

import math

from schedule import DRIVERS, NS_PER_TICK, REASONS, STORAGE, TIMERS, Stint

LEAST_RUN = 20  # ticks
# A wake-up that comes longer behind a request than these 0.5 ms is not for it.
AT_ONCE = 5000


class Tree:
    def __init__(self, rng, schedule, cast, style):
        self.rng, self.schedule, self.cast, self.style = rng, schedule, cast, style
        self.frame = 0
        self.parts = []  # (frame, depth, thread, did, by, begin, end)
        self.ready = []  # (frame, depth, thread, cpu, by, begin, end): of it parts are made last
        self.acts = []  # (thread, begin, end, state, cpu): what the state table must say
        self.wants = []  # (begin, end): somebody has waited for a CPU since before it counts
        self.stretch = {}  # (begin, end, cpu) of what each thread ran last
        self.open_faults = {}  # thread: (begin, clause of its file, path)
        self.faults = []  # (begin, end) of those that were told
        self.engaged = []  # those that wait for one another
        self.number = 0

    # Chance.

    def length(self, least_us, most_us):
        """Of some order of magnitude between the two."""
        return max(1, round(10 * math.exp(
            self.rng.uniform(math.log(least_us), math.log(most_us)))))

    def chance(self, share):
        return self.rng.random() < share

    # Truth.

    def credit(self, depth, thread, did, by, begin, end):
        if end > begin:
            self.parts.append((self.frame, depth, thread, did, by, begin, end))

    def act(self, thread, begin, end, state, cpu=None):
        if end > begin:
            self.acts.append((thread, begin, end, state, cpu))

    # One thread has a CPU.

    def run(self, thread, cpu, begin, length, depth, interrupt=None, in_fault=False):
        """Runs from `begin` on, now and then interrupted; `interrupt` has begun before.

        With `in_fault` a fault goes on if there is one, else it ends here."""
        end = begin + length
        here = self.schedule.cpus[cpu]
        here.add(Stint(begin, end, thread))
        at = begin
        if interrupt:
            self.credit(depth, thread, "interrupted", interrupt[1].by(self.schedule.form),
                        begin, interrupt[0])
            at = interrupt[0]
        while self.chance(self.style.interrupts) and end - at > 60:
            first = self.rng.randint(at + 1, end - 40)
            last = min(first + self.length(0.5, 300), end - 2)
            driver = self.rng.choice(DRIVERS + TIMERS)
            self.schedule.interrupt(cpu, first, last, driver)
            self.credit(depth, thread, "running", "", at, first)
            self.credit(depth, thread, "interrupted", driver.by(self.schedule.form), first, last)
            at = last
        self.credit(depth, thread, "running", "", at, end)
        here.known.append((begin, end))
        self.act(thread, begin, end, "running", cpu)
        thread.last = end
        if thread in self.open_faults and not in_fault:
            # The next one can only come behind.
            first, key, _ = self.open_faults.pop(thread)
            begin = self.rng.randint(begin + 1, end - 10)
            self.tell_fault(thread, first, begin, key)
        self.stretch[thread] = (begin, end, cpu)
        return end

    def stop(self, thread, cpu, tick, out, reason=None):
        """It leaves its CPU; with a reason it waits from now on."""
        if reason is not None:
            out, thread.reason = self.schedule.waiting(reason), reason
        last = next(s for s in reversed(self.schedule.cpus[cpu].stints) if s.thread is thread)
        assert last.end == tick and last.out is None
        last.out = out
        thread.last = tick

    def wakes(self, tick, cpu, thread, waker=None, driver=None):
        """A wake-up, and sometimes before it one of a thread that is not in memory."""
        if self.chance(0.05) and self.schedule.form == "windows":
            self.schedule.ready(tick - 1, cpu, thread, waker, driver, "kind swapped-out")
        self.schedule.ready(tick, cpu, thread, waker, driver,
                            self.rng.choice(["", "kind asked", "kind queued"]))

    # A thread wants a CPU.

    def other_threads(self, cpu, begin, end, all_idle=0.3):
        """Who has that free CPU meanwhile: [(begin, end, thread or None)]."""
        pieces, at = [], begin
        while at < end:
            until = end if end - at < 40 or self.chance(0.4) else self.rng.randint(at + 20, end)
            thread = None
            if not self.chance(all_idle):
                thread = self.cast.noise_at(at, until)
            pieces.append((at, until, thread))
            at = until
        for first, last, thread in pieces:
            self.take(cpu, first, last, thread)
        return pieces

    def take(self, cpu, begin, end, thread):
        """A thread runs there meanwhile, or nobody may."""
        here = self.schedule.cpus[cpu]
        if thread is None:
            here.quiet.append((begin, end))
            return
        here.add(Stint(begin, end, thread, self.schedule.waiting(self.rng.randrange(7))))
        if self.chance(0.7):
            self.noise_wake(begin, cpu, thread)

    def noise_wake(self, tick, cpu, thread, before=None):
        before = max(1, tick - (before or self.length(0.1, 30)))
        where = self.rng.choice([cpu, self.rng.randrange(len(self.schedule.cpus))])
        self.schedule.ready(before, where, thread, self.schedule.cpus[where].running(before))

    def want_cpu(self, thread, tick, depth):
        """Runnable from `tick` on; gives where and when it runs: (cpu, tick)."""
        cpus = self.schedule.cpus
        number = self.rng.randrange(len(cpus))
        free = [i for i, c in enumerate(cpus) if c.busy_until() <= tick]
        if free and not self.chance(self.style.crowded):
            number = self.rng.choice(free)
        here = cpus[number]
        pieces, at = [], tick
        for stint in [s for s in here.stints if s.end > tick]:
            if stint.begin > at:
                pieces.append((at, stint.begin, None))
                here.quiet.append((at, stint.begin))
            pieces.append((max(stint.begin, at), stint.end, stint.thread))
            at = stint.end
        until = at + (0 if self.chance(0.2) else self.length(0.2, self.style.latency_us))
        until = max(until, here.interrupted_until())
        if until > at:
            pieces += self.other_threads(number, at, until, 0.6)
        self.runnable(thread, depth, number, pieces)
        if until - tick > 4 and self.chance(0.15):
            # Who can run already is not woken by being told so once more.
            self.noise_wake(tick + 3, number, thread, 2)
        return number, until

    def runnable(self, thread, depth, cpu, pieces):
        for begin, end, other in pieces:
            if end > begin:
                self.ready.append((self.frame, depth, thread, cpu,
                                   other.label if other else "idle", begin, end))
            self.act(thread, begin, end, "runnable", cpu)

    def finish(self):
        """Once all interrupts are drawn: ready behind one of them is so because of its driver."""
        for frame, depth, thread, cpu, by, begin, end in self.ready:
            at = begin
            for first, last, driver in sorted(self.schedule.cpus[cpu].interrupts,
                                              key=lambda i: i[0]):
                first, last = max(first, at), min(last, end)
                if first < last:
                    self.parts.append((frame, depth, thread, "runnable", by, at, first))
                    self.parts.append((frame, depth, thread, "runnable",
                                       driver.by(self.schedule.form), first, last))
                    at = last
            self.parts.append((frame, depth, thread, "runnable", by, at, end))
        self.parts = [part for part in self.parts if part[5] < part[6]]
        self.ready = []

    def preempt(self, thread, cpu, tick, depth):
        """Another one takes its CPU; it goes on there or elsewhere."""
        self.stop(thread, cpu, tick, self.rng.choice(["runnable", "runnable Preempted"]))
        free = [i for i, c in enumerate(self.schedule.cpus)
                if i != cpu and c.busy_until() <= tick]
        until = tick + self.length(2, self.style.preempted_us)
        if not free or self.chance(0.7):
            pieces = self.other_threads(cpu, tick, until, 0.2)
            self.runnable(thread, depth, cpu, pieces)
            return cpu, until
        there = self.rng.choice(free)
        until = max(until, self.schedule.cpus[there].interrupted_until())
        rest = tick + self.length(2, self.style.preempted_us)
        self.take(cpu, tick, rest, self.cast.noise_at(tick, rest))
        self.runnable(thread, depth, there, self.other_threads(there, tick, until, 0.5))
        return there, until

    # A thread waits.

    def wait(self, thread, cpu, tick, depth, want):
        """Stops at `tick`; gives where and when it runs again."""
        reason = self.rng.randrange(len(REASONS))
        self.stop(thread, cpu, tick, None, reason)
        return self.waits(thread, tick, tick, depth, want, self.stretch[thread][:2])

    def waits(self, thread, since, tick, depth, want, ran):
        """Waits since `since`, which counts from `tick` on.  It ran before in `ran`, or None."""
        other = None
        if thread in self.open_faults:
            pass  # whoever ends this wait, it is the fault's
        elif depth < self.style.deepest and (want > 0 or self.chance(self.style.threads)):
            other = self.helper(tick)
        if other:
            until, place = self.play(other, tick, depth + 1, want - 1, thread)
            self.act(thread, tick, until, "waiting")
            if ran and self.chance(0.2):
                # It has nothing to do with the end of the wait, though it ends within.
                self.tell_disk(thread, self.moment_before(since, ran),
                               self.rng.randint(tick, until - 1), self.file()[0])
            self.schedule_wake(thread, until, place, other)
            return self.want_cpu(thread, until, depth)
        return self.leaf(thread, since, tick, depth, ran)

    def helper(self, tick):
        """Somebody to wait for, now and then one with the number of a thread that has ended."""
        if self.cast.dead and self.chance(0.5):
            again = self.cast.born_again(tick)
            if again:
                return again
        return self.cast.helper(tick, self.engaged)

    def schedule_wake(self, thread, tick, cpu, waker):
        """The waker wakes, and may run on a while."""
        self.wakes(tick, cpu, thread, waker)
        self.after(waker, cpu, tick)

    def after(self, thread, cpu, tick):
        """What a thread does when the frame no longer waits for it."""
        end = tick
        if self.chance(self.style.runs_on):
            end += self.length(2, 2000)
            self.schedule.cpus[cpu].add(Stint(tick, end, thread))
        if thread in self.cast.helpers and self.chance(0.06):
            self.cast.end(thread, end)
            self.stop(thread, cpu, end, "ended")
        else:
            self.stop(thread, cpu, end, None, self.rng.randrange(len(REASONS)))

    def leaf(self, thread, since, tick, depth, ran):
        """A wait that no other thread explains."""
        kinds = ["interrupt", "timer", "missing"] + (["disk", "fault"] * 2 if ran else [])
        kind = "fault" if thread in self.open_faults else self.rng.choice(kinds)
        until = tick + self.length(3, self.style.wait_us)
        if kind == "missing":
            return self.no_ready(thread, tick, until, depth)
        drivers = {"timer": TIMERS[:2] if self.schedule.form == "windows" else TIMERS,
                   "disk": STORAGE, "fault": STORAGE}.get(kind, DRIVERS)
        driver = self.rng.choice(drivers)
        cpu, first, until = self.ending_interrupt(tick, until)
        path = self.ask_disk(thread, kind, ran, since, tick, first) if ran else ""
        if ran and kind in ("interrupt", "timer") and self.chance(0.3):
            self.ask_for_others(thread, ran, since, until)
        did, by = {"timer": ("timer", ""), "disk": ("disk", path),
                   "fault": ("hard fault", path)}.get(kind,
                                                     ("interrupt", driver.by(self.schedule.form)))
        waker = self.fault_waker(until) if kind == "fault" and self.chance(0.3) else None
        if waker:
            self.wakes(until, waker[0], thread, waker[1])
        else:
            self.schedule.interrupt(cpu, first, until + self.rng.randint(1, 30), driver)
            self.wakes(until, cpu, thread, None, driver)
        self.credit(depth, thread, did, by, tick, until)
        self.act(thread, tick, until, "waiting")
        return self.want_cpu(thread, until, depth)

    def no_ready(self, thread, tick, until, depth):
        """The recording has not noted the wake-up."""
        number = self.rng.randrange(len(self.schedule.cpus))
        here = self.schedule.cpus[number]
        until = max(until, here.busy_until(), here.interrupted_until())
        self.credit(depth, thread, "waiting", self.schedule.reason(thread.reason), tick, until)
        self.act(thread, tick, until, "waiting")
        return number, until

    def ending_interrupt(self, tick, until):
        """Where and from when on the interrupt runs that ends a wait: (cpu, begin, end of wait)."""
        number = self.rng.randrange(len(self.schedule.cpus))
        free_from = max(self.schedule.cpus[number].interrupted_until(), tick) + 5
        until = max(until, free_from + 10)
        return number, self.rng.randint(max(free_from, until - 200), until - 2), until

    def fault_waker(self, until):
        """A thread of the system that runs then: (cpu, thread)."""
        for number, cpu in enumerate(self.schedule.cpus):
            if cpu.busy_until() < until - 10 and cpu.is_free(until - 10, until + 10):
                thread = self.cast.noise_at(until - 10, until + 10)
                cpu.add(Stint(until - 10, until + 10, thread, self.schedule.waiting(0)))
                return number, thread
        return None

    def ask_disk(self, thread, kind, ran, since, tick, before):
        """Tells of the request or the fault that a wait is for; gives the path that explains it."""
        if kind not in ("disk", "fault"):
            return ""
        if thread in self.open_faults:
            return self.open_faults[thread][2]
        key, path = self.file()
        asked = self.moment_before(since, ran)
        if kind == "fault":
            self.open_faults[thread] = (asked, key, path)
        if kind == "disk" or self.chance(0.6):
            # Its interrupt comes at once.
            ended = self.rng.randint(max(tick + 1, before - AT_ONCE + 500), before)
            self.tell_disk(thread, asked, ended, key)
        return path

    def file(self):
        """(clause of the story, path that the form knows it by)."""
        number = self.rng.randrange(len(self.schedule.files))
        return (f" file {self.schedule.file_key(number):#x}",
                self.schedule.files[number] if self.schedule.form == "windows" else "")

    def moment_before(self, since, ran):
        """When the thread, which ran in `ran`, asked for what it waits for."""
        return self.rng.randint(max(ran[0] + 1, since - 50), since - 1)

    def ask_for_others(self, thread, ran, since, until):
        """A request or a fault next to a wait: it ends before, or long before the wait does, or still
        goes on behind."""
        begin = self.moment_before(since, ran)
        if until - AT_ONCE - 10 > since + 1 and self.chance(0.5):
            ended = self.rng.randint(since + 1, until - AT_ONCE - 10)
            self.tell_disk(thread, begin, ended, self.file()[0])
            return
        if self.chance(0.3) and begin < since - 1:
            self.tell_fault(thread, begin, self.rng.randint(begin + 1, since - 1), self.file()[0])
        elif self.chance(0.5) and begin < since - 1:
            self.tell_disk(thread, begin, self.rng.randint(begin + 1, since - 1), self.file()[0])
        else:
            self.tell_disk(thread, begin, until + self.rng.randint(1, LEAST_RUN - 5),
                           self.file()[0])

    def next_number(self):
        self.number += 1
        return self.number

    def tell_fault(self, thread, begin, end, key):
        self.faults.append((begin, end))
        self.schedule.tell(begin, f"fault {thread.tid} for {ms(end - begin)} "
                                  f"address {0x10000 + 0x1000 * self.next_number():#x}{key}")

    def tell_disk(self, thread, begin, end, key):
        queued = self.rng.randint(0, end - begin - 1) if self.chance(0.5) else 0
        queued_text = f" queued {ms(queued)}" if queued else ""
        kind = self.rng.choice(["read", "read", "write"])
        self.schedule.tell(begin, f"disk {kind} by {thread.tid}{queued_text} "
                                  f"for {ms(end - begin - queued)} "
                                  f"offset {4096 * self.next_number()}{key}")

    # What a thread did from some moment on.

    def play(self, thread, tick, depth, want, parent):
        """What a thread did from `tick` until it runs and has done it: gives (tick, cpu)."""
        self.engaged.append(thread)
        cpu, at, interrupt, want = self.enter(thread, tick, depth, want, parent)
        at = self.work(thread, cpu, at, depth, want, interrupt)
        self.engaged.remove(thread)
        return at

    def work(self, thread, cpu, tick, depth, want, interrupt=None):
        """It runs, with pauses; at the end it still runs: (tick, cpu)."""
        pauses = self.rng.choice(self.style.pauses) + (1 if want > 0 else 0)
        for i in range(pauses + 1):
            least = self.length(LEAST_RUN / 10, self.style.run_us)
            if interrupt:
                least += interrupt[0] - tick
            goes_on = i < pauses and want <= 0 and self.chance(0.4)
            tick = self.run(thread, cpu, tick, max(least, LEAST_RUN), depth, interrupt, goes_on)
            interrupt = None
            if i == pauses:
                break
            if want > 0 or self.chance(self.style.waits):
                cpu, tick = self.wait(thread, cpu, tick, depth, want)
                want = 0
            else:
                cpu, tick = self.preempt(thread, cpu, tick, depth)
        return tick, cpu

    def enter(self, thread, tick, depth, want, parent):
        """What it does at `tick`, and how it comes to run: (cpu, tick, interrupt, want)."""
        kind = self.rng.choice(self.style.entries)
        if kind == "handed":
            return self.handed(thread, tick, depth, parent) + (None, want)
        before = self.prelude(thread, tick) if kind != "asleep" else None
        if before is None:
            if want <= 0 and self.chance(0.5):
                return self.handed(thread, tick, depth, parent) + (None, want)
            thread.gaps.append((thread.last, tick, thread.reason))
            return self.waits(thread, thread.last, tick, depth, want, None) + (None, 0)
        begin, end, cpu = self.stretch[thread] = before
        here = self.schedule.cpus[cpu]
        if (kind == "busy" and end == tick and here.busy_until() == tick
                and here.interrupted_until() <= tick):
            return cpu, tick, self.interrupt_across(cpu, begin, tick), want
        if kind == "ready":
            self.stop(thread, cpu, end, "runnable")
            cpu, at = self.want_cpu(thread, tick, depth)
            self.wants.append((end, at))
            return cpu, at, None, want
        self.stop(thread, cpu, end, None, self.rng.randrange(len(REASONS)))
        return self.waits(thread, end, tick, depth, want, (begin, end)) + (None, 0)

    def handed(self, thread, tick, depth, parent):
        """Its parent woke it, and then waits for it."""
        begin, end, cpu = self.stretch.get(parent, (0, 0, 0))
        early = tick
        if end == tick:
            if self.chance(0.5):
                early = self.rng.randint(max(begin + 1, tick - 300), tick)
            here = self.schedule.cpus[cpu].interrupts
            if any(b <= early <= e for b, e, _ in here) or early <= thread.last:
                early = tick
            self.wakes(early, cpu, thread, parent)
        else:
            # Just then, so that who did it has no part in the frame.
            self.schedule.ready(tick, cpu, thread)
        thread.gaps.append((thread.last, early - 1, thread.reason))
        cpu, at = self.want_cpu(thread, tick, depth)
        self.wants.append((early, at))
        return cpu, at

    def prelude(self, thread, tick):
        """It runs for a while before `tick`, where there is room: (begin, end, cpu) or None."""
        for _ in range(6):
            end = tick if self.chance(0.5) else tick - self.length(1, 500)
            begin = end - self.length(LEAST_RUN / 10, 1000)
            woken = begin - self.length(0.1, 20)
            cpu = self.rng.randrange(len(self.schedule.cpus))
            if woken <= thread.last or not self.schedule.cpus[cpu].is_free(begin, end):
                continue
            thread.gaps.append((thread.last, woken, thread.reason))
            self.schedule.ready(woken, cpu, thread, self.schedule.cpus[cpu].running(woken))
            self.schedule.cpus[cpu].add(Stint(begin, end, thread))
            thread.last = end
            return begin, end, cpu
        return None

    def interrupt_across(self, cpu, begin, tick):
        """An interrupt that began before the moment from which on the thread counts."""
        here = self.schedule.cpus[cpu]
        if not self.chance(0.4) or tick - begin < 10:
            return None
        first = self.rng.randint(begin + 1, tick - 1)
        last = tick + self.length(0.5, 50)
        if not here.is_calm(first, last):
            return None
        driver = self.rng.choice(DRIVERS)
        self.schedule.interrupt(cpu, first, last, driver)
        return last, driver


def ms(ticks):
    return f"{ticks * NS_PER_TICK}ns"

