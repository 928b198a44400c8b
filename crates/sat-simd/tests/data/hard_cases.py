"""Writes hard_cases.jsonl: `python3 hard_cases.py > hard_cases.jsonl`. Standard library only.

Each case comes with a verdict found by hand. The script derives it a second time, by separating axes and distances in
rational numbers, and refuses to write where the two disagree. Numbers are rounded to f32 first: the verdict is about
the numbers stored.
"""

import json
import struct
from fractions import Fraction

CASES = []
O, I = (0, 0), (1, 0)  # origin, no rotation


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def ulp(x, steps=1):
    """The f32 `steps` above x in magnitude (below, when negative); x must not be zero."""
    return struct.unpack("f", struct.pack("I", struct.unpack("I", struct.pack("f", abs(x)))[0] + steps))[0] * (1 if x > 0 else -1)


def polygon(*vertices, radius=0):
    return {"kind": "polygon", "vertices": vertices, "radius": radius}


def box(x0, y0, x1, y1):
    return polygon((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def rect(x, y):
    return {"kind": "rect", "half": (x, y)}


def circle(radius):
    return {"kind": "circle", "radius": radius}


def segment(a, b):
    return {"kind": "segment", "a": a, "b": b}


def capsule(a, b, radius):
    return {"kind": "capsule", "a": a, "b": b, "radius": radius}


def case(expected, name, source, a, at_a, b, at_b, turn_a=I, turn_b=I):
    CASES.append((expected, name, source, a, (at_a, turn_a), b, (at_b, turn_b)))


# --- the second opinion ----------------------------------------------------------------------------------------------


def exact(x):
    return Fraction(f32(x))


def core(shape):
    kind = shape["kind"]
    if kind == "circle":
        return [(0, 0)]
    if kind == "rect":
        x, y = shape["half"]
        return [(-x, -y), (x, -y), (x, y), (-x, y)]
    return list(shape["vertices"]) if kind == "polygon" else [shape["a"], shape["b"]]


def posed(shape, pose):
    (x, y), (c, s) = ([exact(n) for n in part] for part in pose)
    local = [(exact(p), exact(q)) for p, q in core(shape)]
    return list(dict.fromkeys((x + c * p - s * q, y + s * p + c * q) for p, q in local))


def minus(p, q):
    return (p[0] - q[0], p[1] - q[1])


def dot(p, q):
    return p[0] * q[0] + p[1] * q[1]


def edges(points):
    return [(points[i - 1], points[i]) for i in range(len(points))] if len(points) > 1 else []


def gap(a, b, axis):
    """How far B's shadow begins beyond the end of A's, times the length of the axis."""
    return min(dot(p, axis) for p in b) - max(dot(p, axis) for p in a)


def distance_sq(point, edge):
    start, along = edge[0], minus(edge[1], edge[0])
    t = max(Fraction(0), min(Fraction(1), dot(minus(point, start), along) / dot(along, along)))
    nearest = minus(point, (start[0] + t * along[0], start[1] + t * along[1]))
    return dot(nearest, nearest)


def derive(a, pose_a, b, pose_b):
    cores = [posed(a, pose_a), posed(b, pose_b)]
    reach = sum(exact(shape.get("radius", 0)) for shape in (a, b))
    alongs = [minus(q, p) for points in cores for p, q in edges(points)]
    both = lambda axis: max(gap(*cores, axis), gap(*cores, (-axis[0], -axis[1])))
    across = [both((y, -x)) for x, y in alongs]
    # Where a core is flat, what it is parted by may lie in its line; where both are points, between them.
    flat = [both(along) for along in alongs] + [both(minus(cores[0][0], cores[1][0]))]
    if any(g > 0 for g in across + flat):
        pairs = [(p, e) for one, other in (cores, cores[::-1]) for p in one for e in edges(other)]
        squares = [distance_sq(p, e) for p, e in pairs] or [dot(d, d) for d in [minus(cores[0][0], cores[1][0])]]
        difference = min(squares) - reach * reach
    elif reach > 0:
        difference = -1
    else:
        difference = max(across, default=0)
    return "separated" if difference > 0 else "touching" if difference == 0 else "overlapping"


# --- the cases -------------------------------------------------------------------------------------------------------

S, T, X = "separated", "touching", "overlapping"

source = "polygon and circle article: rectangle (0,0)-(4,3)"
wall = box(0, 0, 4, 3)
case(T, "the worked example: a circle beside the rectangle", source, wall, O, circle(1), (5, 1))
case(X, "the circle a quarter nearer", source, wall, O, circle(1), (4.75, 1))
case(S, "the circle a quarter farther", source, wall, O, circle(1), (5.25, 1))
case(T, "a circle at a corner by 3-4-5", source, wall, O, circle(5), (7, 7))
case(X, "the same with the radius one ulp larger", source, wall, O, circle(ulp(5)), (7, 7))
case(S, "the same with the radius one ulp smaller", source, wall, O, circle(ulp(5, -1)), (7, 7))
case(S, "apart although all four edge axes overlap", source, wall, O, circle(1.25), (5, 4))
case(X, "a circle with its centre on a corner", source, wall, O, circle(1e-30), (4, 3))
case(T, "a point on a corner", source, wall, O, circle(0), (4, 3))
case(X, "a point inside", source, wall, O, circle(0), (2, 1))
case(T, "clockwise with repeated and straight vertices", source,
     polygon((0, 0), (0, 3), (0, 3), (4, 3), (4, 3), (4, 0), (2, 0), (0, 0)), O, circle(1), (5, 1))

source = "canvas article"
case(S, "three radii show an overlap, the nearest corner none", source, box(0, 0, 1, 1), O, circle(1), (1.71875, 1.71875))
case(S, "shadows [1,9] and [10,13]", source, box(1, 0, 9, 16), O, box(10, 0, 13, 16), O)
case(X, "shadows [1,5] and [4,9]", source, box(1, 0, 5, 16), O, box(4, 0, 9, 16), O)

source = "navigation mesh article"
square = box(0, 0, 1, 1)
case(T, "two mesh polygons share an edge", source, square, O, square, (1, 0))
case(X, "squares overlap by 2^-14, below the article's tolerance", source, square, O, square, (1 - 2**-14, 0))
case(X, "small squares cover each other by half", source, box(0, 0, 2**-7, 2**-7), O, box(0, 0, 2**-7, 2**-7), (2**-8, 0))
case(X, "large squares overlap by 2^-10", source, box(0, 0, 1024, 1024), O, box(0, 0, 1024, 1024), (1024 - 2**-10, 0))

source = "C# polygon collision article: the demo"
player = polygon((100, 0), (150, 50), (100, 150), (0, 100))
second = polygon((130, 130), (180, 80), (230, 230))
case(S, "the demo at its start", source, player, O, second, O)
case(T, "the fortieth step down ends in exact contact", source, player, (0, 40), second, O)
case(S, "the thirty-ninth is still free", source, player, (0, 39), second, O)
case(X, "a small box in a large one", source, box(0, -5, 10, 5), O, box(1, -1, 2, 1), O)
case(X, "eleven vertices on the right side do not move the centre", source,
     polygon((0, -20), *[(10, -20 + 4 * k) for k in range(11)], (0, 20)), O, box(6.25, -1, 9.75, 1), O)

source = "rotated rectangles article"
case(X, "a cross: no corner of either is in the other", source, rect(3, 1), O, rect(1, 3), O)
case(T, "corners meet at the sum of the bounding radii", source, box(0, 0, 6, 8), O, box(6, 8, 12, 16), O)
case(S, "one axis overlaps, the other does not", source, box(0, 0, 1, 1), O, box(5, 0, 6, 1), O)
case(T, "boxes on the 3-4-5 grid share a side", source,
     polygon((0, 0), (4, 3), (1, 7), (-3, 4)), O, polygon((4, 3), (8, 6), (5, 10), (1, 7)), O)
case(T, "boxes on the 5-12-13 grid meet in a corner", source,
     polygon((0, 0), (12, 5), (7, 17), (-5, 12)), O, polygon((7, 17), (19, 22), (14, 34), (2, 29)), O)
case(T, "a corner of a box lies on the 20-21-29 slope of another", source,
     polygon((0, 0), (21, 20), (1, 41), (-20, 21)), O, box(10.5, -5, 20, 10), O)
case(S, "the same corner one ulp lower", source,
     polygon((0, 0), (21, 20), (1, 41), (-20, 21)), O, box(10.5, -5, 20, ulp(10, -1)), O)

source = "stored rotations are taken as they are"
turn = (0.6, 0.8)
tile, neighbour = box(-1, -1, 1, 1), box(1, -1, 3, 1)
case(T, "neighbours of one turned floor", source, tile, (7, -3), neighbour, (7, -3), turn, turn)
case(T, "neighbours of a floor turned by an odd angle", source, tile, (0.1, 0.7), neighbour, (0.1, 0.7), (0.2836622, -0.9589243), (0.2836622, -0.9589243))
case(T, "neighbours of a turned floor, a million metres out", source, tile, (1e6, -1234567), neighbour, (1e6, -1234567), turn, turn)
case(X, "0.6 and 0.8 are rounded up: the turned box is a little larger", source, rect(5, 1), O, box(-9, 7, 9, 8), (0, -2.4), turn)
case(X, "a quarter turn is exact: one more ulp of width reaches", source, rect(ulp(2), 1), O, rect(1, 1), (0, 3), (0, 1))
case(T, "a quarter turn is exact", source, rect(2, 1), O, rect(1, 1), (0, 3), (0, 1))

source = "circles by Pythagorean triples"
for a, b, c in [(3, 4, 5), (5, 12, 13), (8, 15, 17), (20, 21, 29), (119, 120, 169), (4059, 4060, 5741)]:
    case(T, f"radii of {c} across ({a}, {b})", source, circle(c - 2), (-1, 1), circle(2), (a - 1, b + 1))
case(S, "across (4059, 4060), one ulp farther", source, circle(5739), O, circle(2), (4059, ulp(4060)))
case(X, "across (4059, 4060), one ulp nearer", source, circle(5739), O, circle(2), (4059, ulp(4060, -1)))
case(T, "3-4-5 among subnormals", source, circle(2 * 2**-149), O, circle(3 * 2**-149), (3 * 2**-149, 4 * 2**-149))
case(S, "3-4-5 among subnormals, one unit farther", source, circle(2 * 2**-149), O, circle(3 * 2**-149), (4 * 2**-149, 4 * 2**-149))
case(T, "3-4-5 times 2^120: squares overflow f32", source, circle(2 * 2.0**120), O, circle(3 * 2.0**120), (3 * 2.0**120, 4 * 2.0**120))
case(X, "discs around points 2^-149 apart", source, circle(1), O, circle(1), (2**-149, 0))

source = "slivers and needles"
needle = polygon((-100, 0), (100, 0), (0, 1e-30))
case(T, "a disc at the tip of a needle 1e-30 high", source, needle, O, circle(1), (101, 0))
case(T, "a disc on the long side of a needle", source, needle, O, circle(1), (0, -1))
case(X, "a disc that touches the line of the long side from above", source, needle, O, circle(1), (0, 1))
case(T, "a point on the ridge of a needle", source, needle, O, circle(0), (0, 1e-30))
case(S, "a point one ulp above the ridge", source, needle, O, circle(0), (0, ulp(1e-30)))
case(S, "two needles back to back, one ulp apart", source, polygon((-1, 0), (1, 0), (0, 1e-20)), O,
     polygon((-1, 0), (1, 0), (0, -1e-20)), (0, ulp(1e-20) + 1e-20))
thin = polygon((0, 0), (1000, 1), (1000, ulp(1)))
case(T, "a sliver one ulp wide at one end touches its own tip", source, thin, O, circle(0), O)
case(S, "a point one ulp below the sliver", source, thin, O, circle(0), (1000, ulp(1, -1)))
case(X, "a segment through the sliver", source, thin, O, segment((999, 0), (999, 2)), O)
case(T, "a segment along the lower side of the sliver", source, thin, O, segment((-1000, -1), (2000, 2)), O)
case(X, "a flat rounded polygon holds a point a radius off, less an ulp", source,
     polygon((-1, 0), (1, 0), (0, 2**-149), radius=1), O, circle(0), (0, ulp(-1, -1)))
case(T, "a flat rounded polygon touches a point a radius off", source,
     polygon((-1, 0), (1, 0), (0, 2**-149), radius=1), O, circle(0), (0, -1))
case(X, "a hair crossing a hair", source, rect(1e3, 1e-38), O, rect(1e-38, 1e3), O)

source = "large and small numbers"
case(T, "boxes of 1e30 side by side", source, rect(1e30, 1e30), (-f32(1e30), 0), rect(1e30, 1e30), (f32(1e30), 0))
case(S, "boxes of 1e30, one ulp apart", source, rect(1e30, 1e30), (-f32(1e30), 0), rect(1e30, 1e30), (ulp(1e30), 0))
case(X, "boxes of 1e30, one ulp deep", source, rect(1e30, 1e30), (-f32(1e30), 0), rect(1e30, 1e30), (ulp(1e30, -1), 0))
case(T, "boxes at the end of the range", source, rect(2.0**126, 2.0**126), (-(2.0**126), 0), rect(2.0**126, 2.0**126), (2.0**126, 0))
case(S, "sum of two far positions overflows", source, rect(1, 1), (-3e38, 0), rect(1, 1), (3e38, 0))
case(T, "subnormal boxes side by side", source, rect(2**-149, 2**-149), O, rect(2**-149, 2**-149), (2**-148, 0))
case(S, "subnormal boxes, one unit apart", source, rect(2**-149, 2**-149), O, rect(2**-149, 2**-149), (3 * 2**-149, 0))
case(X, "subnormal boxes, one unit deep", source, rect(2**-149, 2**-149), O, rect(2**-149, 2**-149), (2**-149, 0))
case(X, "a subnormal triangle in a huge box", source, polygon((0, 0), (2**-149, 0), (0, 2**-149)), O, rect(1e30, 1e30), O)
case(T, "a tiny disc against a huge box", source, rect(2.0**60, 2.0**60), (-(2.0**60), 0), circle(2**-60), (2**-60, 5))
case(S, "a tiny disc one ulp off a huge box", source, rect(2.0**60, 2.0**60), (-(2.0**60), 0), circle(2**-60), (ulp(2**-60), 5))

source = "a million units from the origin"
far = (1e6, -1e6)
case(T, "unit boxes side by side far out", source, rect(0.5, 0.5), far, rect(0.5, 0.5), (1e6 + 1, -1e6))
case(S, "unit boxes a sixteenth apart far out", source, rect(0.5, 0.5), far, rect(0.5, 0.5), (1e6 + 1.0625, -1e6))
case(X, "unit boxes a sixteenth deep far out", source, rect(0.5, 0.5), far, rect(0.5, 0.5), (1e6 + 0.9375, -1e6))
case(T, "3-4-5 circles far out", source, circle(2), far, circle(3), (1e6 + 3, -1e6 + 4))
case(S, "two triangles whose rounded vertices would meet", source,
     polygon((0, 0), (0.03, 0), (0, 0.03)), far, polygon((0.031, 0), (0.06, 0), (0.06, 0.03)), far)
hexagon = polygon((1, 0), (0.5, 0.8660254), (-0.5, 0.8660254), (-1, 0), (-0.5, -0.8660254), (0.5, -0.8660254))
case(X, "D1: hexagons that another library loses at 1e6", "defect D1", hexagon, (1e6, 1e6), hexagon, (1e6 + 1.5, 1e6 + 0.25), I, (0.921061, 0.3894183))

source = "segments and points"
case(X, "crossing segments", source, segment((-1, 0), (1, 0)), O, segment((0, -1), (0, 1)), O)
case(T, "a T of segments", source, segment((-1, 0), (1, 0)), O, segment((0, 0), (0, 1)), O)
case(T, "segments end to end", source, segment((-1, 0), (0, 0)), O, segment((0, 0), (5, 7)), O)
case(T, "collinear segments that share a stretch", source, segment((0, 0), (2, 2)), O, segment((1, 1), (3, 3)), O)
case(S, "collinear segments one ulp apart", source, segment((0, 0), (1, 1)), O, segment((ulp(1), ulp(1)), (3, 3)), O)
case(T, "the same segment twice", source, segment((3, 1), (-2, 7)), O, segment((3, 1), (-2, 7)), O)
case(T, "two points in one place", source, segment((1, 1), (1, 1)), O, circle(0), (1, 1))
case(S, "two points 2^-149 apart", source, segment((0, 0), (0, 0)), O, circle(0), (2**-149, 0))
case(T, "a point on a segment of slope 1/3", source, segment((0, 0), (3, 1)), O, circle(0), (1.5, 0.5))
case(S, "a point one ulp beside it", source, segment((0, 0), (3, 1)), O, circle(0), (1.5, ulp(0.5)))
case(X, "a point-like segment inside a box", source, rect(1, 1), O, segment((0.5, 0.5), (0.5, 0.5)), O)
case(T, "a segment along the side of a box", source, rect(1, 1), O, segment((-9, 1), (9, 1)), O)
case(X, "a segment along the diagonal of a box", source, rect(1, 1), O, segment((-9, -9), (9, 9)), O)
case(T, "a segment through one corner of a box", source, rect(1, 1), O, segment((0, 2), (2, 0)), O)
case(X, "the same, one ulp lower", source, rect(1, 1), O, segment((0, ulp(2, -1)), (2, 0)), O)
case(X, "a capsule without length is a disc", source, capsule((1, 1), (1, 1), 2), O, circle(3), (4, ulp(5, -1)))
case(T, "a capsule without length touches as a disc", source, capsule((1, 1), (1, 1), 2), O, circle(3), (4, 5))
case(T, "capsules without radius cross at an end", source, capsule((0, 0), (4, 4), 0), O, capsule((2, 2), (9, 2), 0), O)

source = "nearly parallel edges"
case(S, "long boxes that lean by one ulp do not reach each other", source,
     polygon((-1000, 0), (1000, 0), (1000, -1), (-1000, -1)), O, polygon((-1000, 2**-149), (1000, 1), (1000, 2), (-1000, 2)), O)
case(T, "a long wedge rests on its end", source,
     polygon((-1000, 0), (1000, 0), (1000, -1), (-1000, -1)), O, polygon((-1000, 0), (1000, 2**-149), (1000, 2), (-1000, 2)), O)
case(X, "the wedge dips by one subnormal", source,
     polygon((-1000, 0), (1000, 0), (1000, -1), (-1000, -1)), O, polygon((-1000, -(2**-149)), (1000, 1), (1000, 2), (-1000, 2)), O)
case(S, "parallel segments 2^-149 apart", source, segment((-1e30, 0), (1e30, 0)), O, segment((-1e30, 2**-149), (1e30, 2**-149)), O)
case(X, "segments that cross at an angle of 2^-149 / 1e30", source, segment((-1e30, 0), (1e30, 0)), O, segment((-1e30, -(2**-149)), (1e30, 2**-149)), O)

source = "defects of other libraries"
unit = box(-1, -1, 1, 1)
for name, at in [("right", (2, 0)), ("left", (-2, 0)), ("above", (0, 2)), ("below, slid", (0.25, -2))]:
    case(T, f"D3: touching squares, second {name}", "defect D3", unit, O, unit, at)
case(X, "D4: identical polygons in one place", "defect D4", unit, O, unit, O)
case(T, "D5: a capsule stands on the ground", "defect D5", capsule((0, -0.25), (0, 0.25), 0.5), (6.0373735, 2.75), rect(4, 0.5), (4, 1.5))
case(S, "D7: small squares with a gap", "defect D7", rect(1e-4, 1e-4), O, rect(1e-4, 1e-4), (3e-4, 0))
case(X, "D7: small squares, half a half extent deep", "defect D7", rect(1e-4, 1e-4), O, rect(1e-4, 1e-4), (1.5e-4, 0))
case(X, "D8: a box sunk into very long ground", "defect D8", rect(1e4, 1), O, rect(0.5, 0.5), (-9498.575, 1.4))
case(X, "D9: a clockwise outline", "defect D9", polygon((-1, -1), (-1, 1), (1, 1), (1, -1)), O, unit, (1.875, 0))
case(T, "D11: a triangle 1e-3 high and 200 long", "defect D11", polygon((-100, 0), (100, 0), (0, 1e-3)), O, circle(1), (101, 0))
case(T, "D13: a shape that touches and slides along", "defect D13", rect(1, 1), (0, 2), rect(50, 1), O)
case(X, "D14: equal circles in one place", "defect D14", circle(1), (3, 4), circle(1), (3, 4))
case(X, "D15: a square that stands far from its position", "defect D15", unit, (0.5, 0), box(-101, -1, -99, 1), (100, 0))
case(X, "D16: a capsule half over the end of a box", "defect D16", capsule((-1, 0), (1, 0), 0.25), (1.5, 0.745), rect(1, 0.5), O)

source = "issue trackers"
case(T, "parry 35: balls at the time of impact", "parry #35", circle(0.5), (9, 0), circle(0.5), (10, 0))
case(T, "parry 76: a triangle without height, as a segment", "parry #76", segment((-2.871, 17.464), (1.629, 17.464)), O, circle(0), (-1.521, 17.464))
case(T, "parry 109: segments that meet at their ends", "parry #109", segment((0, 0), (1, 1)), O, segment((1, 1), (2, 0)), O)
case(T, "parry 168: a ball beside the end of a line", "parry #168", segment((-10, 0), (10, 0)), O, circle(1), (11, 0))
case(S, "parry 168: a ball diagonally off the end", "parry #168", segment((-10, 0), (10, 0)), O, circle(1), (11, 1))
case(X, "parry 168: a ball over the end", "parry #168", segment((-10, 0), (10, 0)), O, circle(1), (10.5, 0.5))
case(T, "parry 315: unit boxes side by side", "parry #315", rect(0.5, 0.5), (0.5, 0.5), rect(0.5, 0.5), (1.5, 0.5))
case(X, "parry 415: a segment through a tall box", "parry #415", segment((60, 10), (10, 0)), O, rect(10, 100), (50, 50))
case(X, "parry 396: one shape wholly inside the other", "parry #396", box(-4, -4, 4, 4), O, circle(0.1), (1, 1))
case(S, "parry 431: the distance is the same in both orders", "parry #431", rect(1, 1), O, rect(1, 2), (-5.573167, 0))
case(T, "collision-rs 111: a corner in the middle of a side", "collision-rs #111 and #115, by description", box(-1, -1, 1, 1), O, polygon((1, 0), (2, -1), (3, 0), (2, 1)), O)
case(T, "cute_headers 256: a diamond against a square at 40 units", "cute_headers #256", polygon((39, 40), (40, 39), (41, 40), (40, 41)), O, box(41, 39, 43, 41), O)
case(S, "chipmunk: a centre in line with an edge", "Chipmunk2D, by measurement", box(0, 0, 10, 10), O, circle(45), (0, -50))
case(T, "parry 214: the corner of a box at the face of a slab", "parry #214", rect(1, 1), (8, 2.5), rect(1, 1.5), (10, 0))

names = set()
for expected, name, source, a, pose_a, b, pose_b in CASES:
    assert name not in names, name
    names.add(name)
    assert derive(a, pose_a, b, pose_b) == expected, (name, expected, derive(a, pose_a, b, pose_b))
    assert derive(b, pose_b, a, pose_a) == expected, name


def short(x):
    """The shortest decimal that is read back as this f32."""
    x = f32(x)
    text = next(t for t in (f"{x:.{digits}g}" for digits in range(1, 18)) if f32(float(t)) == x)
    return int(text) if text.lstrip("-").isdigit() and len(text) < 8 else float(text)


def shortened(value):
    if isinstance(value, dict):
        return {key: shortened(v) for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [shortened(v) for v in value]
    return value if isinstance(value, str) else short(value)


for expected, name, source, a, pose_a, b, pose_b in CASES:
    pose = lambda at: {"translation": at[0], "rotation": at[1]}
    line = {"name": name, "source": source, "a": a, "pose_a": pose(pose_a), "b": b, "pose_b": pose(pose_b)}
    print(json.dumps(shortened(line) | {"relation": expected}))
