"""How fast `agon rate` reads and rates two million votes, and what it finds beside choix and trueskill on the same votes.

    python -m venv /tmp/ratings && /tmp/ratings/bin/pip install -r interop/ratings-requirements.txt
    npm run build
    AGON_COMMAND="node dist/cli/main.js" /tmp/ratings/bin/python interop/rating_speed.py

choix fits Bradley-Terry once, from votes in memory; Agon reads them from a file, fits them, and rates 1,000 resamples for its intervals.
Ratings must agree to 1e-6.
"""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import tempfile
import time
from pathlib import Path

import choix
import numpy as np
import trueskill

PLAYERS, VOTES, SKILL_VOTES = 200, 2_000_000, 20_000
ELO_POINTS = 400 / math.log(10)


def drawn(votes: int) -> list[tuple[int, int]]:
    """Winner and loser of each vote, by strengths."""
    source = random.Random(1)
    strengths = [source.gauss(0, 1) for _ in range(PLAYERS)]
    found = []
    for _ in range(votes):
        a, b = source.sample(range(PLAYERS), 2)
        is_first = source.random() < 1 / (1 + math.exp(strengths[b] - strengths[a]))
        found.append((a, b) if is_first else (b, a))
    return found


def written(votes: list[tuple[int, int]], file: Path) -> None:
    """Every other vote has its winner on the second side."""
    with file.open("w") as out:
        out.write("first,second,winner\n")
        for k, (winner, loser) in enumerate(votes):
            out.write(f"p{winner:03},p{loser:03},a\n" if k % 2 == 0 else f"p{loser:03},p{winner:03},b\n")


def rated(file: Path, *flags: str) -> tuple[dict[str, float], float]:
    """Ratings by name, and seconds of the whole command."""
    command = os.environ.get("AGON_COMMAND", "agon").split()
    begun = time.perf_counter()
    done = subprocess.run([*command, "rate", str(file), "--json", *flags], capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - begun
    return {player["name"]: player["rating"] for player in json.loads(done.stdout)["players"]}, seconds


def main() -> None:
    votes = drawn(VOTES)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "votes.csv"
        written(votes, file)
        fit = ["--set", "ridge=0", "--set", "ties=half"]
        _, alone = rated(file, *fit, "--resamples", "0")
        found, whole = rated(file, *fit, "--resamples", "1000")
        begun = time.perf_counter()
        strengths = choix.ilsr_pairwise(PLAYERS, votes, max_iter=1000, tol=1e-12)
        peer = time.perf_counter() - begun
        ours = np.array([(found[f"p{k:03}"] - 1500) / ELO_POINTS for k in range(PLAYERS)])
        apart = float(np.abs(ours - (strengths - strengths.mean())).max())
        print(f"Bradley-Terry, {VOTES:,} votes of {PLAYERS} players")
        print(f"  agon rate, read and fitted               {alone:6.2f} s")
        print(f"  agon rate, with 1,000 resamples          {whole:6.2f} s")
        print(f"  choix, fitted once, votes in memory      {peer:6.2f} s")
        print(f"  largest difference of a strength         {apart:.1e} logits")

        some = votes[:SKILL_VOTES]
        written(some, file)
        skills, seconds = rated(file, "--model", "trueskill", "--resamples", "0")
        _, start = rated(file, "--model", "elo", "--resamples", "0")
        begun = time.perf_counter()
        players = [trueskill.Rating() for _ in range(PLAYERS)]
        for winner, loser in some:
            players[winner], players[loser] = trueskill.rate_1vs1(players[winner], players[loser])
        peer = time.perf_counter() - begun
        names = {f"p{k:03}": player.mu for k, player in enumerate(players)}
        gap = max(abs(skills[name] - mu) for name, mu in names.items() if name in skills)
        print(f"TrueSkill, {SKILL_VOTES:,} votes")
        print(f"  agon rate, the whole command             {seconds:6.2f} s (with Elo in its place {start:.2f} s)")
        print(f"  trueskill                                {peer:6.2f} s")
        print(f"  largest difference of a mean             {gap:.1e}")
        assert apart < 1e-6 and gap < 1e-6, "the figures differ"


if __name__ == "__main__":
    main()
