"""The forward pass of the amortised matcher in PyTorch, from a file of weights.

    python3 pytorch.py WEIGHTS X Y [THREADS [REPEATS [DEVICE]]]

X and Y are rows of inputs, float32, one file each. Prints what it tells of both shapes, a
line each, and then the least time of a pass in milliseconds: processor time of one
thread, wall time otherwise. Layers are written as in torch.nn.MultiheadAttention: the
projections in one product, both shapes in one batch where they have as many points.
"""
import json
import struct
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

weights, x, y = sys.argv[1:4]
threads = int(sys.argv[4]) if len(sys.argv) > 4 else 1
repeats = int(sys.argv[5]) if len(sys.argv) > 5 else 1
device = sys.argv[6] if len(sys.argv) > 6 else "cpu"
torch.set_num_threads(threads)

data = open(weights, "rb").read()
version, length = struct.unpack("<II", data[8:16])
header = json.loads(data[16 : 16 + length])
c = header["config"]
values = torch.from_numpy(np.frombuffer(data[16 + length : len(data) - 32], np.float32).copy())
inputs = c["neighbors"] + c.get("quantiles", 0) + c.get("geodesics", 0)
inputs += 58 * c.get("heights", False) + 28 * c.get("local", False) + 6 * c.get("invariants", False)
w, at = {}, 0


def take(name, rows, cols):
    global at
    w[name] = values[at : at + rows * cols].reshape(rows, cols).to(device)
    at += rows * cols


def take_linear(name, out, inp):
    take(name + ".weight", out, inp)
    take(name + ".bias", 1, out)


def take_norm(name):
    take(name + ".norm.gain", 1, c["width"])
    take(name + ".norm.bias", 1, c["width"])


PARTS = {"S": ["self"], "C": ["cross"], "SC": ["self", "cross"], "CS": ["cross", "self"]}
d, wide, dc = c["width"], c["expansion"] * c["width"], c["context"]


def take_stack(name, blocks):
    for k, block in enumerate(blocks):
        for part in PARTS[block]:
            p = f"{name}.{k}.{part}"
            for q in "q", "k", "v", "out":
                take_linear(f"{p}.{q}", d, d)
            take_norm(p)
            w[p + ".qkv.weight"] = torch.cat([w[f"{p}.{q}.weight"] for q in "qkv"])
            w[p + ".qkv.bias"] = torch.cat([w[f"{p}.{q}.bias"] for q in "qkv"], 1)
        take_linear(f"{name}.{k}.mlp.up", wide, d)
        take_linear(f"{name}.{k}.mlp.down", d, wide)
        take_norm(f"{name}.{k}.mlp")


take("input.shift", 1, inputs)
take("input.scale", 1, inputs)
take_linear("token.0", c["hidden"], inputs)
take_linear("token.1", c["token"], c["hidden"])
take_linear("embed", d, c["token"])
take_stack("encoder", c["encoder"])
take_linear("context.0", dc, c["token"])
take_linear("context.1", dc, dc)
take_linear("context.out", dc, dc)
take_linear("join", d, d + dc)
take_stack("head", c["head"] or [])
outputs = 7 if c.get("places") else 1
take("readout.weight", outputs, d)
w["readout.bias"] = torch.zeros(1, 1, device=device)
if c.get("places"):
    take("readout.bias", 1, outputs)


def linear(h, name):
    return F.linear(h, w[name + ".weight"], w[name + ".bias"][0])


def norm(h, name):
    return F.layer_norm(h, (d,), w[name + ".norm.gain"][0], w[name + ".norm.bias"][0], 1e-5)


def heads(h):
    b, n, _ = h.shape
    return h.reshape(b, n, c["heads"], d // c["heads"]).transpose(1, 2).reshape(b * c["heads"], n, -1)


def attention(q, k, v):
    b, n, _ = q.shape
    q, k, v = heads(q), heads(k), heads(v)
    p = torch.softmax(torch.bmm(q * (d // c["heads"]) ** -0.5, k.transpose(1, 2)), -1)
    return torch.bmm(p, v).reshape(b, c["heads"], n, -1).transpose(1, 2).reshape(b, n, d)


def attend(streams, name, cross):
    qkv = [linear(h, name + ".qkv").chunk(3, -1) for h in streams]
    if not cross:
        out = [attention(q, k, v) for q, k, v in qkv]
    elif len(streams) == 1:
        q, k, v = qkv[0]
        out = [attention(q, k.flip(0), v.flip(0))]
    else:
        out = [attention(qkv[i][0], qkv[1 - i][1], qkv[1 - i][2]) for i in range(2)]
    return [norm(h + linear(o, name + ".out"), name) for h, o in zip(streams, out)]


def stack(streams, name, blocks):
    for k, block in enumerate(blocks):
        for part in PARTS[block]:
            streams = attend(streams, f"{name}.{k}.{part}", part == "cross")
        m = f"{name}.{k}.mlp"
        streams = [norm(h + linear(F.gelu(linear(h, m + ".up")), m + ".down"), m) for h in streams]
    return streams


def forward(streams):
    """streams: one batch of two shapes, or two batches of one."""
    tokens = [linear(F.gelu(linear((h - w["input.shift"]) * w["input.scale"], "token.0")), "token.1") for h in streams]
    h = stack([linear(t, "embed") for t in tokens], "encoder", c["encoder"])
    pooled = [linear(F.gelu(linear(t, "context.0")), "context.1").mean(1) for t in tokens]
    context = linear(torch.cat(pooled), "context.out").mean(0, keepdim=True)
    h = [linear(torch.cat([t, context[None].expand(t.shape[0], t.shape[1], dc)], -1), "join") for t in h]
    h = stack(h, "head", c["head"] or [])
    return [(F.linear(t, w["readout.weight"]) + w["readout.bias"][0]).flatten(1) for t in h]


def load(path):
    return torch.from_numpy(np.fromfile(path, np.float32).reshape(1, -1, inputs)).to(device)


with torch.no_grad():
    x, y = load(x), load(y)
    streams = [torch.cat([x, y])] if x.shape == y.shape else [x, y]
    clock = time.process_time if threads == 1 and device == "cpu" else time.perf_counter
    least = float("inf")
    for _ in range(repeats):
        begin = clock()
        scores = forward(streams)
        if device != "cpu":
            torch.cuda.synchronize()
        least = min(least, clock() - begin)
    for batch in scores:
        for row in batch:
            print(*row.tolist())
    print(1e3 * least)
