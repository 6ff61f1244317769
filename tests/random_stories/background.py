"""What else happens on the machine of a random story, and explains nothing: it fills the time that
the truth leaves open.  And what the recording lost."""

from schedule import DRIVERS, NS_PER_TICK, STORAGE, TIMERS, Stint


def add_background(rng, schedule, cast, begin, end):
    for _ in range(rng.choice([0, 20, 100])):
        add_noise(rng, schedule, cast, begin, end)
    for thread in list(cast.helpers):
        for gap in thread.gaps:
            if rng.random() < 0.3:
                add_errand(rng, schedule, thread, *gap)
    for _ in range(rng.choice([0, 20, 60])):
        add_interrupt(rng, schedule, begin, end)
    for _ in range(rng.choice([0, 5])):
        add_request(rng, schedule, cast, begin, end)


def add_noise(rng, schedule, cast, begin, end):
    """Another thread runs where there is room."""
    first = rng.randint(begin + 100, end - 100)
    last = min(first + rng.randint(5, 20000), end - 50)
    number = rng.randrange(len(schedule.cpus))
    if schedule.cpus[number].is_free(first, last):
        woken = first - rng.randint(1, 80)
        thread = cast.noise_at(woken, last)
        wake_and_run(rng, schedule, number, thread, woken, first, last, 1)


def wake_and_run(rng, schedule, number, thread, woken, first, last, reason):
    """Who runs where it is woken has no part in it."""
    where = rng.randrange(len(schedule.cpus))
    schedule.ready(woken, where, thread, schedule.cpus[where].running(woken))
    schedule.cpus[number].add(Stint(first, last, thread, schedule.waiting(reason)))


def add_errand(rng, schedule, thread, begin, end, reason):
    """One that frames wait for at other times does something else, and waits again."""
    if end - begin < 60:
        return
    woken = rng.randint(begin + 2, end - 50)
    first = woken + rng.randint(0, 20)
    last = rng.randint(first + 5, end - 2)
    number = rng.randrange(len(schedule.cpus))
    if schedule.cpus[number].is_free(first, last):
        wake_and_run(rng, schedule, number, thread, woken, first, last, reason)


def add_interrupt(rng, schedule, begin, end):
    first = rng.randint(begin, end - 400)
    last = first + rng.randint(5, 300)
    number = rng.randrange(len(schedule.cpus))
    if schedule.cpus[number].is_calm(first, last):
        schedule.interrupt(number, first, last, rng.choice(DRIVERS + STORAGE + TIMERS))


def add_request(rng, schedule, cast, begin, end):
    """A disk request of a thread that no frame waits for."""
    if cast.noise:
        thread = rng.choice(cast.noise)
        first = rng.randint(begin, end - 600)
        length = rng.randint(10, 500) * NS_PER_TICK
        schedule.tell(first, f"disk read by {thread.tid} for {length}ns "
                             f"offset {1 << 30 | rng.randrange(1 << 18) * 4096}")


def add_losses(rng, frames, truth):
    """In some stories the recording has lost something while a frame waited for a thread.

    What is lost on a CPU makes unknown what its thread does from then on; where exactly the loss
    began is up to the format.  Frames near it are only checked for that much.
    """
    runs = [a for a in frames.tree.acts if a[3] == "running" and a[2] - a[1] > 100]
    for frame in truth["frames"]:
        frame["exact"], frame["unknown_at_least_ns"] = True, 0
    if rng.random() > 0.2 or not runs:
        return
    thread, begin, end, _, number = rng.choice(runs)
    tick = rng.randint(begin + 1, end - 1)
    frames.schedule.tell(tick, f"lost {rng.randint(1, 50)} events", number)
    mine = next(s for s in frames.schedule.cpus[number].stints if s.begin < tick < s.end)
    first, last = reach_of(frames, tick, mine)
    for frame in truth["frames"]:
        b = frame["begin_ns"] // NS_PER_TICK
        e = b + frame["length_ns"] // NS_PER_TICK
        frame["exact"] = e <= first or last < b
        frame["unknown_at_least_ns"] = NS_PER_TICK * sum(
            max(0, min(act[2], mine.end, e) - max(act[1], tick, b))
            for act in frames.tree.acts if act[0] is thread and act[3] == "running")
    truth["lost"] = {"time_ns": tick * NS_PER_TICK, "thread": thread.label,
                     "reach_ns": (first * NS_PER_TICK, last * NS_PER_TICK)}


def reach_of(frames, tick, mine):
    """Where at most the loss at `tick` changes what is known; `mine` is who ran there."""
    stints = [(s.begin, s.end) for cpu in frames.schedule.cpus for s in cpu.stints]
    ends = [end for begin, end in stints + frames.tree.wants if begin <= tick <= end]
    # Of a fault that was open then the begin is not known.
    faults = [begin for begin, end in frames.tree.faults if begin <= tick <= end]
    return min([mine.begin] + faults), max(ends)
