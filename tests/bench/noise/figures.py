"""Reads what noise.sh measured; prints medians, spreads and errors, PASS or FAIL."""
import json
import statistics
import sys

MOST_ERROR = 0.02   # of the busy median against the quiet one, in calibrated cycles
MOST_SPREAD = 0.03  # (largest - smallest) / median over the processes


def benchlab(path):
    with open(path) as file:
        spin = json.load(file)["sections"]["benchmarks"]["content"]["spin"]
    return spin["median"]["value"], spin["cycles_per_op"]["value"]


def peer(path):
    with open(path) as file:
        return json.load(file)["benchmarks"][0]["real_time"]


def spread(values):
    return (max(values) - min(values)) / statistics.median(values)


def show(name, unit, quiet, busy):
    error = statistics.median(busy) / statistics.median(quiet) - 1
    print(f"{name:26} quiet {statistics.median(quiet):8.1f} {unit}, spread {spread(quiet):6.2%};  "
          f"busy {statistics.median(busy):8.1f} {unit}, spread {spread(busy):6.2%};  "
          f"error {error:+7.2%}")
    return error


folder, rounds, has_peer = sys.argv[1], range(int(sys.argv[2])), sys.argv[3] == "yes"
read = {how: [benchlab(f"{folder}/{how}.{i}.json") for i in rounds] for how in ("quiet", "busy")}
ns = [[r[0] for r in read[how]] for how in ("quiet", "busy")]
cycles = [[r[1] for r in read[how]] for how in ("quiet", "busy")]
error = show("benchlab, cycles", "c ", *cycles)
show("benchlab, time", "ns", *ns)
if has_peer:
    show("Google Benchmark, real", "ns", *[[peer(f"{folder}/{how}.peer.{i}.json") for i in rounds]
                                           for how in ("quiet", "busy")])
good = abs(error) <= MOST_ERROR and spread(cycles[1]) <= MOST_SPREAD
print(f"{'PASS' if good else 'FAIL'}: busy within {MOST_ERROR:.0%} of quiet and {len(rounds)} busy "
      f"processes within {MOST_SPREAD:.0%}, in cycles")
sys.exit(not good)
