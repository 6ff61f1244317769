#!/usr/bin/env python3
"""Prints the sets of samples that the statistics are checked on: name,value,value,...

The first nine sets come from one generator, in this order.  Others follow for sizes and shapes
that those leave out.  Usage: make_samples.py > samples.csv
"""
import random


def reference_sets():
    rng = random.Random(2026)

    def lognormal(mu, sigma, count):
        return [round(rng.lognormvariate(mu, sigma), 3) for _ in range(count)]

    yield "float_a", lognormal(4.6, 0.05, 40)
    yield "float_b", lognormal(4.65, 0.05, 35)
    yield "ties_a", [rng.randint(100, 110) for _ in range(30)]
    yield "ties_b", [rng.randint(103, 113) for _ in range(25)]
    yield "same_a", lognormal(5.0, 0.03, 50)
    yield "same_b", lognormal(5.0, 0.03, 50)
    yield "small_a", [10.1, 10.4, 9.9, 10.2, 10.0]
    yield "small_b", [10.9, 11.2, 10.7, 11.0, 11.4, 10.8]
    yield "spiky", lognormal(4.6, 0.02, 60) + [400, 520, 20]


def further_sets():
    """Pairs name_x, name_y; full precision, so free of ties unless rounded."""
    shapes = [
        ("exact_3_3", 3, 3, 0.5), ("exact_4_4", 4, 4, 3.0), ("exact_5_5", 5, 5, 0.3),
        ("exact_7_12", 7, 12, 0.8), ("exact_1_9", 1, 9, 0.0), ("exact_20_20", 20, 20, 0.4),
        ("exact_49_49", 49, 49, 0.3), ("exact_49_6", 49, 6, -1.0), ("exact_30_45", 30, 45, 0.0),
        ("large_50_49", 50, 49, 0.2), ("large_120_90", 120, 90, -0.3),
        ("large_400_300", 400, 300, 0.02),
    ]
    for seed, (name, count_x, count_y, shift) in enumerate(shapes, start=1):
        rng = random.Random(seed)
        yield name + "_x", [rng.gauss(10.0 + shift, 1.0) for _ in range(count_x)]
        yield name + "_y", [rng.gauss(10.0, 1.0) for _ in range(count_y)]
    rng = random.Random(99)
    yield "rounded_15_20_x", [round(rng.gauss(5.4, 1.0), 1) for _ in range(15)]
    yield "rounded_15_20_y", [round(rng.gauss(5.0, 1.0), 1) for _ in range(20)]
    yield "coarse_80_70_x", [rng.randint(0, 3) for _ in range(80)]
    yield "coarse_80_70_y", [rng.randint(0, 4) for _ in range(70)]


if __name__ == "__main__":
    for generate in (reference_sets, further_sets):
        for set_name, values in generate():
            print(",".join([set_name] + [repr(value) for value in values]))
