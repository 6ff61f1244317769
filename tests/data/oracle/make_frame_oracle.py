#!/usr/bin/env python3
"""Figures, block lengths and errors of the sets in frame_times.csv, with NumPy and by other ways than
host/pacing: whole arrays are resampled and given to numpy.percentile.

make_frame_oracle.py frame_times.csv > frame_oracle.csv; each line is set,figure,value,error of its
logarithm over 20,000 resamples, or set,block,length by Politis and White.
"""
import sys

import numpy


def lows(lengths, share):
    ordered = numpy.sort(lengths)[::-1]
    slowest = ordered[:int(numpy.ceil(len(ordered) * share - 1e-9))]
    taken = numpy.cumsum(ordered)
    return slowest.mean(), ordered[numpy.argmax(taken >= share * lengths.sum())]


def figures(lengths):
    yield "mean", lengths.mean()
    yield "median", numpy.percentile(lengths, 50)
    for share, at_least, percent in ((0.01, 100, 99), (0.001, 1000, 99.9)):
        if len(lengths) >= at_least:
            average, integral = lows(lengths, share)
            name = "low%g" % (100 * share)
            yield "p%g" % percent, numpy.percentile(lengths, percent)
            yield name, average
            yield name + "_integral", integral


def block_length(lengths):
    """Politis and White (2004), Patton, Politis and White (2009): circular blocks."""
    n = len(lengths)
    x = lengths - lengths.mean()
    quiet = max(5, int(numpy.ceil(numpy.sqrt(numpy.log10(n)))))
    most = max(int(numpy.ceil(numpy.sqrt(n))) + quiet, n // 20)
    r = numpy.correlate(x, x, "full")[n - 1:] / n
    small = numpy.abs(r / r[0]) < 2 * numpy.sqrt(numpy.log10(n) / n)
    last = next((lag for lag in range(0, most - quiet + 1) if small[lag + 1:lag + 1 + quiet].all()), most)
    m = min(2 * max(last, 1), most)
    lags = numpy.arange(-m, m + 1)
    weight = numpy.clip(2 * (1 - numpy.abs(lags) / m), 0, 1)
    g = numpy.sum(weight * numpy.abs(lags) * r[numpy.abs(lags)])
    spectrum = numpy.sum(weight * r[numpy.abs(lags)])
    length = (2 * g * g / (4 / 3 * spectrum ** 2) * n) ** (1 / 3)
    return min(max(length, 1), numpy.ceil(min(3 * numpy.sqrt(n), n / 3)))


rng = numpy.random.default_rng(2026)
for line in open(sys.argv[1]):
    name, *values = line.strip().split(",")
    lengths = numpy.array(values, dtype=float)
    n = len(lengths)
    best = block_length(lengths)
    print(f"{name},block,{best!r}")
    block = int(numpy.ceil(min(2 * best, n // 10)))
    drawn = {}
    for _ in range(20000):
        begins = rng.integers(0, n, -(-n // block))
        places = ((begins[:, None] + numpy.arange(block)).ravel() % n)[:n]
        for figure, value in figures(lengths[places]):
            drawn.setdefault(figure, []).append(numpy.log(value))
    for figure, value in figures(lengths):
        print(f"{name},{figure},{float(value)!r},{float(numpy.std(drawn[figure], ddof=1))!r}")
