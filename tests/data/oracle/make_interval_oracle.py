#!/usr/bin/env python3
"""Intervals of medians of samples that resemble their neighbours, worked out from the definition in
docs/how-numbers-are-computed.md by SciPy: its cosine transform, its distributions, its root finder.

make_interval_oracle.py samples.csv > interval_oracle.csv; each line is
set,confidence,low,high,reached,effective samples,inflation,freedom,persistence.  A set "walk" and a set
"alternating" are made here and printed first, as series,name,value,...
"""
import random
import sys

import numpy
from scipy import fft, optimize, special, stats


def dependence(values):
    x = numpy.asarray(values, dtype=float)
    n = len(x)
    x = x - x.mean()
    waves = max(4, int(numpy.floor(0.37 * n ** (2 / 3) + 0.5)))
    if not (x ** 2).sum() > 0:
        return 1.0, float(waves), 0.0
    correlation = (x[1:] * x[:-1]).sum() / (x ** 2).sum()
    share = min(max((n * correlation + 1) / (n - 3), 0), 0.9)
    # SciPy's transform of type 2 is 2 sum x cos(pi k (i + 1/2) / n).
    power = (fft.dct(x, type=2)[1:waves + 1] / 2) ** 2 * 2 / n
    turn = numpy.pi * numpy.arange(1, waves + 1) / n
    shape = (1 - share) ** 2 / abs(1 - share * numpy.exp(-1j * turn)) ** 2
    inflation = max(0.05, (power / shape).mean() / (x ** 2).mean())
    return inflation, waves * (1 - share ** 2), share


def interval(values, confidence):
    x = numpy.asarray(values, dtype=float)
    n = len(x)
    inflation, freedom, share = dependence(numpy.sign(x - numpy.median(x)))
    count = n / inflation
    tail = stats.norm.sf(stats.t.isf((1 - confidence) / 2, freedom))
    below = lambda rank: special.betainc(count - rank + 1, rank, 0.5)
    rank = 0
    if below(1e-9) < tail:
        rank = optimize.brentq(lambda r: below(r) - tail, 1e-9, (count + 1) / 2, xtol=1e-15, rtol=1e-14)
    rank *= (n + 1) / (count + 1)
    reached = confidence
    if rank < 1:
        rank = 1
        reached = 1 - 2 * stats.t.sf(stats.norm.isf(below((count + 1) / (n + 1))), freedom)
    low = numpy.percentile(x, 100 * (rank - 1) / (n - 1))
    high = numpy.percentile(x, 100 * (n - rank) / (n - 1))
    return low, high, reached, count, inflation, freedom, share


sets = {}
for line in open(sys.argv[1]):
    name, *values = line.strip().split(",")
    sets[name] = [float(value) for value in values]
rng = random.Random(50)
value = 0.0
walk = []
for _ in range(120):
    value = 0.7 * value + rng.gauss(0, 1)
    walk.append(100 + value)
made = {"walk": walk, "alternating": [10 + (i % 2) + 0.2 * rng.random() for i in range(40)],
        "short": walk[:12], "step": walk[:15] + [v + 50 for v in walk[15:30]]}
for name, values in made.items():
    print(",".join(["series", name] + [repr(value) for value in values]))
for name, values in {**sets, **made}.items():
    if len(values) < 10:
        continue
    for confidence in (0.9, 0.95, 0.99):
        print(",".join([name, repr(confidence)] + [repr(float(v)) for v in interval(values, confidence)]))
