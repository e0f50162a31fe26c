// Every command with its options, a summary and an example. What it does is in a file of its own, loaded when it is called.

import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { version } from "../lab/experiment/own-package.ts";
import { report } from "./output.ts";

/** Reads a number that `fits`, or tells what it must be. */
const numeric = (fits: (value: number) => boolean, must: string, read: (text: string) => number) => (text: string) => {
  const value = read(text);
  if (!fits(value)) throw new InvalidArgumentError(`It must be a ${must}.`);
  return value;
};
const whole = (least: number) =>
  numeric((value) => Number.isInteger(value) && value >= least, `whole number from ${least} on`, Number);
const port = numeric(
  (value) => Number.isInteger(value) && value >= 0 && value < 65_536,
  "whole number from 0 to 65535",
  Number,
);
const share = numeric(
  (value) => value >= 0 && value <= 1,
  "number from 0 to 1",
  (text) => (text.trim() === "" ? Number.NaN : Number(text)),
);
const positive = numeric((value) => value > 0 && value < Number.POSITIVE_INFINITY, "number above 0", Number);
/** Seconds of a time with a unit; without one as it is. */
const time = numeric(
  (value) => value > 0 && value < Number.POSITIVE_INFINITY,
  "number above 0, perhaps with one of s, m, h, d, w: 12h",
  (text) => {
    const [, digits, unit] = /^(\d*\.?\d+)([smhdw]?)$/.exec(text.trim()) ?? [];
    return Number(digits) * (UNITS.get(unit) ?? 1);
  },
);
const UNITS = new Map(Object.entries({ m: 60, h: 3600, d: 86_400, w: 604_800 }));
/** The database of a cluster. */
const on = (about = "compute on the workers of the cluster with this PostgreSQL database") =>
  new Option("--on <url>", about).env("AGON_ON");
const shared = () =>
  new Option(
    "--shared <place>",
    "folder of all machines, or s3://BUCKET/PREFIX, for the cluster's large files; told once for a cluster",
  );
const collect = (value: string, before: readonly string[] = []) => [...before, value];

