"""Solves one Gromov-Wasserstein problem with POT (Python Optimal Transport) and prints its figures as JSON.

usage: pot_race.py DX.npy DY.npy [EPSILON]

Without EPSILON conditional gradient from the product coupling, with it entropic GW
by projected gradient from there.
"""
import json
import sys
import time
import warnings

import numpy as np

warnings.filterwarnings("ignore")
import ot  # noqa: E402  (after the filter: it warns about backends on import)

dx, dy = np.load(sys.argv[1]), np.load(sys.argv[2])
a, b = ot.unif(len(dx)), ot.unif(len(dy))
wall, cpu = time.perf_counter(), time.process_time()
if len(sys.argv) > 3:
    plan, log = ot.gromov.entropic_gromov_wasserstein(dx, dy, a, b, "square_loss", epsilon=float(sys.argv[3]), log=True)
else:
    plan, log = ot.gromov.gromov_wasserstein(dx, dy, a, b, "square_loss", log=True)
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
entropy = -float(np.sum(plan[plan > 0] * np.log(plan[plan > 0])))
print(json.dumps({"version": ot.__version__, "wall": wall, "cpu": cpu, "loss": float(log["gw_dist"]), "entropy": entropy}))
