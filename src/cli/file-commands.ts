// Declarations of the commands for users' files: rated programs and votes, texts and judges, markets and logs.

import {
  type Declarations,
  many,
  no,
  one,
  positive,
  share,
  span,
  text,
  usually,
  value,
  whole,
  yes,
} from "./declaration.ts";
import * as common from "./shared-flags.ts";

export const contests = {
  "match <arena> <files...>": {
    about: "play games between programs, in an arena of `agon list arenas`, and count the wins of each",
    example: "agon match core-war examples/warriors/dwarf.red examples/warriors/imp.red",
    flags: {
      games: usually(100, whole("games", 1, 1_000_000)),
      seed: common.seed,
      set: common.set("a parameter of the arena, or a limit of processes", "core=small, limits.memory=256"),
    },
    offers: "arenas",
  },
  "contest <file>": {
    about: "programs fight by the schedule of a file, and are rated; matches are kept, and a stopped contest goes on",
    example: "agon contest examples/warriors/five.yaml",
    flags: {
      set: common.set("a part of the file", "games=100, schedule.id=swiss"),
      workers: common.workers,
      ...common.cluster,
      resamples: common.resamples,
      store: common.storeFor("folder of results, which keeps matches"),
      diffs: yes("where programs are edited, print what was changed, as unified diffs"),
    },
  },
  "snake <file>": {
    about: "a program answers as a snake's server, by BattleSnake's web API v1, until Ctrl-C",
    example: "agon snake examples/snakes/careful.js --port 8000",
    flags: {
      ...common.answersAt,
      color: text("<hex>", "colour on boards: #0060a0"),
      author: text("<name>", "name on boards"),
      steps: usually(5_000_000, whole("work for one move, in steps of its machine", 1000)),
      memory: usually(16_000_000, whole("bytes that the program may hold", 500_000)),
    },
    json: common.address,
  },
  "exploit <world> <agent>": {
    about:
      "how much the best answer could win against a player: exactly in small games, else by trained attackers; AGENT is a name, a declaration or a program's file",
    example: "agon exploit games/poker examples/poker/honest.js --set game=kuhn",
    flags: {
      set: common.setWorld,
      method: one("<method>", "default: exact where the world offers its whole game", "exact", "trained"),
      queries: usually(
        1000,
        whole("answers in each state, of a player that draws and does not say its chances", 20, 1_000_000),
      ),
      learner: text("<learner>", "of attackers: a name or a declaration in JSON (default: ppo, set for small games)"),
      steps: whole("steps of each attacker's training (default: the learner's own)", 1),
      seeds: usually(3, whole("attackers of each seat", 1, 1_000_000)),
      episodes: usually(
        4000,
        whole("episodes that an attacker is chosen by, and others that it is reported on", 2, 1_000_000),
      ),
      reward: text("<name>", "what attackers are paid (default: what the world's game counts, or private)"),
      seed: common.seedOf("first seed"),
      workers: common.workers,
      store: common.storeFor("folder of results, which keeps attackers' games"),
    },
  },
  "rate <file>": {
    about: "rate players by games or votes of a file, with intervals, chances of ranks, and audits of the votes",
    example: "agon rate examples/votes/answers.csv",
    flags: {
      model: text("<rating>", "a rating of `agon list ratings`; default one that fits the games"),
      set: common.set("a parameter of the rating", "ties=rao-kupper"),
      columns: common.columns("first=model_x"),
      labels: common.labels,
      where: common.where,
      anchor: text("<name=rating>", "the player whose rating is set, of ratings of which only differences count"),
      resamples: common.resamples,
      parts: usually(1, whole("parts of the games in their order, each rated by itself too", 1, 1000)),
      seed: common.seedOf("seed of the resamples"),
      skipBadRows: common.skipBadRows,
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
      columns: common.columns("text=statement"),
      threshold: positive("<x>", "least similarity that is told (default: 0.5 by bm25, else 0.9)"),
      resamples: common.resamplesFor("intervals"),
      seed: common.seedOf("seed of the encoder and the resamples"),
    },
  },
} as const satisfies Declarations;

