#!/usr/bin/env python3
"""Prints sets of frame times in ns that host/pacing is checked on: name,value,value,...

Each follows z' = rho z + sqrt(1 - rho^2) e with a mean of 10 ms and a standard deviation of 1 ms; the
spiky one has a frame of three times the length now and then.  make_frame_times.py > frame_times.csv
"""
import random


def series(rng, count, rho, spikes):
    z = rng.gauss(0, 1)
    for _ in range(count):
        z = rho * z + (1 - rho * rho) ** 0.5 * rng.gauss(0, 1)
        length = 10e6 + 1e6 * z
        yield round(length * 3 if rng.random() < spikes else length)


rng = random.Random(2026)
for name, count, rho, spikes in (("white", 1000, 0, 0), ("steady", 1500, 0.9, 0),
                                 ("spiky", 1500, 0.7, 0.01), ("few", 120, 0.5, 0)):
    print(",".join([name] + [str(value) for value in series(rng, count, rho, spikes)]))
