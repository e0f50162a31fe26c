"""The fastest that PyTorch multiplies large matrices on one core: what shares of peak are taken of."""

import time

import torch


def peak():
    """Floating-point operations per second of a product of 1024 × 1024 matrices."""
    torch.set_num_threads(1)
    a, b = torch.randn(1024, 1024), torch.randn(1024, 1024)
    best = 0.0
    for _ in range(20):
        start = time.perf_counter()
        torch.mm(a, b)
        best = max(best, 2 * 1024**3 / (time.perf_counter() - start))
    return {"peak": best}