/** Runs the command that `args`, the words after `agon`, ask for, and gives its exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const program = new Command("agon")
    .description(
      "What does an incentive really buy? Choose a world, put agents in it, say what they are paid and what was wanted.",
    )
    .version(version())
    // A command and one below it may have an option of the same name.
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError("(agon --help lists the commands)")
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "agon: ")) });

  let exitCode = 0;

  /** Adds a command, below another one where that is given; its action's errors are told in one sentence. */
  const command = (usage: string, example: string, above = program): Command =>
    above.command(usage).addHelpText("after", `\nExample:\n  ${example}`);

  /** What a command does, loaded when it is called. */
  function runs<A extends readonly unknown[]>(load: () => Promise<(...args: A) => Promise<number>>) {
    return async (...args: A): Promise<void> => {
      try {
        exitCode = await (await load())(...args);
      } catch (error) {
        const json = args.some((arg) => typeof arg === "object" && arg !== null && "json" in arg && arg.json === true);
        exitCode = report(error, json);
      }
    };
  }

  command("run <file>", "agon run alliance --seeds 20")
    .description(
      "run an experiment, or what is missing of it, and write its report; FILE may be a shipped example's name",
    )
    .option("--seeds <n>", "number of seeds, instead of the file's", whole(1))
    .option("--budget <money>", "money that it may spend on language models, instead of the file's", positive)
    .option("--workers <n>", "worker threads; with 0 the main thread computes (default: all cores)", whole(0))
    .addOption(on())
    .addOption(shared())
    .option("--store <dir>", "folder of results", ".agon")
    .option("--set <path=value>", "change a value of the file, may be repeated", collect)
    .option("--skip-bad-rows", "leave out rows of logs that cannot be read, and count them")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./run.ts")).run));

  command("resume <run>", "agon resume latest")
    .description(
      "go on with a run of the store that was stopped, as it was asked for; RUN is a name, its beginning or `latest`",
    )
    .option("--budget <money>", "money that it may spend on language models, instead of the file's", positive)
    .option("--workers <n>", "worker threads; with 0 the main thread computes (default: all cores)", whole(0))
    .addOption(on())
    .addOption(shared())
    .option("--store <dir>", "folder of results", ".agon")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./run.ts")).resume));

  command("worker", "agon worker --on postgres://agon:secret@database/agon")
    .description("compute for all that is submitted to a cluster, until Ctrl-C; one on each machine")
    .addOption(on().makeOptionMandatory())
    .addOption(shared())
    .option("--workers <n>", "worker threads (default: all cores)", whole(1))
    .option("--scratch <dir>", "folder for what is under way (default: in the system's temporary folder)")
    .option("--json", "print a JSON document for each event")
    .action(runs(async () => (await import("./worker.ts")).worker));

  const examples = command("examples [id]", "agon examples alliance")
    .description("list the shipped examples, which `agon run ID` runs from any folder, or show one")
    .enablePositionalOptions()
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./examples.ts")).examples));
  command("copy <id> [folder]", "agon examples copy fishery", examples)
    .description("copy an example, with the files that it needs, as the beginning of one's own")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./examples.ts")).copy));

  command("init [folder]", "agon init my-desk --javascript")
    .description(
      "begin a folder: an experiment with a world, a reward and an agent of one's own, which run and are checked",
    )
    .option("--javascript", "in JavaScript instead of TypeScript")
    .option("--json", "print one JSON document: the files")
    .action(runs(async () => (await import("./init.ts")).init));

  command("list [kind]", "agon list environments")
    .description(
      "list environments, agents, rewards, algorithms, text methods, callbacks, feedback, rules, studies, examples, or runs of a store",
    )
    .option("--store <dir>", "folder of results, of which runs are listed", ".agon")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./list.ts")).list));

  command("show <id>", "agon show coopetition/slcd")
    .description("show parameters, channels, spaces and source of anything that has a name")
    .option("--set <k=v>", "a parameter, may be repeated", collect)
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./show.ts")).show));

  command(
    "step <environment>",
    `echo '{"actions":{"agent_0":[60],"agent_1":[55]}}' | agon step coopetition/slcd --reward integrated`,
  )
    .description("step a world by hand or from a program, in JSON Lines")
    .option("--reward <name>", "what is paid: a name, a file or a declaration in JSON", "private")
    .option("--set <k=v>", "a parameter of the world, may be repeated", collect)
    .option("--seed <n>", "seed", whole(0), 0)
    .action(runs(async () => (await import("./step.ts")).step));

  command("play <environment>", "agon play coopetition/slcd --against tit-for-tat")
    .description("play a world at the terminal, alone or against agents")
    .option("--seat <agent>", "who you are, by name or label (default: the first)")
    .option("--against <policy>", "who plays the other seats: a name, a file or a declaration in JSON", "random")
    .option("--reward <name>", "what is paid: a name, a file or a declaration in JSON", "private")
    .option("--set <k=v>", "a parameter of the world, may be repeated", collect)
    .option("--seed <n>", "seed", whole(0), 0)
    .option("--json", "print one JSON document at the end, and the rest on standard error")
    .action(runs(async () => (await import("./play.ts")).play));

  command("report <run>", "agon report latest")
    .description("write a run's report again from its store; RUN is a name, its beginning, `latest` or a folder")
    .option("--store <dir>", "folder of results", ".agon")
    .option("--out <folder>", "write it into this folder instead of the run's")
    .option("--trust", "load the code that the run brings, now and from now on")
    .option("--embed", "also write the view's pages as files into the store, for a web server; they read its tables")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./report.ts")).rebuild));

  command("export <run>", "agon export latest --format tensorboard --out runs")
    .description(
      "write a run's cells for TensorBoard, or for Weights & Biases as offline runs; RUN is a name, its beginning, `latest` or a folder",
    )
    .addOption(
      new Option("--format <format>", "for which program").choices(["tensorboard", "wandb"]).makeOptionMandatory(),
    )
    .requiredOption("--out <folder>", "folder that the files go to")
    .option("--no-steps", "without the numbers of every step of an episode, for smaller files")
    .option("--overwrite", "write over files of an earlier export")
    .option("--store <dir>", "folder of results", ".agon")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./export.ts")).exportTo));

  command("view", "agon view --store results\n  agon view --on postgres://agon:secret@database/agon")
    .description(
      "open a page on the store: all runs, live while they go on, changed, run, stopped and resumed there, until Ctrl-C",
    )
    .addOption(on("also show the cluster with this PostgreSQL database: its workers, what they are at, and what waits"))
    .option("--store <dir>", "folder of results", ".agon")
    .option("--port <n>", "port to listen on (default: 7411, or a free one)", port)
    .option(
      "--host <address>",
      "address to listen on; any but this machine's own asks for a token (default: 127.0.0.1)",
    )
    .option("--read-only", "nothing can be changed, started or stopped from the page")
    .option("--no-open", "do not open it in a browser")
    .option("--json", "print one JSON document at the start: the address as url")
    .action(runs(async () => (await import("./view.ts")).view));

  command("serve [worlds...]", "agon serve control/cart-pole coopetition/slcd --port 8000")
    .description("serve worlds to trainers in any language, as OpenEnv under /env/NAME; WORLD is a name or a file")
    .option("--port <n>", "port to listen on (default: 8000, or a free one)", port)
    .option(
      "--host <address>",
      "address to listen on; any but this machine's own asks for a token (default: 127.0.0.1)",
    )
    .option("--sessions <n>", "sessions at a time (default: 1024)", whole(1))
    .option("--idle <seconds>", "end sessions that nothing is attached to after this long (default: 3600)", whole(1))
    .option("--step-limit <seconds>", "time that a step may take (default: 30)", whole(1))
    .option("--threads <n>", "threads that worlds are computed on (default: all cores)", whole(0))
    .option("--until-eof", "end when the standard input ends, as it does with the program that holds it")
    .option("--store <dir>", "folder of trained players, and of what worlds read once", ".agon")
    .option("--json", "print one JSON document at the start: the address as url")
    .action(runs(async () => (await import("./serve.ts")).serve));

  command("query <sql>", `agon query "select variant, avg(pay) from episodes group by variant"`)
    .description("ask a run in SQL; its tables are episodes, steps, training, texts and cells")
    .option("--run <run>", "the run: a name, its beginning or `latest` (default: latest)")
    .option("--all", "all runs of the store; the column `run` tells them apart")
    .option("--store <dir>", "folder of results", ".agon")
    .option("--json", "print one JSON document: a list of rows")
    .action(runs(async () => (await import("./query.ts")).query));

  command("attribute <file>", "agon attribute examples/touches.csv --half-life 3d")
    .description("credit advertising channels with the purchases of a log of touches, by every rule, with intervals")
    .option("--column, --columns <name=own>", "what the file calls a column: journey=user_id; may be repeated", collect)
    .option("--where <sql>", "rows to read, as an SQL condition on the file's columns")
    .option(
      "--half-life <time>",
      "of time decay: a number in the unit of the file's times, or 12h, 3d (default: 7d)",
      time,
    )
    .option("--attention [n]", "fit an attention network too, to at most n journeys (default: 5000)", whole(1))
    .option(
      "--customer <column>",
      "what the network is told of customers, may be repeated (default: all further columns)",
      collect,
    )
    .option("--seed <n>", "of the network", whole(0), 0)
    .option("--skip-bad-rows", "leave out rows that cannot be read, and count them")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./attribute.ts")).attribute));

  command("bids <file>", "agon bids examples/own-bids.csv")
    .description(
      "from one bidder's own log: what bids win and pay, what other bids would have earned, how chances held",
    )
    .option("--column, --columns <name=own>", "what the file calls a column: bid=amount; may be repeated", collect)
    .option("--where <sql>", "rows to read, as an SQL condition on the file's columns")
    .addOption(
      new Option("--rule <rule>", "what who wins pays: the price to beat, or the own bid")
        .choices(["second-price", "first-price"])
        .default("second-price"),
    )
    .option("--skip-bad-rows", "leave out rows that cannot be read, and count them")
    .option("--store <dir>", "folder of results, which keeps what was read", ".agon")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./bids.ts")).bids));

  command("match <arena> <files...>", "agon match core-war examples/warriors/dwarf.red examples/warriors/imp.red")
    .description("games between programs in an arena of `agon list arenas`, and the wins of each")
    .option("--games <n>", "games", whole(1), 100)
    .option("--seed <n>", "seed", whole(0), 0)
    .option(
      "--set <k=v>",
      "a parameter of the arena, or a limit of processes, may be repeated: core=small, limits.memory=256",
      collect,
    )
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./match.ts")).match));

  command("snake <file>", "agon snake examples/snakes/careful.js --port 8000")
    .description("a program answers as a snake's server, by BattleSnake's web API v1, until Ctrl-C")
    .option("--port <n>", "port to listen on (default: 8000, or a free one)", port)
    .option("--host <address>", "address to listen on (default: 127.0.0.1); another answers all that reaches it")
    .option("--color <hex>", "colour on boards: #0060a0")
    .option("--author <name>", "name on boards")
    .option("--steps <n>", "work for one move, in steps of its machine", whole(1000), 5_000_000)
    .option("--memory <n>", "bytes that the program may hold", whole(500_000), 16_000_000)
    .option("--json", "print one JSON document at the start: the address as url")
    .action(runs(async () => (await import("./snake.ts")).snake));

  command("contest <file>", "agon contest examples/warriors/five.yaml")
    .description(
      "programs fight by the schedule of a file, and are rated; matches are kept, and a stopped contest goes on",
    )
    .option("--set <k=v>", "a part of the file, may be repeated: games=100, schedule.id=swiss", collect)
    .option("--workers <n>", "worker threads; with 0 the main thread computes (default: all cores)", whole(0))
    .addOption(on())
    .addOption(shared())
    .option("--resamples <n>", "resamples behind intervals and chances of ranks", whole(0), 1000)
    .option("--store <dir>", "folder of results, which keeps matches", ".agon")
    .option("--diffs", "where programs are edited, print what was changed, as unified diffs")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./contest.ts")).contest));

  command("exploit <world> <agent>", "agon exploit games/poker examples/poker/honest.js --set game=kuhn")
    .description(
      "how much the best answer could win against a player: exactly in small games, else by trained attackers; AGENT is a name, a declaration or a program's file",
    )
    .option("--set <k=v>", "a parameter of the world, may be repeated", collect)
    .addOption(
      new Option("--method <method>", "default: exact where the world offers its whole game").choices([
        "exact",
        "trained",
      ]),
    )
    .option(
      "--queries <n>",
      "answers in each state, of a player that draws and does not say its chances",
      whole(20),
      1000,
    )
    .option("--learner <learner>", "of attackers: a name or a declaration in JSON (default: ppo, set for small games)")
    .option("--steps <n>", "steps of each attacker's training (default: the learner's own)", whole(1))
    .option("--seeds <n>", "attackers of each seat", whole(1), 3)
    .option(
      "--episodes <n>",
      "episodes that an attacker is chosen by, and as many others that it is reported on",
      whole(2),
      4000,
    )
    .option(
      "--reward <name>",
      "what attackers are paid, as in an experiment (default: what the world's game counts, or private)",
    )
    .option("--seed <n>", "first seed", whole(0), 0)
    .option("--workers <n>", "worker threads; with 0 the main thread computes (default: all cores)", whole(0))
    .option("--store <dir>", "folder of results, which keeps attackers' games", ".agon")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./exploit.ts")).exploit));

  command("rate <file>", "agon rate examples/votes/answers.csv")
    .description("rate players by games or votes of a file, with intervals, chances of ranks, and audits of the votes")
    .option("--model <rating>", "a rating of `agon list ratings`; default one that fits the games")
    .option("--set <k=v>", "a parameter of the rating, may be repeated: ties=rao-kupper", collect)
    .option("--columns <name=own>", "the file's name of a column, may be repeated: first=model_x", collect)
    .option("--where <sql>", "rows to read, as an SQL condition on the file's columns")
    .option("--anchor <name=rating>", "the player whose rating is set, of ratings of which only differences count")
    .option("--resamples <n>", "resamples behind intervals and chances of ranks", whole(0), 1000)
    .option("--parts <n>", "parts of the games in their order, each rated by itself too", whole(1), 1)
    .option("--seed <n>", "seed of the resamples", whole(0), 0)
    .option("--skip-bad-rows", "leave out rows that cannot be read, and count them")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./rate.ts")).rate));

  command("vote <run-or-file>", `agon vote lava\n  agon vote examples/votes/explanations.csv --also "Is it right?"`)
    .description(
      "a page on which people judge a run's episodes, or texts, in pairs without names, until Ctrl-C; a file has player, prompt and text. `agon rate` reads the votes, and a reward is learnt from those on a run",
    )
    .option("--question <text>", "what a judge is asked (default: which is better, or what the experiment asks)")
    .option("--also <text>", "a further question, answered by left, right, both or neither; may be repeated", collect)
    .option("--columns <name=own>", "the file's name of a column, may be repeated: player=model", collect)
    .option("--store <dir>", "folder of results, which keeps the votes", ".agon")
    .option("--port <n>", "port to listen on (default: 7411, or a free one)", port)
    .option(
      "--host <address>",
      "address to listen on; any but this machine's own asks for a token (default: 127.0.0.1)",
    )
    .option("--no-open", "do not open it in a browser")
    .option("--json", "print one JSON document at the start: the address as url, the file of votes, and the run")
    .action(runs(async () => (await import("./vote.ts")).vote));

  command("similar <file>", "agon similar examples/problems/new.csv --against examples/problems/old.csv")
    .description(
      "find texts that are like older ones, and how models do on those; FILE has id and text, and date, set, vector or difficulty",
    )
    .option("--against <file>", "the older texts; without it a column set (old, new) or date says which are older")
    .addOption(
      new Option("--by <way>", "words that are shared, an encoder that learns from the texts, or vectors of the file")
        .choices(["bm25", "encoder", "vectors"])
        .default("bm25"),
    )
    .option("--scores <file>", "which model passed which text: id, model and passed (1, 0, or a share)")
    .option("--columns <name=own>", "the file's name of a column, may be repeated: text=statement", collect)
    .option("--threshold <x>", "least similarity that is told (default: 0.5 by bm25, else 0.9)", positive)
    .option("--resamples <n>", "resamples behind intervals", whole(0), 1000)
    .option("--seed <n>", "seed of the encoder and the resamples", whole(0), 0)
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      "\n--json gives file, against, by, older, threshold, texts, compared, duplicates, nearest, scores and caveats.\nThe guide docs/guides/find-reused-problems.md has a table of all fields.",
    )
    .action(runs(async () => (await import("./similar.ts")).similar));

  command("preferences <file>", "agon preferences examples/preferences/answers.jsonl")
    .description(
      "what a file of comparisons of texts rewards: length, format, tone, words; careless annotators, rings, what more would tell",
    )
    .option("--columns <name=own>", "the file's name of a column, may be repeated: chosen=better", collect)
    .option("--where <sql>", "rows to read, as an SQL condition on the file's columns")
    .option("--seed <n>", "seed by which prompts are held back", whole(0), 0)
    .option("--most <n>", "comparisons that are looked at, at most; of more those on drawn prompts", whole(1), 500_000)
    .option("--out <file>", "write a reward for texts, fitted to all comparisons, as safetensors")
    .option(
      "--model <id>",
      "the model of that reward: length, style, words, all, network, ensemble, or transformer, which is fitted only then",
      "all",
    )
    .option("--skip-bad-rows", "leave out rows that cannot be read, and count them")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./preferences.ts")).preferences));

  command("reward <file>", "agon reward reward.safetensors --port 8000")
    .description("a reward that `agon preferences --out` has written answers over HTTP, for trainers, until Ctrl-C")
    .option("--port <n>", "port to listen on (default: 8000, or a free one)", port)
    .option("--host <address>", "address to listen on (default: 127.0.0.1); another answers all that reaches it")
    .option("--json", "print one JSON document at the start: the address as url")
    .action(runs(async () => (await import("./reward.ts")).reward));

  command("judge <file>", "agon judge examples/preferences/long-winded.yaml")
    .description(
      "hold a judge of texts (a rubric, a program, a language model) against labels: right, biased, swayed, sure, consistent",
    )
    .option("--set <k=v>", "a part of the file, may be repeated: most=100, judge.model=qwen3", collect)
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./judge.ts")).judge));

  command("check <id>", "agon check ./examples/fishery/fishery.ts")
    .description("check a world, reward or agent, your own too, against the laws that Agon's own obey")
    .option(
      "--environment <id>",
      "world in which a reward or an agent is checked (default: of an experiment beside its file, or coopetition/slcd)",
    )
    .option("--set <k=v>", "a parameter, may be repeated", collect)
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./check.ts")).check));

  command("audit [rules...]", "agon audit gsp vcg")
    .description(
      "search auctions and contracts for bids, or work and reports, that pay better than the truth; RULE is a name, a family, an id or a file, all by default",
    )
    .option("--instances <n>", "instances that are drawn of each rule", whole(1), 60)
    .option("--seed <n>", "seed", whole(0), 0)
    .option("--log <file>", "draw them from the auctions of a log, CSV or Parquet: its bidders, values and qualities")
    .option("--column <name=own>", "what the log calls a column, may be repeated", collect)
    .option("--where <condition>", "rows of the log to read, as an SQL condition on its columns")
    .option("--skip-bad-rows", "leave out rows of the log that cannot be read, and count them")
    .option("--store <dir>", "folder of results, which keeps what was read", ".agon")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./audit.ts")).audit));

  command("studies", "agon studies --json")
    .description("list the published systems that are reproduced here, with their last measured figures")
    .option("--run", "run them all first")
    .option("--full", "run them all first, in their longer form")
    .addOption(on())
    .addOption(shared())
    .option("--write <folder>", "write the manual's pages of systems, and the records they are made from")
    .option("--store <dir>", "folder of results", ".agon")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./studies.ts")).studies));

  command("study <id>", "agon study coopetition-trust")
    .description("reproduce a published system: claimed beside measured, with a control that must fail")
    .option("--full", "the longer form")
    .option("--seeds <n>", "number of seeds, instead of the study's own", whole(1))
    .addOption(on())
    .addOption(shared())
    .option("--store <dir>", "folder of results", ".agon")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./studies.ts")).study));

  const log = command("log", "agon log columns requests").description(
    "check logs that worlds play, and show the columns they need",
  );
  command("check <file>", "agon log check bids.csv --as auctions --column bidder=advertiser_id", log)
    .description(
      "read a log, CSV or Parquet or a data set of Minari, as an experiment would, and say what is in it and what is wrong with it",
    )
    .requiredOption("--as <kind>", "what it is a log of: auctions, impressions, requests, offers or episodes")
    .option("--column <name=own>", "what the file calls a column, may be repeated", collect)
    .option("--where <condition>", "rows to read, as an SQL condition on the file's columns")
    .option("--skip-bad-rows", "leave out rows that cannot be read, and count them")
    .option("--store <dir>", "folder of results, which keeps what was read", ".agon")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./log.ts")).check));
  command("columns [kind]", "agon log columns requests", log)
    .description("show the columns of a kind of log, or of all")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./log.ts")).columns));

  const trace = command("trace", "agon trace meters traces.jsonl").description("check and measure traces of teams");

  command("check <file>", "agon trace check examples/traces/example_trace.json", trace)
    .description("tell every fault of the traces in a file, JSON or one trace on each line")
    .option("--lenient", "only what the published validator checks")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./trace.ts")).check));

  command("meters <file>", "agon trace meters examples/traces/example_trace.json", trace)
    .description("print critical path, speed-up and other figures, and totals that events contradict")
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./trace.ts")).meters));

  command("export <run>", "agon trace export latest > traces.jsonl", trace)
    .description(
      "print the episodes of a run as traces, one on each line; RUN is a name, its beginning, `latest` or a folder",
    )
    .option("--store <dir>", "folder of results", ".agon")
    .action(runs(async () => (await import("./trace.ts")).exportRun));

  command("pick <files...>", "agon trace pick attempts.jsonl --share 0.25 --json > manifest.json", trace)
    .description(
      "from traces of many attempts at some tasks, print which successes to imitate and which tasks to train on",
    )
    .option("--share <x>", "share of all successes that is kept, 0 to 1 (default: 0.25)", share)
    .option("--json", "print one JSON document")
    .action(runs(async () => (await import("./trace.ts")).pick));

  command("schema", "agon trace schema > trace.schema.json", trace)
    .description("print the JSON Schema of a trace")
    .action(runs(async () => (await import("./trace.ts")).schema));

  command("schema", "agon schema > experiment.schema.json")
    .description("print the JSON Schema of experiment files, for editors")
    .action(runs(async () => (await import("./schema.ts")).schema));

  command("completion [words...]", 'eval "$(agon completion bash)"')
    .description("print what a shell needs to complete agon's words: bash, zsh or fish")
    .addOption(new Option("--words", "print the words that may follow").hideHelp())
    .action(
      runs(async () => {
        const { completion } = await import("./completion.ts");
        return (words: readonly string[], flags: { readonly words?: boolean }) => completion(words, flags, program);
      }),
    );

  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    exitCode = error.exitCode === 0 ? 0 : 2;
  }
  return exitCode;
}
