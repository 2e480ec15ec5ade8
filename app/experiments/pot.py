"""Solves one Gromov-Wasserstein problem with POT (Python Optimal Transport) and prints its time and loss as JSON.

usage: pot.py DX.npy DY.npy [A.npy B.npy]
"""
import json
import sys
import time
import warnings

import numpy as np

warnings.filterwarnings("ignore")
import ot  # noqa: E402  (after the filter: it warns about backends on import)

dx, dy = np.load(sys.argv[1]), np.load(sys.argv[2])
a = np.load(sys.argv[3]).ravel() if len(sys.argv) > 3 else ot.unif(len(dx))
b = np.load(sys.argv[4]).ravel() if len(sys.argv) > 4 else ot.unif(len(dy))
start = time.perf_counter()
plan, log = ot.gromov.gromov_wasserstein(dx, dy, a, b, "square_loss", log=True)
seconds = time.perf_counter() - start
target = plan.argmax(axis=1)
print(json.dumps({"version": ot.__version__, "seconds": seconds, "loss": float(log["gw_dist"]), "target": target.tolist()}))