export const judges = {
  "vote <run-or-file>": {
    about:
      "a page on which people judge a run's episodes, or texts, in pairs without names, until Ctrl-C; a file has player, prompt and text. `agon rate` reads the votes, and a reward is learnt from those on a run",
    example: `agon vote lava\n  agon vote examples/votes/explanations.csv --also "Is it right?"`,
    flags: {
      question: text("<text>", "what a judge is asked (default: which is better, or what the experiment asks)"),
      also: many("<text>", "a further question, answered by left, right, both or neither"),
      columns: common.columns("player=model"),
      store: common.storeFor("folder of results, which keeps the votes"),
      ...common.pages,
    },
    json: `${common.address}, the file of votes, and the run`,
  },
  "preferences <file>": {
    about:
      "what a file of comparisons of texts rewards: length, format, tone, words; careless annotators, rings, what more would tell",
    example: "agon preferences examples/preferences/answers.jsonl",
    flags: {
      columns: common.columns("chosen=better"),
      labels: common.labels,
      where: common.where,
      seed: common.seedOf("seed by which prompts are held back"),
      most: usually(500_000, whole("comparisons that are looked at, at most; of more those on drawn prompts", 1)),
      out: text("<file>", "write a reward for texts, fitted to all comparisons, as safetensors"),
      model: usually(
        "all",
        text(
          "<id>",
          "the model of that reward: length, style, words, all, network, ensemble, or transformer, which is fitted only then",
        ),
      ),
      skipBadRows: common.skipBadRows,
    },
  },
  "reward <file>": {
    about:
      "a fitted reward answers over HTTP, for trainers, until Ctrl-C; FILE is what `agon preferences --out` has written",
    example: "agon reward reward.safetensors --port 8000",
    flags: common.answersAt,
    json: common.address,
  },
  "judge <file>": {
    about:
      "hold a judge of texts against labels: a rubric, a program or a language model; right, biased, swayed, sure, consistent",
    example: "agon judge examples/preferences/long-winded.yaml",
    flags: { set: common.set("a part of the file", "most=100, judge.model=qwen3") },
  },
} as const satisfies Declarations;

