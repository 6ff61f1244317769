"""Who takes part in a random story: processes, threads that explain frames, and others."""

from schedule import Process, Stint, Thread

OTHERS = ["other.exe", "scanner.exe", "updater.exe", "browser.exe"]
HELPERS = ["service.exe", "audio.exe", "dwm.exe"]
JOBS = ["worker", "loader", "physics", "decoder", "io", "lock owner", "dispatch", "script"]


class Cast:
    """Hands out threads that are free, and makes them: numbers and names as the story goes on."""

    def __init__(self, rng, schedule):
        self.rng, self.schedule = rng, schedule
        self.next_id = 100
        self.helpers, self.noise, self.dead = [], [], []
        self.game = self._process("game.exe")
        self.roots = [self._thread("render", self.game)]
        if rng.random() < 0.2:
            self.roots.append(self._thread("render 2", self.game))
        places = [self.game] * 2 + [self._process(name) for name in HELPERS[:rng.randint(1, 3)]]
        for i in range(rng.randint(7, 10)):
            self.helpers.append(self._thread(f"{rng.choice(JOBS)} {i}", rng.choice(places)))
        # One that is alone in its process, so that the process can end with it.
        self.helpers.append(self._thread("job", self._process("once.exe")))
        self.others = [self._process(name) for name in OTHERS]

    def _id(self):
        self.next_id += self.rng.choice([1, 1, 4, 4, 7])
        return self.next_id

    def _process(self, name, pid=None, begin=None):
        made = Process(name, pid or self._id(), begin)
        self.schedule.processes.append(made)
        return made

    def _thread(self, name, process, tid=None, begin=None):
        made = Thread(name, tid or self._id(), process, begin)
        self.schedule.threads.append(made)
        return made

    def helper(self, at, engaged):
        """A thread that waits at that moment and is not on the way already; None: all are busy."""
        free = [t for t in self.helpers if t.last < at and t not in engaged]
        return self.rng.choice(free) if free else None

    def noise_at(self, begin, end):
        """A thread that has nothing to do with frames, and now runs in that time."""
        free = [t for t in self.noise if not overlaps_any(t.taken, begin, end)]
        if not free or self.rng.random() < 0.1:
            name = f"hog {len(self.noise)}"
            free = [self._thread(name, self.rng.choice(self.others))]
            self.noise += free
        chosen = self.rng.choice(free)
        chosen.taken.append((begin, end))
        return chosen

    def end(self, thread, tick):
        """It ends there; its process too where it was alone in it."""
        thread.end = tick
        self.helpers.remove(thread)
        alone = all(t.process is not thread.process or t.end is not None
                    for t in self.schedule.threads)
        if alone and thread.process not in self.others:
            thread.process.end = tick
        self.dead.append(thread)

    def born_again(self, at):
        """A new thread with the number of one that ended, and an event before `at`; or None."""
        for old in self.dead:
            first, length = old.end + 10, 30
            if first + length + 10 >= at:
                continue
            begin = self.rng.randint(first, at - length - 10)
            cpus = [c for c in self.schedule.cpus if c.is_free(begin, begin + length)]
            if not cpus:
                continue
            self.dead.remove(old)
            process = self._home(old, begin)
            made = self._thread(f"again {old.tid}", process, old.tid, begin)
            self.rng.choice(cpus).add(
                Stint(begin, begin + length, made, self.schedule.waiting(0)))
            made.last = begin + length
            self.helpers.append(made)
            return made
        return None

    def _home(self, old, begin):
        if old.process.end is not None:
            return self._process("again.exe", old.process.pid, begin)
        return self.rng.choice([self.game, old.process])


def overlaps_any(spans, begin, end):
    return any(b <= end and begin <= e for b, e in spans)
