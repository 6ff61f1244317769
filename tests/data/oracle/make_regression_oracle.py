#!/usr/bin/env python3
"""Slopes by SciPy: stats.linregress and stats.theilslopes.

make_regression_oracle.py > regression_oracle.csv; lines come in threes: x,SET,values...; y,SET,values...;
line,SET,slope,intercept,R squared,error of the slope,low,high,Theil-Sen slope,intercept,low,high
"""
import random

from scipy import special, stats

rng = random.Random(11)


def growing(most):
    n = 0
    while True:
        n += max(1, n // 10)
        if n > most:
            return
        yield n


def t_quantile(freedom):
    """97.5 %; by the beta distribution, as stats.t of this version has nine digits only."""
    share = special.betaincinv(freedom / 2, 0.5, 0.05)
    return (freedom * (1 - share) / share) ** 0.5


sets = {}
x = list(growing(1_000_000))
sets["clean"] = x, [1000 + 38.25 * n for n in x]
sets["noisy"] = x, [round(800 + 38.25 * n * rng.lognormvariate(0, 0.02)) for n in x]
sets["disturbed"] = x, [round(800 + 5 * n * (3 if rng.random() < 0.15 else 1)) for n in x]
sets["few"] = [1, 2, 3], [110, 205, 330]
sets["repeated"] = [rng.randint(1, 12) for _ in range(60)], [rng.randint(5, 40) for _ in range(60)]
sets["falling"] = [rng.random() for _ in range(41)], [rng.gauss(0, 1) for _ in range(41)]
sets["falling"] = sets["falling"][0], [v - 3 * u for u, v in zip(*sets["falling"])]
sets["far"] = [1e9 + 10 * i for i in range(30)], [2e9 + 35 * i + rng.gauss(0, 4) for i in range(30)]
sets["flat"] = list(range(20)), [5] * 20
for name, (x, y) in sets.items():
    line = stats.linregress(x, y)
    robust = stats.theilslopes(y, x, 0.95)
    reach = t_quantile(len(x) - 2) * line.stderr
    r_squared = 1 if name == "flat" else line.rvalue ** 2
    low, high = ("NA", "NA") if name == "flat" else map(repr, map(float, robust[2:4]))
    print(",".join(["x", name] + [repr(v) for v in x]))
    print(",".join(["y", name] + [repr(v) for v in y]))
    numbers = [line.slope, line.intercept, r_squared, line.stderr, line.slope - reach, line.slope + reach,
               robust[0], robust[1]]
    print(",".join(["line", name] + [repr(float(v)) for v in numbers] + [low, high]))
