"""floor.py FOLDER ROUNDS: what tests/bench/floor.sh says of the reports in FOLDER."""
import glob
import json
import os
import statistics
import sys

folder, rounds = sys.argv[1], int(sys.argv[2])
failed = 0


def load(name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return json.load(file)


def say(name, text, goal, good):
    global failed
    failed += not good
    print(f"{name:9} {text:58} {goal:22} {'PASS' if good else 'FAIL'}")


def results(report):
    """Name -> benchmark of a report of ours."""
    content = report["sections"]["benchmarks"]["content"]
    return {entry["name"]["value"]: entry for entry in content.values() if isinstance(entry, dict) and "name" in entry}


runs = [results(load(f"floor.{i}.json")) for i in range(1, rounds + 1)]
peers = [{b["name"].split("/")[0]: b["real_time"] for b in load(f"peer.{i}.json")["benchmarks"]}
         for i in range(1, rounds + 1) if glob.glob(os.path.join(folder, f"peer.{i}.json"))]


def quiet(run, name):
    """The lower quartile of a millisecond each: what others did meanwhile is in the rest."""
    return run[name]["p25"]["value"]


def over(function, items):
    return statistics.median(function(item) for item in items)


def peer(function, unit):
    return f"; Google Benchmark {over(function, peers):.3f} {unit}" if peers else ""


def cycle(run):
    return quiet(run, "floor/chain") / 100


empty = over(lambda run: quiet(run, "floor/empty"), runs)
say("floor", f"{empty:.4f} ns" + peer(lambda p: p["empty"], "ns"), "<= 0.03 ns", empty <= 0.03)
chain = over(cycle, runs)
add = over(lambda run: quiet(run, "floor/add") / cycle(run), runs)
say("add", f"{add:.3f} cycles" + peer(lambda p: p["add"] / chain, "cycles"), "0.95 to 1.1 cycles",
    0.95 <= add <= 1.1)
nop = over(lambda run: quiet(run, "floor/nop"), runs)
say("nop", f"{nop:.3f} ns", "<= 0.1 ns", nop <= 0.1)

bodies = load("bodies.json")
warned = set()
for finding in bodies["sections"]["benchmarks"]["findings"]:
    words = [arg["value"] for arg in finding["args"]]
    if "removed" in words[1]:
        warned.add(words[0])
names = results(bodies)
removed = [name for name in names if name.startswith("removed/")]
honest = [name for name in names if name.startswith("honest/")]
found = [name for name in removed if name in warned]
false = [name for name in honest if name in warned]
say("removed", f"{len(found)} of {len(removed)} reported " + " ".join(sorted(set(removed) - set(found))),
    "12 of 12", len(found) == len(removed) == 12)
say("honest", f"{len(false)} of {len(honest)} reported " + " ".join(false), "0 of 50",
    not false and len(honest) == 50)

for size in ("small", "line", "large"):
    # Of the quietest round each: what disturbs makes either longer.
    plain = min(quiet(run, f"plain/{size}") for run in runs)
    more = min(quiet(run, f"staged/{size}") for run in runs) - plain
    text = f"{more:+.2f} ns on a body of {plain:.1f} ns, {size}"
    if size == "line":
        text += peer(lambda p: p["paused"] - p["plain"], "ns")
    say("staging", text, "<= 1 ns", plain >= 15 and abs(more) <= 1)
sys.exit(1 if failed else 0)
