#!/usr/bin/env python3
"""make_reports.py: writes the reports of this folder, with medians that are known beforehand.

Their form follows the specification of schema 1 (the reference tool's) and docs/report.schema.json
(ours), not our writers: what `compare` reads here was written by somebody else.  Run it in this
folder after a change; the files are kept, so that tests need no Python.
"""

import itertools
import json
import statistics

# What six processes found (medians), each in three samples.  Expected figures of compare.test are
# R's: t.test(log(new), log(base), conf.level = .99), p times 4 for four benchmarks (Holm).
PROCESSES = {
    "steady": [99.8, 99.9, 100, 100, 100.1, 100.2],
    "moving": [199, 199.5, 200, 200, 200.5, 201],
    "noisy": [80, 90, 95, 105, 110, 120],
    "sort/quick": [2990, 2995, 3000, 3000, 3005, 3010],
}


def of_processes(**changes):
    """Samples and process of each, by benchmark."""
    out = {}
    for name, medians in (PROCESSES | changes).items():
        samples = [m + off for m in medians for off in (-0.01, 0, 0.01)]
        out[name] = (samples, [i for i in range(len(medians)) for _ in range(3)])
    return out


# Twelve samples around 0 without ties; complete separation of two such sets has the exact
# two-sided p = 2 / C(24, 12) = 7.40e-07.
SPREAD = [(i - 5.5) / 10 for i in range(12)]


def around(median):
    return [median + offset for offset in SPREAD]


BASE = {
    "steady": around(100),
    "moving": around(200),
    "noisy": [80, 90, 95, 105, 110, 120],
    "sort/quick": around(3000),
}
# 10 % up in the median, but far from significant.
NOISY = [82, 97, 107, 113, 124, 127]


def exact_p(a, b):
    """Two-sided p of the Mann-Whitney test by counting all arrangements."""
    pool = sorted(a + b)
    ranks = [pool.index(x) for x in a]
    middle = len(a) * (len(pool) - 1) / 2
    seen = abs(sum(ranks) - middle)
    all_sums = [abs(sum(c) - middle) for c in itertools.combinations(range(len(pool)), len(a))]
    return sum(s >= seen - 1e-9 for s in all_sums) / len(all_sums)


def percentile(data, p):
    data = sorted(data)
    rank = p / 100 * (len(data) - 1)
    low = int(rank)
    high = min(low + 1, len(data) - 1)
    return data[low] + (data[high] - data[low]) * (rank - low)


def summary(samples):
    mean = statistics.fmean(samples)
    median = statistics.median(samples)
    out = {
        "n": len(samples),
        "mean": mean,
        "median": median,
        "min": min(samples),
        "max": max(samples),
        "stddev": statistics.stdev(samples),
        "mad": statistics.median(abs(x - median) for x in samples),
    }
    for p in (1, 5, 25, 75, 95, 99):
        out[f"p{p}"] = percentile(samples, p)
    out["iqr"] = out["p75"] - out["p25"]
    out["cv"] = out["stddev"] / mean
    return out


NO_OUTLIERS = {"low_severe": 0, "low_mild": 0, "high_mild": 0, "high_severe": 0}


def schema1(results, **changes):
    environment = {
        "os": "linux",
        "arch": "x86_64",
        "cpu": "Example CPU 3000",
        "logical_cpus": 8,
        "pinned_cpu": None,
        "timer_overhead_ns": 25.5,
        "timer_resolution_ns": 20.0,
        "benchlab_version": "0.3.0",
    }
    environment.update(changes)
    config = {"warmup_ms": 200, "sample_time_ms": 10, "samples": 12, "max_time_ms": 5000,
              "outliers": "keep"}
    return {
        "schema": 1,
        "created_unix": 1700000000,
        "environment": environment,
        "config": config,
        "results": [
            {
                "name": name,
                "iters_per_sample": 1000,
                "samples_ns": samples,
                "throughput": None,
                "summary": summary(samples) | {"outliers": NO_OUTLIERS, "trimmed": 0},
            }
            for name, samples in results.items()
        ],
    }