export const markets = {
  "audit [rules...]": {
    about:
      "search rules and rewards for what pays and is not wanted: in auctions and contracts a RULE's misreports, a name, a family, an id or a file, all by default; in an experiment, FILE.yaml or a shipped example, plays that are paid and lose what its objective wants; of a reward of texts with --data FILE, ./reward.py:score, ./reward.js, judge:rubric.md, number, or an environment of OpenEnv by its address, answers that are paid and wrong, or right and not paid. Of an experiment of questions, what the answers meet and depend on",
    example:
      "agon audit gsp vcg\n  agon audit boat-race\n  agon audit ./rewards.py:accuracy --data train.jsonl\n  agon audit http://localhost:8000 --data train.jsonl\n  agon audit examples/assistant/assistant.yaml",
    after: "It exits with 2 where a rule is not as it claims, and with 3 where a reward is gamed.",
    flags: {
      seeds: common.seeds,
      set: many("<path=value>", "change a value of the experiment"),
      tries: whole("plays, or texts, that each search tries (default: 2000)", 32, 1_000_000),
      minutes: whole("minutes after which a search ends with what it has; the same bytes come only without", 1, 10_000),
      learner: whole(
        "also train the experiment's learner, else PPO, on its pay, for a 16th, a quarter and all of so many steps",
        1,
        1_000_000_000,
      ),
      data: text(
        "<file>",
        "tasks for a reward of texts: prompt (of an environment, or seed), the right answer or an honest one, further columns",
      ),
      want: text(
        "<score>",
        "what is wanted of a text: a second reward, hidden tests of programs in a column as tests:COLUMN, or a column that labels the data's own answers",
      ),
      finds: text("<file>", "finds of other tools, weighed like its own: prompt, completion, name in JSON Lines"),
      rows: text("<file>", "also write the texts that were found: prompt, completion, name, mass in JSON Lines"),
      attacker: text(
        "<url>",
        "a language model that attacks a reward of texts too: its server, which speaks OpenAI's chat completions, or a YAML file with its parameters",
      ),
      attackerModel: text("<name>", "the attacker's model, as its server calls it"),
      attackerRecord: text(
        "<file>",
        "record the attacker's answers, and use those that it holds: a second audit needs no server",
      ),
      attackerSource: no("do not give the attacker the reward's source"),
      chat: yes("answers are given as messages, as to a chat model"),
      planted: usually(10, whole("back doors that show how strong the search is", 0, 1000)),
      python: common.rewardOptions.python,
      signature: common.rewardOptions.signature,
      seconds: common.rewardOptions.seconds,
      memory: common.rewardOptions.memory,
      fix: text(
        "<file>",
        "repair a gamed reward by caps, gates, a stricter reading or a further channel, audit it again, and write it to a file",
      ),
      baseline: text("<file>", "an earlier audit of a reward, from --json: only new findings count"),
      sarif: text("<file>", "also write the findings on a reward in SARIF, for code hosts"),
      ...common.computing,
      instances: usually(60, whole("instances that are drawn of each rule", 1, 1_000_000)),
      seed: common.seed,
      log: text("<file>", "draw them from the auctions of a log, CSV or Parquet: its bidders, values and qualities"),
      ...common.reading,
    },
    offers: "rules",
  },
  "attribute <file>": {
    about: "credit advertising channels with purchases: those of a log of touches, by every rule, with intervals",
    example: "agon attribute examples/touches.csv --half-life 3d",
    flags: {
      columns: common.columns("journey=user_id"),
      where: common.where,
      halfLife: value(
        "<time>",
        "of time decay: a number in the unit of the file's times, or 12h, 3d (default: 7d)",
        span,
      ),
      timeUnit: one(
        "<unit>",
        "unit of times that are numbers (default: read off their size)",
        "ns",
        "us",
        "ms",
        "s",
        "min",
        "h",
        "d",
      ),
      attention: {
        ...whole("fit an attention network too, to at most n journeys", 1),
        takes: "[n]",
        bare: 5000,
      },
      customer: many("<column>", "what the network is told of customers (default: all further columns)"),
      seed: common.seedOf("of the network"),
      skipBadRows: common.skipBadRows,
    },
  },
  "bids <file>": {
    about: "judge bids by a bidder's own log: what they win and pay, what others would have earned, how chances held",
    example: "agon bids examples/own-bids.csv",
    flags: {
      columns: common.columns("bid=amount"),
      where: common.where,
      rule: usually(
        "second-price",
        one("<rule>", "what who wins pays: the price to beat, or the own bid", "second-price", "first-price"),
      ),
      skipBadRows: common.skipBadRows,
      store: common.readStore,
    },
  },
  "clicks <file>": {
    about:
      "what a log of clicks shows: what each position does to clicks, and what another ranking would earn, with how far to trust it",
    example: "agon clicks examples/clicks.csv",
    flags: {
      columns: common.columns("other=new_rank"),
      where: common.where,
      skipBadRows: common.skipBadRows,
    },
  },
  "weigh <file>": {
    about:
      "what other pays would have bought: rollouts, or pictures, that exist are weighed by each pay against what is wanted, prompt by prompt, with how hard each may be optimised before it turns; FILE is the log, or a weighing in YAML that names it",
    example:
      'agon weigh rollouts.parquet --want gold --pay length --pay "0.7 * correct + 0.3 * format"\n  agon weigh weigh.yaml --page weigh.html',
    flags: {
      want: text("<score>", "what is wanted of an answer: a column, a formula over columns, or a reward of texts"),
      pay: many(
        "<score>",
        "a pay: a column, a formula, length, or a reward of texts: ./reward.py:score, ./reward.ts, judge:FILE, preferences:FILE",
      ),
      judge: text(
        "<score>",
        "a score of all answers, where what is wanted is known of a part: its labels correct the judge",
      ),
      score: many("<name=reward>", "a reward of texts with a name, for formulas", "fmt=./fmt.py:score"),
      attack: text(
        "<file>",
        "answers that an audit found and the log does not show, with the chance of each under the log's policy in a column mass",
      ),
      by: text("<column>", "look at rollouts with each value of a column apart, such as step"),
      group: whole("answers in a group of the trainer (default: those that were logged to a prompt)", 2),
      columns: common.columns("prompt=question"),
      where: common.where,
      skipBadRows: common.skipBadRows,
      joinBlanks: yes("take prompts that differ by blanks alone as one"),
      failOn: one("<what>", "exit with 3 where a pay lowers what is wanted", "falls"),
      ...common.rewardOptions,
      store: common.storeFor("folder of results, which keeps scores of texts, and whose runs may be weighed"),
      save: text("<file>", "write the weighing into a YAML file, which repeats it"),
      page: text("<file>", "write a page with curves and texts, in one HTML file"),
      keep: yes("keep this page in the store, where agon view lists it"),
      pairs: text(
        "<file>",
        "write the best and the worst paid answer of each prompt in JSON Lines, for training by preferences: prompt, chosen, rejected, margin, want, pay",
      ),
    },
  },
  log: {
    about: "check logs that worlds play, and show the columns they need",
    example: "agon log columns requests",
    isGroup: true,
  },
  "log check <file>": {
    about:
      "look at a log, CSV, JSON or Parquet or a data set of Minari: what its columns are taken for and why, how they are read, which rows are bad, and what is in it",
    example: "agon log check bids.csv --columns bidder=advertiser_id --write bids.log.yaml",
    flags: {
      as: text(
        "<kind>",
        "what it is a log of: auctions, impressions, requests, offers, bids, touches, clicks or episodes (default: told by its columns)",
      ),
      ...common.reading,
      read: many(
        "<name=form>",
        "how a column is written: point, comma; day-first, month-first, digits, s, ms, us, ns",
        "value=comma",
      ),
      zone: text("<zone>", "zone of times that name none, such as Europe/Berlin (default: UTC)"),
      sort: yes("put the records in order of time"),
      dropDuplicates: yes("leave out rows that are like an earlier one in every column, and count them"),
      write: text(
        "<file>",
        "write all this into a file of settings, which an experiment or a command takes as the log",
      ),
    },
  },
  "log columns [kind]": {
    about: "show the columns of a kind of log, or of all",
    example: "agon log columns requests",
  },
  trace: { about: "check and measure traces of teams", example: "agon trace meters traces.jsonl", isGroup: true },
  "trace check <file>": {
    about: "tell every fault of the traces in a file, JSON or one trace on each line",
    example: "agon trace check examples/traces/example_trace.json",
    flags: { lenient: yes("only what the published validator checks") },
  },
  "trace meters <file>": {
    about: "print critical path, speed-up and other figures, and totals that events contradict",
    example: "agon trace meters examples/traces/example_trace.json",
  },
  "trace stages <file>": {
    about:
      "which stage of a pipeline fails, how often, and the pairs of outputs that follow, by labels: query, stage, output, label; also answer, context, edited",
    example: "agon trace stages examples/traces/stages.csv --out pairs.jsonl",
    flags: {
      columns: common.columns("stage=component"),
      where: common.where,
      out: text(
        "<file>",
        "write the pairs in JSON Lines: prompt, chosen, rejected, kind; `agon preferences` reads them",
      ),
      skipBadRows: common.skipBadRows,
    },
  },
  "trace export <run>": {
    about:
      "print the episodes of a run as traces, one on each line; RUN is a name, its beginning, `latest` or a folder",
    example: "agon trace export latest > traces.jsonl",
    flags: { store: common.store },
    json: false,
    offers: "runs",
  },
  "trace pick <files...>": {
    about: "pick from traces of many attempts at some tasks: which successes to imitate and which tasks to train on",
    example: "agon trace pick attempts.jsonl --share 0.25 --json > manifest.json",
    flags: { share: share("share of all successes that is kept, 0 to 1 (default: 0.25)") },
  },
  "trace schema": {
    about: "print the JSON Schema of a trace",
    example: "agon trace schema > trace.schema.json",
    json: false,
  },
} as const satisfies Declarations;
