"""The machine that a random story is about: who has which CPU when, and what interrupts it.

A Schedule holds what the generator decided and tells it as a story (docs/story.md).  It decides
nothing and explains nothing.  All times here are ticks of 100 ns, the clock of Windows traces.
"""

import bisect
from dataclasses import dataclass, field

NS_PER_TICK = 100

# Why a thread stops, as Windows and as Linux name it.
REASONS = [("WrQueue", "S"), ("UserRequest", "S"), ("WrAlertByThreadId", "S"), ("Executive", "D"),
           ("WrFastMutex", "D"), ("WrLpcReply", "S"), ("DelayExecution", "S"),
           ("WrUserRequest", "S")]


@dataclass
class Process:
    """A program.  `begin` and `end` are None where it was there before, and stays."""
    name: str
    pid: int
    begin: int = None
    end: int = None

    @property
    def label(self):
        return f"{self.name} ({self.pid})"


@dataclass(eq=False)
class Thread:
    """One life of a thread."""
    name: str
    tid: int
    process: Process
    begin: int = None
    end: int = None
    last: int = 0  # until then the story says what it does; from then on it waits
    reason: int = 0  # why it waits, in REASONS
    # (begin, end, reason): it waits there, and nothing depends on how long.
    gaps: list = field(default_factory=list)
    taken: list = field(default_factory=list)  # (begin, end): it has something to do there

    @property
    def label(self):
        return f"{self.process.label} {self.name} ({self.tid})"


@dataclass
class Stint:
    """A thread has a CPU without a break."""
    begin: int
    end: int
    thread: Thread
    out: str = None  # what the thread does then; None: it is not yet known


@dataclass(frozen=True)
class Driver:
    """What interrupts: a routine of an image in Windows, a name in Linux."""
    image: str
    windows: str  # the word of the story
    linux: str
    name: str

    def by(self, form):
        return self.image if form == "windows" else self.name


KERNEL = "ntoskrnl.exe"
DRIVERS = [Driver("nic.sys", "dpc", "softirq", "NET_RX"), Driver("nic.sys", "isr", "isr", "eth0"),
           Driver("usb.sys", "dpc", "softirq", "TASKLET"), Driver("gpu.sys", "isr", "isr", "i915"),
           Driver("gpu.sys", "dpc", "softirq", "HI")]
STORAGE = [Driver("stor.sys", "dpc", "softirq", "BLOCK"),
           Driver("stor.sys", "isr", "isr", "nvme0q1")]
TIMERS = [Driver(KERNEL, "timer-dpc", "softirq", "TIMER"),
          Driver(KERNEL, "timer-dpc", "softirq", "HRTIMER"),
          Driver(KERNEL, "timer-dpc", "tick", "local_timer")]
IMAGES = [KERNEL, "nic.sys", "usb.sys", "gpu.sys", "stor.sys"]


def milliseconds(ticks):
    """Exact, as the story's words say times."""
    return f"{ticks // 10000}.{ticks % 10000:04}".rstrip("0").rstrip(".")


def overlaps(spans, begin, end):
    return any(b < end and begin < e for b, e in spans)


class Cpu:
    """What happens on one CPU."""

    def __init__(self):
        self.stints = []
        self.interrupts = []  # (begin, end, driver)
        self.quiet = []  # nobody may run here: the truth says that it was idle
        self.known = []  # no other interrupt may come here: the truth names all

    def busy_until(self):
        return max((s.end for s in self.stints), default=0)

    def interrupted_until(self):
        return max((end for _, end, _ in self.interrupts), default=0)

    def is_free(self, begin, end):
        taken = [(s.begin, s.end) for s in self.stints] + self.quiet
        return not overlaps(taken, begin, end)

    def is_calm(self, begin, end):
        return not overlaps([i[:2] for i in self.interrupts] + self.known, begin, end)

    def add(self, stint):
        """Puts it in its place; goes on with the one before where that has not ended."""
        at = bisect.bisect([s.begin for s in self.stints], stint.begin)
        before = self.stints[at - 1] if at else None
        if before and before.out is None and before.thread is stint.thread:
            assert before.end == stint.begin
            before.end, before.out = stint.end, stint.out
            return before
        self.stints.insert(at, stint)
        return stint

    def running(self, tick):
        """The thread that ran just before that moment and still does."""
        for s in self.stints:
            if s.begin < tick < s.end:
                return s.thread
        return None


