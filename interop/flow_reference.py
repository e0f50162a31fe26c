"""The token mixer of `src/nn/models/token-mixer.ts` in PyTorch, for `npm run bench -- --only pictures`.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install torch==2.15.0
    npm run bench -- --only pictures --python /tmp/venv/bin/python

Takes a task as one JSON argument and prints the median seconds of a gradient step of flow matching as one JSON line: noised actions, the
loss with its gradient, and the step of Adam.
"""

import json
import statistics
import sys
import time

import torch
import torch.nn.functional as F


def mixer(task):
    """Weights as (matrix or bias), in the order of the formula."""
    width, size, context = task["width"], task["size"], task["context"]
    matrix = lambda rows, columns: (torch.randn(rows, columns) * rows**-0.5).requires_grad_()
    bias = lambda columns: torch.zeros(columns, requires_grad=True)
    first = [matrix(size, width), matrix(context, width), bias(width)]
    block = lambda: [matrix(width, width), matrix(width, width), matrix(context, width), bias(width), matrix(width, width), bias(width)]
    return first, [block() for _ in range(task["blocks"])], [matrix(width, size), bias(size)]


def apply(weights, x, c):
    """x [rows × tokens × size], c [rows × tokens × context]."""
    (content, in_context, in_bias), blocks, (output, out_bias) = weights
    h = x @ content + c @ in_context + in_bias
    for own, mean, of_context, inner_bias, out, bias in blocks:
        lit = F.silu(h)
        inner = lit @ own + c @ of_context + inner_bias + (lit.mean(1, keepdim=True) @ mean)
        h = h + F.silu(inner) @ out + bias
    return F.silu(h) @ output + out_bias


def timed(task):
    torch.set_num_threads(task["threads"])
    torch.manual_seed(1)
    weights = mixer(task)
    parameters = [*weights[0], *(one for block in weights[1] for one in block), *weights[2]]
    optimiser = torch.optim.Adam(parameters, lr=1e-4)
    rows, tokens, size = task["batch"], task["tokens"], task["size"]
    actions, context = torch.randn(rows, tokens, size), torch.randn(rows, tokens, task["context"])
    times = []
    for step in range(-5, task["steps"]):
        start = time.perf_counter()
        noise, t = torch.randn_like(actions), torch.rand(rows, 1, 1)
        optimiser.zero_grad()
        F.mse_loss(apply(weights, (1 - t) * actions + t * noise, context), noise - actions).backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        if step >= 0:
            times.append(time.perf_counter() - start)
    return {"seconds": statistics.median(times)}


print(json.dumps(timed(json.loads(sys.argv[1]))))
