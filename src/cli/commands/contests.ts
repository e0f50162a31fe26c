// Contests and ratings: programs that fight, players that are rated, and texts that are like older ones.

import type { Declarations } from "../declaration.ts";
import { one, positive, text, usually, value, whole, yes } from "../flag.ts";
import {
  address,
  answersAt,
  cluster,
  columns,
  resamples,
  resamplesFor,
  seed,
  seedOf,
  set,
  setWorld,
  skipBadRows,
  storeFor,
  where,
  workers,
} from "../shared-flags.ts";

export const contests = {
  "match <arena> <files...>": {
    about: "play games between programs, in an arena of `agon list arenas`, and count the wins of each",
    example: "agon match core-war examples/warriors/dwarf.red examples/warriors/imp.red",
    flags: {
      games: usually(100, whole("games", 1)),
      seed,
      set: set("a parameter of the arena, or a limit of processes, may be repeated: core=small, limits.memory=256"),
    },
    offers: "arenas",
  },
  "contest <file>": {
    about: "programs fight by the schedule of a file, and are rated; matches are kept, and a stopped contest goes on",
    example: "agon contest examples/warriors/five.yaml",
    flags: {
      set: set("a part of the file, may be repeated: games=100, schedule.id=swiss"),
      workers,
      ...cluster,
      resamples,
      store: storeFor("folder of results, which keeps matches"),
      diffs: yes("where programs are edited, print what was changed, as unified diffs"),
    },
  },
  "snake <file>": {
    about: "a program answers as a snake's server, by BattleSnake's web API v1, until Ctrl-C",
    example: "agon snake examples/snakes/careful.js --port 8000",
    flags: {
      ...answersAt,
      color: text("<hex>", "colour on boards: #0060a0"),
      author: text("<name>", "name on boards"),
      steps: usually(5_000_000, whole("work for one move, in steps of its machine", 1000)),
      memory: usually(16_000_000, whole("bytes that the program may hold", 500_000)),
    },
    json: address,
  },
  "exploit <world> <agent>": {
    about:
      "how much the best answer could win against a player: exactly in small games, else by trained attackers; AGENT is a name, a declaration or a program's file",
    example: "agon exploit games/poker examples/poker/honest.js --set game=kuhn",
    flags: {
      set: setWorld,
      method: one("<method>", "default: exact where the world offers its whole game", "exact", "trained"),
      queries: usually(1000, whole("answers in each state, of a player that draws and does not say its chances", 20)),
      learner: text("<learner>", "of attackers: a name or a declaration in JSON (default: ppo, set for small games)"),
      steps: whole("steps of each attacker's training (default: the learner's own)", 1),
      seeds: usually(3, whole("attackers of each seat", 1)),
      episodes: usually(4000, whole("episodes that an attacker is chosen by, and others that it is reported on", 2)),
      reward: text("<name>", "what attackers are paid (default: what the world's game counts, or private)"),
      seed: seedOf("first seed"),
      workers,
      store: storeFor("folder of results, which keeps attackers' games"),
    },
  },
  "rate <file>": {
    about: "rate players by games or votes of a file, with intervals, chances of ranks, and audits of the votes",
    example: "agon rate examples/votes/answers.csv",
    flags: {
      model: text("<rating>", "a rating of `agon list ratings`; default one that fits the games"),
      set: set("a parameter of the rating, may be repeated: ties=rao-kupper"),
      columns: columns("first=model_x"),
      where,
      anchor: text("<name=rating>", "the player whose rating is set, of ratings of which only differences count"),
      resamples,
      parts: usually(1, whole("parts of the games in their order, each rated by itself too", 1)),
      seed: seedOf("seed of the resamples"),
      skipBadRows,
    },
  },
  "similar <file>": {
    about:
      "find texts that are like older ones, and how models do on those; FILE has id and text, and date, set, vector or difficulty",
    example: "agon similar examples/problems/new.csv --against examples/problems/old.csv",
    after:
      "--json gives file, against, by, older, threshold, texts, compared, duplicates, nearest, scores and caveats.\nThe guide docs/guides/find-reused-problems.md has a table of all fields.",
    flags: {
      against: text("<file>", "the older texts; without it a column set (old, new) or date says which are older"),
      by: usually(
        "bm25",
        one("<way>", "shared words, an encoder of the texts, or vectors of the file", "bm25", "encoder", "vectors"),
      ),
      scores: text("<file>", "which model passed which text: id, model and passed (1, 0, or a share)"),
      columns: columns("text=statement"),
      threshold: value("<x>", "least similarity that is told (default: 0.5 by bm25, else 0.9)", positive),
      resamples: resamplesFor("intervals"),
      seed: seedOf("seed of the encoder and the resamples"),
    },
  },
} as const satisfies Declarations;
