"""Read the files of a match. Needs NumPy alone.

    gwscope match A.ply B.ply --export standard,plan --out out
    python3 match.py out

As a module: read_result, read_map, read_plan, carry.
"""
import json
import os
import sys

import numpy as np

SCHEMA = 1  # of result.json; members may be added, see: gwscope schema


def read_result(folder):
    """result.json as a dictionary."""
    with open(os.path.join(folder, "result.json"), encoding="utf-8") as f:
        result = json.load(f)
    if result["schema"] != SCHEMA:
        raise SystemExit(f"result.json has schema {result['schema']}, this script knows {SCHEMA}")
    return result


def read_map(folder, way="a_to_b"):
    """A map as a record array: one row for each vertex of the source, in file order.

    target: nearest vertex; face, b0, b1, b2: the triangle and the weights of its corners;
    x, y, z: the place; confidence in [0, 1]. Indices count from 0, -1 says unknown.
    """
    return np.genfromtxt(os.path.join(folder, f"map_{way}.csv"), delimiter=",", names=True)


def read_plan(folder):
    """The coupling of the samples, dense (n x m)."""
    with np.load(os.path.join(folder, "plan.npz"), allow_pickle=False) as z:
        plan = np.zeros(z["shape"])
        for i in range(len(z["indptr"]) - 1):
            at = slice(z["indptr"][i], z["indptr"][i + 1])
            plan[i, z["indices"][at]] = z["data"][at]
    return plan


def carry(values_on_a, map_b_to_a):
    """Values at A's vertices, carried to B's vertices by the map from B to A."""
    target = map_b_to_a["target"].astype(int)
    values = np.asarray(values_on_a, float)[np.maximum(target, 0)]
    values[target < 0] = np.nan
    return values


def show(folder):
    """Both maps as point clouds in Polyscope, where it is installed."""
    import polyscope as ps

    ps.init()
    for way in ("a_to_b", "b_to_a"):
        m = read_map(folder, way)
        cloud = ps.register_point_cloud(way, np.c_[m["x"], m["y"], m["z"]])
        cloud.add_scalar_quantity("confidence", m["confidence"], enabled=True)
    ps.show()


def main(folder):
    result = read_result(folder)
    a_to_b, b_to_a = read_map(folder, "a_to_b"), read_map(folder, "b_to_a")
    print(f"GW2 {result['gw2']:.6f}, uncertain: {result['uncertain']}")
    print(f"mean confidence {a_to_b['confidence'].mean():.3f} of {len(a_to_b)} vertices")
    numbers = carry(np.arange(len(a_to_b)), b_to_a)
    print(f"{np.unique(numbers).size} of {len(a_to_b)} vertices of A are used on B")
    if os.path.exists(os.path.join(folder, "plan.npz")):
        plan = read_plan(folder)
        print(f"plan {plan.shape[0]} x {plan.shape[1]}, mass {plan.sum():.6f}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "out")
