// Declarations of the commands that run experiments and view runs, and of those for worlds and studies.

import type { STUDY_STATES } from "../study/verdict.ts";
import { type Declarations, many, no, one, required, text, usually, whole, yes } from "./declaration.ts";
import * as common from "./shared-flags.ts";

/** The states of studies, repeated here so that help does not load a module for them. */
const STATUSES = [
  ...(["shown", "partly shown", "not shown here", "contradicted here", "unmarked"] as const),
  ...(["not run", "damaged"] as const),
] as const satisfies typeof STUDY_STATES;

const RUN = "RUN is a name, its beginning, `latest` or a folder";

export const looking = {
  "run <file>": {
    about:
      "run an experiment, or what is missing of it, and write its report; FILE may be the name of a shipped example, or of a published system's experiment",
    example: "agon run alliance --seeds 20",
    flags: {
      seeds: common.seeds,
      full: yes("the larger of the file's two sizes of seeds"),
      ...common.computing,
      set: many("<path=value>", "change a value of the file"),
      claims: yes("exit by the file's claims: 0 where all hold, 3 where one fails, 4 where one is undecided"),
      junit: text("<file>", "also write the claims as a JUnit file, and exit by them"),
      skipBadRows: common.skipBadRows,
    },
    offers: "experiments",
  },
  "resume <run>": {
    about: `go on with a run of the store that was stopped, as it was asked for; ${RUN}`,
    example: "agon resume latest",
    flags: { ...common.computing },
    offers: "runs",
  },
  "init [folder]": {
    about: "begin a folder of one's own: an experiment with a world, a reward and an agent, which run and are checked",
    example: "agon init my-desk --javascript",
    flags: { javascript: yes("in JavaScript instead of TypeScript") },
    json: "print one JSON document: the files",
  },
  "examples [id]": {
    about: "list the shipped examples, which `agon run ID` runs from any folder, or show one, or a published system's",
    example: "agon examples alliance",
    offers: "examples",
  },
  "examples copy <id> [folder]": {
    about:
      "copy an example or the experiment of a published system, with the files that it needs, as the beginning of one's own",
    example: "agon examples copy fishery",
    offers: "examples",
  },
  "list [kind] [words...]": {
    about:
      "list what has a name: environments, agents, rewards, algorithms, text methods, callbacks, feedback, rules, studies, examples, or runs of a store; all, or those with these words",
    example: "agon list environments auction",
    flags: { store: common.storeFor("folder of results, of which runs are listed") },
    offers: "kinds",
  },
  "show <id>": {
    about:
      "show anything that has a name: parameters, channels, spaces and source, or a run: state, times and load of the machine",
    example: "agon show coopetition/slcd\n  agon show latest",
    flags: { set: common.set("a parameter"), store: common.storeFor("folder of results, of which a run is shown") },
    offers: "named",
  },
  view: {
    about:
      "open a page on the store: all runs, live while they go on, changed, run, stopped and resumed there, until Ctrl-C",
    example: "agon view --store results\n  agon view --on postgres://agon:secret@database/agon",
    flags: {
      on: common.onFor("also show the cluster with this database: its workers, what they are at, and what waits"),
      store: common.store,
      readOnly: yes("nothing can be changed, started or stopped from the page"),
      ...common.pages,
    },
    json: common.address,
  },
  "report <run>": {
    about: `write a run's report again from its store; ${RUN}`,
    example: "agon report latest",
    flags: {
      store: common.store,
      out: text("<folder>", "write it into this folder instead of the run's"),
      trust: yes("load the code that the run brings, now and from now on"),
      embed: yes("also write the view's pages as files into the store, for a web server; they read its tables"),
    },
    offers: "runs",
  },
  "query <sql>": {
    about: "ask a run in SQL; its tables are episodes, steps, training, texts and cells",
    example: `agon query "select variant, avg(pay) from episodes group by variant"`,
    flags: {
      run: { ...text("<run>", "the run: a name, its beginning or `latest` (default: latest)"), offers: "runs" },
      all: yes("all runs of the store; the column `run` tells them apart"),
      csv: yes("print CSV, with every digit and every text whole, for a spreadsheet"),
      store: common.store,
    },
    json: "print one JSON document: a list of rows",
  },
  "export <run>": {
    about: `write a run for TensorBoard or Weights & Biases, its lists as logs of clicks, its conversations for fine-tuning, or pages of what was made; ${RUN}`,
    example: "agon export latest --format tensorboard --out runs",
    flags: {
      format: required(one("<format>", "for which program", "tensorboard", "wandb", "clicks", "chat", "html")),
      out: required(text("<folder>", "folder that the files go to")),
      steps: no("without the numbers of every step of an episode, for smaller files"),
      where: text("<sql>", "of chat: which episodes, as an SQL condition on their columns: won = 1"),
      overwrite: yes("write over files of an earlier export"),
      store: common.store,
    },
    offers: "runs",
  },
  worker: {
    about: "compute for all that is submitted to a cluster, until Ctrl-C; one on each machine",
    example: "agon worker --on postgres://agon:secret@database/agon",
    flags: {
      ...common.cluster,
      on: required(common.cluster.on),
      workers: whole("worker threads (default: all cores)", 1, common.MOST_THREADS),
      scratch: text("<dir>", "folder for what is under way (default: in the system's temporary folder)"),
    },
    json: "print a JSON document for each event",
  },
  "schema [of]": {
    about:
      "print the JSON Schema of experiment files, for editors, or of a weighing or the settings of a log: experiment, weigh, log",
    example: "agon schema > experiment.schema.json",
    json: false,
  },
  "completion [words...]": {
    about: "print what a shell needs to complete agon's words: bash, zsh or fish",
    example: 'eval "$(agon completion bash)"',
    flags: { words: { ...yes("print the words that may follow"), isHidden: true } },
    json: false,
    offers: "shells",
  },
} as const satisfies Declarations;

