"""check.py --benchlab PATH --story2etl PATH --story2perf PATH [OPTION...]

Writes each random story (generate.py) as an .etl of 64 and of 32 bits and as a perf.data, and
compares what benchlab says of it with the truth, to the nanosecond: why its frames took so long
(section `explain`), or with --states what its threads were doing (table `state`).  Prints each
difference, and ends with 1 if there is any.  --first SEED and --count N say which stories;
--keep FOLDER keeps the files of those that differ.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing of a test stays in the source

from generate import generate  # noqa: E402

# (name, form of the story, the writer's option, its arguments, name of the file)
FORMATS = [("etl-64", "windows", "story2etl", [], "64.etl"),
           ("etl-32", "windows", "story2etl", ["--pointer-size", "4"], "32.etl"),
           ("perf", "linux", "story2perf", [], "perf.data")]
STATE_NAMES = {0: "unknown", 1: "running", 2: "runnable", 3: "waiting"}
FRAME_COLUMNS = ("begin_ns", "length_ns", "thread")


emulator = []  # words before each command


class Failed(Exception):
    """A program did not do its work."""


def call(command):
    done = subprocess.run(emulator + command, capture_output=True, text=True, encoding="utf-8",
                          check=False)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}: ended with {done.returncode}: "
                     f"{done.stderr.strip()[:500]}")
    return done.stdout


# Why frames took so long.

def explained(benchlab, file):
    """The rows of the tables `slow` and `parts`, by frame: ({frame: row}, {frame: [row]})."""
    text = call([benchlab, "trace", "analyze", file, "-s", "explain", "--explain", "1000",
                 "--slower", "0", "--top", "1000000", "--json", "-"])
    try:
        content = json.loads(text)["sections"]["explain"]["content"]
        slow, parts = content["slow"]["rows"], content["parts"]["rows"]
    except (ValueError, KeyError) as problem:
        raise Failed(f"{file}: no section explain with tables slow and parts: {problem!r}") \
            from problem
    by_frame = {}
    for row in parts:
        by_frame.setdefault(row["frame"], []).append(row)
    return {row["frame"]: row for row in slow}, by_frame


# What the report calls some of the things that the generator draws.
REPORTED = {"runnable": "ready", "interrupt": "wait for interrupt"}


def part_sums(rows):
    """{(thread, did, by): ns}, whatever the depth."""
    sums = {}
    for row in rows:
        did = REPORTED.get(row["did"], row["did"])
        key = (row["thread"], did, row.get("by") or "")
        sums[key] = sums.get(key, 0) + row["time_ns"]
    return sums


def compare_lossy(frame, row, sums):
    """Of a frame near a loss: the sums, and that what is not known is called so."""
    states = sum(row[name] for name in frame["states"])
    if states != frame["length_ns"]:
        yield "sum of the states", frame["length_ns"], states
    if sum(sums.values()) != frame["length_ns"]:
        yield "sum of the parts", frame["length_ns"], sum(sums.values())
    unknown = sum(ns for (_, did, _), ns in sums.items() if did == "unknown")
    if unknown < frame["unknown_at_least_ns"]:
        yield "unknown", f"at least {frame['unknown_at_least_ns']}", unknown


def without_idle(sums):
    """The same, where it is not told apart whether a CPU was idle or nobody is known to have run."""
    out = {}
    for (thread, did, by), ns in sums.items():
        key = (thread, did, "" if (did, by) == ("ready", "idle") else by)
        out[key] = out.get(key, 0) + ns
    return out


def compare_frame(frame, row, rows, after_loss):
    """(what, expected, got) of each difference."""
    if row is None:
        yield "row of slow", "one", "none"
        return
    for name in FRAME_COLUMNS:
        if row[name] != frame[name]:
            yield name, frame[name], row[name]
    got = part_sums(rows)
    if not frame["exact"]:
        yield from compare_lossy(frame, row, got)
        return
    for name, expected in frame["states"].items():
        if row[name] != expected:
            yield name, expected, row[name]
    expected = part_sums(frame["parts"])
    if after_loss:  # an idle CPU may have run somebody since, until its next switch
        expected, got = without_idle(expected), without_idle(got)
    for key in sorted(expected.keys() | got.keys()):
        if expected.get(key, 0) != got.get(key, 0):
            yield " / ".join(key), expected.get(key, 0), got.get(key, 0)


def check_explain(benchlab, file, truth):
    slow, parts = explained(benchlab, file)
    for frame in truth["frames"]:
        number = frame["frame"]
        after_loss = "lost" in truth
        for difference in compare_frame(frame, slow.get(number), parts.get(number, []), after_loss):
            yield (number,) + difference
    for number in sorted(slow.keys() - {frame["frame"] for frame in truth["frames"]}):
        yield number, "row of slow", "none", "one"


# What threads were doing.

def joined(spans):
    """Neighbours of one state as one: [(begin, end, state)]."""
    out = []
    for begin, end, state in sorted(spans):
        if out and out[-1][1] == begin and out[-1][2] == state:
            out[-1] = (out[-1][0], end, state)
        else:
            out.append((begin, end, state))
    return out


def exported_states(benchlab, file):
    """{tid: [(begin, end, state)]}"""
    states = {}
    text = call([benchlab, "trace", "export", file, "--table", "state", "--json-lines"])
    for row in map(json.loads, text.splitlines()):
        states.setdefault(row["thread"], []).append(
            (row["begin"], row["end"], STATE_NAMES.get(row["state"], "?")))
    return states


def clipped(spans, begin, end):
    return joined((max(b, begin), min(e, end), s) for b, e, s in spans if b < end and begin < e)


def check_states(benchlab, file, truth):
    """Each thread in the time in which a frame waited for it."""
    states = exported_states(benchlab, file)
    reach = truth.get("lost", {}).get("reach_ns", (-1, -1))
    acts = {}
    for act in truth["acts"]:
        acts.setdefault((act["tid"], act["thread"]), []).append(
            (act["begin_ns"], act["end_ns"], act["state"]))
    for (tid, name), spans in acts.items():
        for begin, end, state in joined(spans):
            got = clipped(states.get(tid, []), begin, end)
            is_lossy = begin <= reach[1] and reach[0] <= end
            if not is_lossy and got != [(begin, end, state)]:
                frame = next(f["frame"] for f in truth["frames"]
                             if f["begin_ns"] + f["length_ns"] >= end)
                yield frame, name, (begin, end, state), got


# All stories.

def check_seed(arguments, seed, folder):
    """How many differences it has."""
    count = 0
    check = check_states if arguments.states else check_explain
    stories = {form: generate(seed, form) for form in ("windows", "linux")}
    for form, (story, truth) in stories.items():
        (folder / f"{form}.story").write_text(story, encoding="utf-8")
        (folder / f"{form}.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")
    for name, form, writer, options, file in FORMATS:
        try:
            call([getattr(arguments, writer), folder / f"{form}.story", "-o", folder / file,
                  *options])
            differences = list(check(arguments.benchlab, folder / file, stories[form][1]))
        except Failed as problem:
            differences = [("-", "program", "success", problem)]
        for frame, what, expected, got in differences:
            print(f"seed {seed}, {name}, frame {frame}: {what}: expected {expected}, got {got}")
        count += len(differences)
    return count


def arguments_of(words):
    parser = argparse.ArgumentParser(description=__doc__)
    for program in ("benchlab", "story2etl", "story2perf"):
        parser.add_argument(f"--{program}", required=True, type=pathlib.Path)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--states", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--emulator", default="", help="words of a command, with ; between them")
    return parser.parse_args(words)


def main(words=None):
    arguments = arguments_of(words)
    emulator.extend(filter(None, arguments.emulator.split(";")))
    bad = 0
    for seed in range(arguments.first, arguments.first + arguments.count):
        with tempfile.TemporaryDirectory(prefix="random-story-") as place:
            differences = check_seed(arguments, seed, pathlib.Path(place))
            bad += differences != 0
            if differences and arguments.keep:
                shutil.copytree(place, arguments.keep / str(seed), dirs_exist_ok=True)
    print(f"{arguments.count} stories in {len(FORMATS)} formats: "
          + (f"{bad} differ" if bad else "all as drawn"))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