class Schedule:
    def __init__(self, form, cpu_count):
        self.form = form
        self.cpus = [Cpu() for _ in range(cpu_count)]
        self.processes, self.threads, self.files = [], [], []
        self.lines = []  # (tick, rank, text): of equal times the lower rank comes first

    def reason(self, number):
        return REASONS[number][0 if self.form == "windows" else 1]

    def waiting(self, number):
        return f"waiting {self.reason(number)}"

    def tell(self, tick, text, cpu=None, rank=1):
        where = "" if cpu is None else f" cpu {cpu}"
        self.lines.append((tick, rank, f"at {milliseconds(tick)}{where}: {text}"))

    def interrupt(self, cpu, begin, end, driver):
        self.cpus[cpu].interrupts.append((begin, end, driver))
        length = milliseconds(end - begin)
        place = f"{driver.image}+{'0x40' if driver.windows == 'isr' else '0x80'}"
        if self.form == "windows":
            text = f"{driver.windows} {place} for {length}"
        elif driver.linux == "tick":
            text = f"tick {place} for {length}"
        else:
            number = f" vector {24 + DRIVERS.index(driver)}" if driver in DRIVERS else " vector 40"
            number = number if driver.linux == "isr" else ""
            text = f"{driver.linux} {place} for {length} name {driver.name}{number}"
        self.tell(begin, text, cpu, rank=0)

    def ready(self, tick, cpu, thread, waker=None, driver=None, kind=""):
        """Woken by a thread that runs on that CPU, else by an interrupt."""
        source = f"by {waker.tid}" if waker else "from interrupt"
        if driver and driver.windows != "isr":
            source = "from dpc"
        self.tell(tick, f"ready {thread.tid} {source} {kind}".strip(), cpu, rank=2)

    def _switches(self):
        """The stints of each CPU as context switches."""
        for number, cpu in enumerate(self.cpus):
            before = None
            for stint in cpu.stints + [None]:
                if before and (stint is None or stint.begin > before.end):
                    self._switch(number, before.end, before, None)
                    before = None
                if stint:
                    self._switch(number, stint.begin, before, stint)
                before = stint

    def _switch(self, cpu, tick, before, after):
        assert before is None or before.out, before
        old = f"{before.thread.tid} -> " if before else "idle -> "
        new = str(after.thread.tid) if after else "idle"
        out = f" {before.out}" if before else ""
        self.tell(tick, f"switch {old}{new}{out}", cpu, rank=3)

    def _lives(self):
        def life(of):
            begin = "" if of.begin is None else f" from {milliseconds(of.begin)}"
            return begin + ("" if of.end is None else f" to {milliseconds(of.end)}")
        yield from (f"process {p.name} {p.pid}{life(p)}" for p in self.processes)
        yield from (f'thread {t.tid} "{t.name}" in {t.process.pid}{life(t)}' for t in self.threads)
        for i, image in enumerate(IMAGES):
            yield f"image {image} base {0xfffff80010000000 + i * 0x1000000:#x} size 0x100000"
        for i, path in enumerate(self.files):
            yield f'file {self.file_key(i):#x} "{path}"'

    @staticmethod
    def file_key(number):
        return 0xffffa80000001000 + number * 0x1000

    def story(self, comment, end):
        """The whole text."""
        self._switches()
        out = [f"# {comment}", f"machine: cpus {len(self.cpus)}; clock 10MHz",
               f"window: 0 to {milliseconds(end)}", ""]
        out += self._lives()
        out.append("")
        out += [text for _, _, text in sorted(self.lines, key=lambda line: line[:2])]
        return "\n".join(out) + "\n"