export const worlds = {
  "play <environment>": {
    about: "play a world at the terminal, alone or against agents",
    example: "agon play coopetition/slcd --against tit-for-tat",
    flags: {
      seat: text("<agent>", "who you are, by name or label (default: the first)"),
      against: usually(
        "random",
        text("<policy>", "who plays the other seats: a name, a file or a declaration in JSON"),
      ),
      reward: text(
        "<name>",
        "what is paid: a name, a file or a declaration in JSON (default: private, or the first channel)",
      ),
      objective: text(
        "<name>",
        "what is wanted and never paid: a channel or a declaration in JSON (default: what is paid)",
      ),
      save: yes("keep the game in the store, where `agon view` replays it"),
      store: common.storeFor("folder of saved games, of trained players, and of what worlds read once"),
      set: common.setWorld,
      seed: common.seed,
    },
    json: "print one JSON document at the end, and the rest on standard error",
    offers: "environments",
  },
  "step <environment>": {
    about: "step a world by hand or from a program, in JSON Lines",
    example: `echo '{"actions":{"agent_0":[60],"agent_1":[55]}}' | agon step coopetition/slcd --reward integrated`,
    flags: { reward: common.reward, set: common.setWorld, seed: common.seed },
    json: false,
    offers: "environments",
  },
  "serve [worlds...]": {
    about: "serve worlds to trainers in any language, as OpenEnv under /env/NAME; WORLD is a name or a file",
    example: "agon serve control/cart-pole coopetition/slcd --port 8000",
    flags: {
      ...common.worldsAt,
      sessions: whole("sessions at a time (default: 1024)", 1),
      idle: {
        ...whole("end sessions that nothing is attached to after this long (default: 3600)", 1),
        takes: "<seconds>",
      },
      stepLimit: { ...whole("time that a step may take (default: 30)", 1), takes: "<seconds>" },
      threads: whole("threads that worlds are computed on (default: all cores)", 0, common.MOST_THREADS),
      allow: many(
        "<what>",
        "what requests may name: programs, models, keys for these, or files below a folder (default: nothing)",
        "--allow ./parts --allow programs",
      ),
      untilEof: yes("end when the standard input ends, as it does with the program that holds it"),
      store: common.storeFor("folder of trained players, and of what worlds read once"),
    },
    json: common.address,
  },
  "check <id>": {
    about:
      "check a part against laws: a world, reward or agent, your own too, against those that Agon's own obey; of an experiment's file say what it would compute",
    example: "agon check ./examples/fishery/fishery.ts\n  agon check experiment.yaml",
    flags: {
      environment: text(
        "<id>",
        "world in which a reward or an agent is checked (default: of an experiment beside its file, or coopetition/slcd)",
      ),
      set: common.set("a parameter"),
    },
    offers: "named",
  },
} as const satisfies Declarations;

export const studies = {
  "studies [words...]": {
    about: "list published systems and what is shown of their claims, all or those with these words",
    example: 'agon studies auction --status "partly shown"',
    flags: {
      status: one("<status>", "those of this status", ...STATUSES),
      run: yes("run them all first"),
      full: yes("run them all first, in their longer form"),
      ...common.cluster,
      write: text("<folder>", "write the manual's pages of systems, and the records they are made from"),
      store: common.store,
    },
  },
  "study <id>": {
    about: "reproduce a published system: what its paper claims beside what is measured",
    example: "agon study coopetition-trust",
    flags: {
      full: yes("the longer form"),
      seeds: whole("number of seeds, instead of the study's own", 1, 1_000_000),
      set: common.set("a setting of this run, which then is no record", "seeds.first=5"),
      bibtex: yes("print its paper in BibTeX, and run nothing"),
      ...common.cluster,
      store: common.store,
    },
    offers: "studies",
  },
} as const satisfies Declarations;
