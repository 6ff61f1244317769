#!/usr/bin/env python3
"""tests/bench/sweep.py [BENCHLAB [RUNS [SEED]]]: benchmarks in random configurations.

Each run must give finite, positive figures, or refuse in words with a status that says so.
Prints what did not, and PASS or FAIL.  By hand (default: build/release/benchlab, 2000, 1).
"""
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

SIZE = re.compile(r"^\d+(B|KiB|MiB|GiB)?$")
REFUSALS = {2}  # the exit status of a command line, file or benchmark that is wrong
LIMIT_S = 120


def names(program):
    """All, also those that are slow, of which a plain list has one line for many."""
    out = []
    for name in listed(program):
        out += listed(program, name)
    return sorted(set(out))


def listed(program, *filters):
    return subprocess.run([program, "list", "--names-only", *filters], capture_output=True,
                          text=True, check=True).stdout.split()


def choose(rng, all_names):
    name = rng.choice(all_names)
    words = [name]
    parts = name.split("/")
    if SIZE.match(parts[-1]) and rng.random() < 0.7:
        # Any size there is, and some that there are not.
        size = int(2 ** rng.uniform(0, 28 if rng.random() < 0.9 else 40))
        words = ["/".join(parts[:-1]) + "/", "--param", f"size={size}"]
    if rng.random() < 0.4:
        words += ["--threads", rng.choice(["1", "2", "3", "1,2"])]
    words += ["--sample-time", str(rng.randint(1, 5)),
              "--warmup", str(rng.randint(0, 10)), "--max-time", str(rng.randint(1, 200))]
    words += ["--method", rng.choice(["slices", "plain", "regression"])]
    if rng.random() < 0.7:
        words += ["--samples", str(rng.randint(1, 8))]
    words += ["--outliers", rng.choice(["keep", "trim", "trim-severe"])]
    for chance, more in ((0.2, ["--per-call"]), (0.3, ["--pin", rng.choice(["0", "1"])]),
                         (0.1, ["--isolate"]), (0.1, ["--repeat", "2"]), (0.2, ["--quick"]),
                         (0.2, ["--precision", rng.choice(["0.5", "1", "10"])])):
        if rng.random() < chance:
            words += more
    return words


def bad_numbers(value, where):
    """Every number of a document that is not finite."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from bad_numbers(inner, f"{where}/{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from bad_numbers(inner, f"{where}/{index}")
    elif isinstance(value, float) and not math.isfinite(value):
        yield f"{where} is {value}"


def problems_of_report(path):
    with open(path) as file:
        sections = json.load(file)["sections"]
    yield from bad_numbers(sections, "")
    results = [r for r in sections["benchmarks"]["content"].values() if "median" in r]
    failed = sections.get("failed", {}).get("content", {}).get("benchmarks")
    if not results and not failed:
        yield "neither a result nor a reason"
    for result in results:
        name = result["name"]["value"]
        for field in ("median", "mean", "min", "max", "rate", "cycles_per_op"):
            if field not in result:
                continue
            number = result[field].get("value")
            if number is None or not number > 0:
                yield f"{name}: {field} is {number}"


def problems(program, words, folder):
    path = os.path.join(folder, "out.json")
    if os.path.exists(path):
        os.remove(path)
    try:
        ran = subprocess.run([program, "run", *words, "--json", path], capture_output=True,
                             text=True, timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        yield f"took longer than {LIMIT_S} s"
        return
    if ran.returncode not in {0} | REFUSALS:
        yield f"exit status {ran.returncode}"
    if ran.returncode in REFUSALS and not ran.stderr.strip():
        yield "failed without a word"
    if re.search(r"\b(inf|nan)\b|\b0\.000 ns", ran.stdout):
        yield "a row with inf, nan or 0.000"
    if ran.returncode == 0:
        if os.path.exists(path):
            yield from problems_of_report(path)
        else:
            yield "no report"


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "build/release/benchlab"
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    all_names = names(program)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for run in range(runs):
            words = choose(rng, all_names)
            found = list(problems(program, words, folder))
            bad += bool(found)
            for problem in found:
                print(f"run {' '.join(words)}: {problem}", flush=True)
            if sys.stderr.isatty():
                print(f"\r{run + 1} of {runs}", end="", file=sys.stderr)
    print(f"{'FAIL' if bad else 'PASS'}: {runs - bad} of {runs} runs gave figures or a refusal")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
