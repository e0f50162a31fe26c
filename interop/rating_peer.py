"""Seconds that choix takes for one fit of Bradley-Terry to two million votes of 200 players, as one JSON document."""

import json
import time

import choix

from rating_speed import PLAYERS, VOTES, drawn


def main() -> None:
    votes = drawn(VOTES)
    begun = time.perf_counter()
    choix.ilsr_pairwise(PLAYERS, votes, max_iter=1000, tol=1e-12)
    print(json.dumps({"choix": time.perf_counter() - begun}))


if __name__ == "__main__":
    main()
