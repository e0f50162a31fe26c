// Run and look: experiments, their runs, and what has a name.

import type { Declarations } from "../declaration.ts";
import { many, no, one, required, text, whole, yes } from "../flag.ts";
import {
  address,
  cluster,
  computing,
  onFor,
  pages,
  seeds,
  set,
  skipBadRows,
  store,
  storeFor,
} from "../shared-flags.ts";

const RUN = "RUN is a name, its beginning, `latest` or a folder";

export const looking = {
  "run <file>": {
    about: "run an experiment, or what is missing of it, and write its report; FILE may be a shipped example's name",
    example: "agon run alliance --seeds 20",
    flags: {
      seeds,
      ...computing,
      set: many("<path=value>", "change a value of the file, may be repeated"),
      skipBadRows,
    },
    offers: "experiments",
  },
  "resume <run>": {
    about:
      "go on with a run of the store that was stopped, as it was asked for; RUN is a name, its beginning or `latest`",
    example: "agon resume latest",
    flags: { ...computing },
    offers: "runs",
  },
  "init [folder]": {
    about: "begin a folder of one's own: an experiment with a world, a reward and an agent, which run and are checked",
    example: "agon init my-desk --javascript",
    flags: { javascript: yes("in JavaScript instead of TypeScript") },
    json: "print one JSON document: the files",
  },
  "examples [id]": {
    about: "list the shipped examples, which `agon run ID` runs from any folder, or show one",
    example: "agon examples alliance",
    offers: "examples",
  },
  "examples copy <id> [folder]": {
    about: "copy an example, with the files that it needs, as the beginning of one's own",
    example: "agon examples copy fishery",
    offers: "examples",
  },
  "list [kind]": {
    about:
      "list what has a name: environments, agents, rewards, algorithms, text methods, callbacks, feedback, rules, studies, examples, or runs of a store",
    example: "agon list environments",
    flags: { store: storeFor("folder of results, of which runs are listed") },
    offers: "kinds",
  },
  "show <id>": {
    about: "show anything that has a name: parameters, channels, spaces and source",
    example: "agon show coopetition/slcd",
    flags: { set: set("a parameter, may be repeated") },
    offers: "named",
  },
  view: {
    about:
      "open a page on the store: all runs, live while they go on, changed, run, stopped and resumed there, until Ctrl-C",
    example: "agon view --store results\n  agon view --on postgres://agon:secret@database/agon",
    flags: {
      on: onFor("also show the cluster with this PostgreSQL database: its workers, what they are at, and what waits"),
      store,
      readOnly: yes("nothing can be changed, started or stopped from the page"),
      ...pages,
    },
    json: address,
  },
  "report <run>": {
    about: `write a run's report again from its store; ${RUN}`,
    example: "agon report latest",
    flags: {
      store,
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
      store,
    },
    json: "print one JSON document: a list of rows",
  },
  "export <run>": {
    about: `write a run's cells for other programs: TensorBoard, or Weights & Biases as offline runs; ${RUN}`,
    example: "agon export latest --format tensorboard --out runs",
    flags: {
      format: required(one("<format>", "for which program", "tensorboard", "wandb")),
      out: required(text("<folder>", "folder that the files go to")),
      steps: no("without the numbers of every step of an episode, for smaller files"),
      overwrite: yes("write over files of an earlier export"),
      store,
    },
    offers: "runs",
  },
  worker: {
    about: "compute for all that is submitted to a cluster, until Ctrl-C; one on each machine",
    example: "agon worker --on postgres://agon:secret@database/agon",
    flags: {
      ...cluster,
      on: required(cluster.on),
      workers: whole("worker threads (default: all cores)", 1),
      scratch: text("<dir>", "folder for what is under way (default: in the system's temporary folder)"),
    },
    json: "print a JSON document for each event",
  },
  schema: {
    about: "print the JSON Schema of experiment files, for editors",
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
