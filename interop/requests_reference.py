"""Second-price auctions and dual descent in NumPy, timed: what a user has without Agon.

Prints requests per second of each as one JSON document. Needs numpy alone.
"""

import json
import time

import numpy as np

SIDE_BY_SIDE = 2**17


def second_price(bids, reserve):
    """Winners and prices of sealed-bid auctions, one in each row."""
    winners = bids.argmax(axis=1)
    top = np.partition(bids, -2, axis=1)
    first, second = top[:, -1], top[:, -2]
    sold = first >= reserve
    return np.where(sold, winners, -1), np.where(sold, np.maximum(second, reserve), 0.0)


def dual_descent(rewards, uses, rates, budgets, step):
    """Serves requests in order; prices depend on the request before, so that only options are vectorised."""
    prices = np.zeros(len(rates))
    remaining = budgets.copy()
    earned = 0.0
    for reward, use in zip(rewards, uses):
        worth = reward - use @ prices
        best = int(worth.argmax())
        used = use[best] if worth[best] > 0 else np.zeros_like(prices)
        if worth[best] > 0 and (used <= remaining).all():
            remaining -= used
            earned += reward[best]
        prices = np.maximum(0.0, prices - step * (rates - used))
    return earned


def timed(work):
    work()
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def main():
    random = np.random.default_rng(1)
    bids = random.random((SIDE_BY_SIDE, 8))
    auctions = SIDE_BY_SIDE / timed(lambda: second_price(bids, 0.1))
    count, options, resources = 2**14, 5, 10
    uses = (random.random((count, options, resources)) < 0.5).astype(float)
    rewards = np.clip(uses @ random.random(resources) + random.standard_normal((count, 1)), 0, 10)
    rates = np.full(resources, 0.2)
    requests = count / timed(lambda: dual_descent(rewards, uses, rates, rates * count, 0.5 / count**0.5))
    print(json.dumps({"second price, 8 bidders": auctions, "dual descent, 10 resources, 5 options": requests}))


main()
