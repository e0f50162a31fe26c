"""The transformer of `src/nn/transformer.ts` in PyTorch, for `npm run bench -- --only language`.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install torch==2.15.0
    npm run bench -- --only language --python /tmp/venv/bin/python

Takes a task as one JSON argument and prints the median seconds of a gradient step, of a step of DPO and of a written token as one JSON line.
With `peak` it prints the rate of a large matrix product.
"""

import json
import statistics
import sys
import time

import torch
import torch.nn.functional as F

from peak_rate import peak

VOCABULARY, CONTEXT, TEXTS = 64, 32, 64


class Model:
    def __init__(self, width, layers, heads):
        self.width, self.layers, self.heads = width, layers, heads
        normal = lambda rows, columns, deviation: torch.randn(rows, columns) * deviation
        self.embedding = normal(VOCABULARY, width, 0.17)
        self.places = normal(CONTEXT, width, 0.17)
        shrunk = (2 * layers) ** -0.5
        self.blocks = [
            (
                normal(width, 3 * width, width**-0.5),
                normal(width, width, width**-0.5 * shrunk),
                normal(width, 4 * width, width**-0.5),
                normal(4 * width, width, (4 * width) ** -0.5 * shrunk),
            )
            for _ in range(layers)
        ]
        self.gain = torch.ones(width)
        self.head = normal(width, VOCABULARY, 0.02)

    def parameters(self):
        tensors = [self.embedding, self.places, *(t for block in self.blocks for t in block), self.gain, self.head]
        return [t.requires_grad_() for t in tensors]

    @staticmethod
    def normalised(x):
        return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-5)

    def read_out(self, x):
        return (self.normalised(x) * self.gain) @ self.head * (4 / self.width**0.5)

    def logits(self, tokens):
        x = self.embedding[tokens] + self.places
        shape = (TEXTS, CONTEXT, 3, self.heads, self.width // self.heads)
        for attention, output, up, down in self.blocks:
            query, key, value = (self.normalised(x) @ attention).view(shape).permute(2, 0, 3, 1, 4)
            mixed = F.scaled_dot_product_attention(query, key, value, is_causal=True)
            x = x + mixed.transpose(1, 2).reshape(TEXTS, CONTEXT, self.width) @ output
            x = x + F.relu(self.normalised(x) @ up) @ down
        return self.read_out(x)

    def write(self):
        size = self.width // self.heads
        caches = [[torch.zeros(TEXTS, self.heads, CONTEXT, size) for _ in range(2)] for _ in range(self.layers)]
        tokens = torch.ones(TEXTS, dtype=torch.long)
        for place in range(CONTEXT):
            x = self.embedding[tokens] + self.places[place]
            for (attention, output, up, down), (keys, values) in zip(self.blocks, caches):
                query, key, value = (self.normalised(x) @ attention).view(TEXTS, 3, self.heads, size).unbind(1)
                keys[:, :, place] = key
                values[:, :, place] = value
                seen = slice(0, place + 1)
                mixed = F.scaled_dot_product_attention(query.unsqueeze(2), keys[:, :, seen], values[:, :, seen])
                x = x + mixed.reshape(TEXTS, self.width) @ output
                x = x + F.relu(self.normalised(x) @ up) @ down
            tokens = torch.multinomial(torch.softmax(self.read_out(x), -1), 1).squeeze(1)


def answer_scores(model, texts):
    """Sums of the log-probabilities of all tokens but the first, one for each text."""
    logs = torch.log_softmax(model.logits(texts)[:, :-1], -1)
    return logs.gather(-1, texts[:, 1:].unsqueeze(-1)).squeeze(-1).sum(-1)


def timed(task):
    torch.set_num_threads(task["threads"])
    torch.manual_seed(1)
    model = Model(task["width"], task["layers"], task["heads"])
    parameters = model.parameters()
    optimiser = torch.optim.Adam(parameters, lr=1e-4)
    steps, pairs, passes = [], [], []
    for step in range(-2, task["steps"]):
        tokens, target = torch.randint(0, VOCABULARY, (2, TEXTS, CONTEXT))
        start = time.perf_counter()
        optimiser.zero_grad()
        F.cross_entropy(model.logits(tokens).view(-1, VOCABULARY), target.view(-1)).backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        if step >= 0:
            steps.append(time.perf_counter() - start)
    reference = Model(task["width"], task["layers"], task["heads"])
    for step in range(-2, task["steps"]):
        texts = torch.randint(0, VOCABULARY, (TEXTS, CONTEXT))
        start = time.perf_counter()
        with torch.no_grad():
            anchor = answer_scores(reference, texts)
        optimiser.zero_grad()
        raised = answer_scores(model, texts) - anchor
        (-F.logsigmoid(0.1 * (raised[0::2] - raised[1::2])).mean()).backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        if step >= 0:
            pairs.append(time.perf_counter() - start)
    with torch.no_grad():
        for pass_ in range(-1, task["passes"]):
            start = time.perf_counter()
            model.write()
            if pass_ >= 0:
                passes.append((time.perf_counter() - start) / TEXTS / CONTEXT)
    return {"step": statistics.median(steps), "pairs": statistics.median(pairs), "token": statistics.median(passes)}


print(json.dumps(peak() if sys.argv[1] == "peak" else timed(json.loads(sys.argv[1]))))
