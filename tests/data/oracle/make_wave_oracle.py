#!/usr/bin/env python3
"""The slowest wave of the sets in samples.csv, as a trend would have it, and what noise would have there:
by SciPy's cosine transform and NumPy's fit of a line.

make_wave_oracle.py samples.csv > wave_oracle.csv; each line is set,amplitude,noise,freedom.
"""
import sys

import numpy
from scipy import fft

for line in open(sys.argv[1]):
    name, *values = line.strip().split(",")
    n = len(values)
    if n < 10:
        continue
    x = numpy.array(values, dtype=float)
    level = x - numpy.polyval(numpy.polyfit(numpy.arange(n), x, 1), numpy.arange(n))
    correlation = (level[1:] * level[:-1]).sum() / (level ** 2).sum()
    share = min(max((n * correlation + 2) / (n - 4), 0), 0.9)
    waves = max(4, int(numpy.floor(0.37 * n ** (2 / 3) + 0.5)))
    shape = (1 - share) ** 2 / abs(1 - share * numpy.exp(-1j * numpy.pi * numpy.arange(n) / n)) ** 2
    # SciPy's orthonormal transform has the amplitude of each wave itself.
    amplitude = fft.dct(x, type=2, norm="ortho")[1]
    others = fft.dct(level, type=2, norm="ortho")[2:waves + 2] ** 2
    noise = ((others / shape[2:waves + 2]).mean() * shape[1]) ** 0.5
    print(",".join([name] + [repr(float(v)) for v in (amplitude, noise, waves * (1 - share ** 2))]))
