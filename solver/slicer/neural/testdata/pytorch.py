"""One training step of the network of BenchmarkStep in PyTorch, on as many threads.

    python3 pytorch.py [THREADS [DEVICE [N BINS WIDTH DEPTH]]]

The soft sort takes its thresholds at quantiles of the sorted scores instead of the
closed form, whose recurrences PyTorch has no fast way to run: what is timed is a little
less work than what BenchmarkStep does. Times are the least of five, in processor time
of one thread (wall time of several, or of a card).
"""
import sys
import time

import torch

threads = int(sys.argv[1]) if len(sys.argv) > 1 else 2
device = sys.argv[2] if len(sys.argv) > 2 else "cpu"
torch.set_num_threads(threads)
torch.manual_seed(1)


class Soft(torch.autograd.Function):
    """LapSum with thresholds given at the quantiles: forward and backward passes only."""

    @staticmethod
    def forward(ctx, s, bins, tau):
        n = s.numel()
        order, _ = torch.sort(s)
        at = torch.arange(1, bins, device=s.device) * n // bins
        b = (order[at - 1] + order[at]) / 2
        u = (b[None, :] - s[:, None]) / tau
        e = torch.exp(-u.abs()) / 2
        f = torch.where(u <= 0, e, 1 - e)
        soft = torch.empty(n, bins, device=s.device)
        soft[:, 0] = f[:, 0]
        soft[:, 1:-1] = f[:, 1:] - f[:, :-1]
        soft[:, -1] = 1 - f[:, -1]
        ctx.save_for_backward(e)
        ctx.tau = tau
        return soft

    @staticmethod
    def backward(ctx, g):
        (e,) = ctx.saved_tensors
        h = g[:, :-1] - g[:, 1:]
        mean = (h * e).sum(0) / e.sum(0)
        return (e * (mean[None, :] - h)).sum(1) / ctx.tau, None, None


def step_time(n, bins, tau=0.1, width=512, depth=4):
    layers = [torch.nn.Linear(128, width), torch.nn.ReLU()]
    for _ in range(depth - 1):
        layers += [torch.nn.Linear(width, width), torch.nn.ReLU()]
    f = torch.nn.Sequential(*layers, torch.nn.Linear(width, 1)).to(device)
    lift = torch.nn.Linear(6, 6).to(device)
    omega = torch.randn(6, 128, device=device)
    phase = torch.rand(128, device=device) * 6.28
    x, y = torch.randn(n, 6, device=device), torch.randn(n, 6, device=device)
    dx, dy = torch.cdist(x, x) / n ** 2, torch.cdist(y, y) / n ** 2
    params = list(f.parameters()) + list(lift.parameters())
    adam = torch.optim.Adam(params, lr=1e-3)

    def step():
        adam.zero_grad(set_to_none=True)
        z = torch.cos(torch.cat([lift(x), y]) @ omega + phase)
        s = f(z)[:, 0]
        scores = []
        for part in (s[:n], s[n:]):
            scores.append((part - part.mean()) / (part.var(unbiased=False) + 1e-12).sqrt())
        sx, sy = (Soft.apply(v, bins, tau) for v in scores)
        a, b = sx.T @ (dx @ sx), sy.T @ (dy @ sy)
        loss = -2 * bins ** 2 * (a * b).sum()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(params, 1.0)
        adam.step()
        return loss.item()

    for _ in range(2):
        step()
    times = []
    for _ in range(5):
        clock = time.process_time if threads == 1 and device == "cpu" else time.time
        begin = clock()
        step()
        if device != "cpu":
            torch.cuda.synchronize()  # Adam may still run
        times.append(clock() - begin)
    return min(times)


n, bins, width, depth = (int(v) for v in sys.argv[3:7]) if len(sys.argv) > 6 else (1024, 1024, 512, 4)
milliseconds = 1e3 * step_time(n, bins, width=width, depth=depth)
print(f"n={n} K={bins} {width}x{depth}: {milliseconds:.3f} ms a step, torch {torch.__version__}, {threads} threads, {device}")
