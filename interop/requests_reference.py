"""Second-price auctions, dual descent and online matching in NumPy, timed: what a user has without Agon.

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


def matching(neighbours, chances, coins, wants, weighted):
    """Offers impressions in order; loads depend on the one before, so that only an impression's neighbours are vectorised."""
    loads = np.zeros(len(wants))
    worths = np.full(len(wants), 1 - np.exp(-1.0)) if weighted else np.zeros(len(wants))
    wanted = wants.copy()
    successes = 0
    for some, likely, coin in zip(neighbours, chances, coins):
        scores = np.where(wanted[some] > 0, worths[some] * likely if weighted else worths[some], -np.inf)
        best = int(scores.argmax())
        if scores[best] == -np.inf:
            continue
        chosen = some[best]
        loads[chosen] += likely[best] / wants[chosen]
        worths[chosen] = max(0.0, 1 - np.exp(loads[chosen] - 1)) if weighted else -loads[chosen]
        if coin < likely[best]:
            wanted[chosen] -= 1
            successes += 1
    return successes


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
    advertisers, interested = 64, 8
    neighbours = random.random((count, advertisers)).argsort(axis=1)[:, :interested]
    chances, coins = 0.2 * (1 - random.random((count, interested))), random.random(count)
    wants = np.ceil(0.2 * count / advertisers * (0.5 + 1.5 * random.random(advertisers)))
    balance, weighted = (
        count / timed(lambda: matching(neighbours, chances, coins, wants, by_chance)) for by_chance in (False, True)
    )
    print(
        json.dumps(
            {
                "second price, 8 bidders": auctions,
                "dual descent, 10 resources, 5 options": requests,
                "matching by Balance, 8 of 64 advertisers": balance,
                "matching by weighted Balance, 8 of 64 advertisers": weighted,
            }
        )
    )


main()