def value(content, unit=None):
    out = {"_element": "value", "title": "", "value": content}
    if unit:
        out["unit"] = unit
    return out


def schema2_benchmark(name, samples, process):
    out = {"_title": name, "name": value(name), "title": value("made by a script")}
    out["threads"] = value(1, "count")
    out["iterations_per_sample"] = value(1000, "count")
    out["ops_per_iteration"] = value(1, "count")
    for key, number in summary(samples).items():
        out[key] = value(number) if key == "n" else value(float(number), "ns")
    for key in NO_OUTLIERS:
        out[key] = value(0, "count")
    out["trimmed"] = value(0, "count")
    columns = [{"id": "ns", "title": "ns", "type": "f64", "unit": "ns"},
               {"id": "iterations", "title": "iterations", "type": "u64"},
               {"id": "process", "title": "process", "type": "u64"},
               {"id": "start_ns", "title": "start", "type": "f64"}]
    out["samples"] = {
        "_element": "table",
        "title": "Samples",
        "columns": columns,
        "arrays": {
            "ns": [float(x) for x in samples],
            "iterations": [1000] * len(samples),
            "process": process,
            "start_ns": [1e7 * i for i in range(len(samples))],
        },
    }
    return out


def schema2(results):
    machine = {"cpu": "Example CPU 3000", "os": "linux", "os_version": "", "arch": "x86_64",
               "benchlab_version": "0.1.0", "logical_cpus": 8, "usable_cpus": 8,
               "timer_overhead_ns": 25.5, "timer_resolution_ns": 20.0}
    settings = {"samples": 12, "sample_time_ms": 10, "warmup_ms": 200, "max_time_ms": 5000,
                "repeat": 6, "isolate": "no", "shuffle": "no", "outliers": "keep"}
    sections = {
        "benchmarks": {name.replace("/", ":"): schema2_benchmark(name, *taken)
                       for name, taken in results.items()},
        "machine": {key: value(content) for key, content in machine.items()},
        "settings": {key: value(content) for key, content in settings.items()},
    }
    return {
        "schema": 2,
        "kind": "run",
        "title": "Benchmark run",
        "generator": "make_reports.py",
        "created_unix": 1700000000,
        "complete": True,
        "sections": {name: {"title": name, "findings": [], "content": content}
                     for name, content in sections.items()},
    }


def write(name, report):
    with open(name, "w", encoding="utf-8") as file:
        json.dump(report, file, indent=1)
        file.write("\n")


def main():
    slower = BASE | {"moving": around(250)}
    faster = BASE | {"moving": around(160)}
    noisy = BASE | {"noisy": NOISY}
    print("noisy: p =", exact_p(NOISY, BASE["noisy"]))
    write("base.json", schema1(BASE))
    write("slower.json", schema1(slower))
    write("faster.json", schema1(faster))
    write("noisy.json", schema1(noisy))
    write("other-machine.json", schema1(BASE, cpu="Other CPU", pinned_cpu=3))
    write("other-names.json", schema1({"elsewhere": around(1)}))
    write("one-gone.json", schema1({n: s for n, s in (BASE | {"added": around(5)}).items()
                                    if n != "noisy"}))
    write("base2.json", schema2(of_processes()))
    moving = PROCESSES["moving"]
    write("slower2.json", schema2(of_processes(moving=[m * 1.25 for m in moving])))
    write("faster2.json", schema2(of_processes(moving=[m * 0.8 for m in moving])))
    write("noisy2.json", schema2(of_processes(noisy=NOISY)))
    empty = schema1(BASE)
    empty["results"][1]["samples_ns"] = []
    write("empty-samples.json", empty)
    newer = schema2(of_processes())
    newer["schema"] = 3
    write("newer.json", newer)


if __name__ == "__main__":
    main()
