// The figures as tables: head and rows of text, for the terminal and for the page.

import { number } from "../src/cli/output.ts";
import { type CellFigures, cellTargets } from "./cells.ts";
import { type ClusterFigures, clusterTargets } from "./cluster.ts";
import { type ContestFigures, contestTargets } from "./contests.ts";
import { type FileFigures, fileTargets } from "./files.ts";
import { type LanguageFigures, languageTargets } from "./language.ts";
import type { RateFigures } from "./learner-rates.ts";
import { type LearnerFigures, learnerTargets } from "./learners.ts";
import { PARTS, type Part, QUICK_WORDS } from "./lengths.ts";
import type { Machine } from "./machine.ts";
import { type PictureFigures, pictureTargets } from "./pictures.ts";
import { type RequestFigures, requestTargets } from "./requests.ts";
import { type SocietyFigures, societyTargets } from "./societies.ts";
import { SOCIETY_TASKS } from "./society-task.ts";
import type { Target } from "./target.ts";
import { type ViewFigures, viewTargets } from "./view.ts";
import { type WorldFigures, worldTargets } from "./worlds.ts";

/** Everything that one benchmark run measured; parts that were not asked for are empty. */
export interface Figures {
  readonly machine: Machine;
  readonly quick: boolean;
  readonly worlds: readonly WorldFigures[];
  readonly cells: readonly CellFigures[];
  readonly learners: readonly LearnerFigures[];
  readonly rates: readonly RateFigures[];
  readonly language: readonly LanguageFigures[];
  readonly requests: readonly RequestFigures[];
  readonly contests: readonly ContestFigures[];
  readonly societies: readonly SocietyFigures[];
  readonly pictures: PictureFigures | undefined;
  readonly files: readonly FileFigures[];
  readonly cluster: ClusterFigures | undefined;
  readonly view: ViewFigures | undefined;
}

/** What every part is to reach. */
export function targetsOf({
  worlds,
  cells,
  learners,
  language,
  requests,
  contests,
  societies,
  pictures,
  files,
  cluster,
  view,
}: Figures): Record<Part, Target[]> {
  return {
    worlds: worlds.length > 0 ? worldTargets(worlds) : [],
    cells: cellTargets(cells),
    learners: learnerTargets(learners),
    rates: [],
    language: languageTargets(language),
    requests: requestTargets(requests),
    contests: contestTargets(contests),
    societies: societyTargets(societies),
    pictures: pictureTargets(pictures),
    files: fileTargets(files),
    cluster: clusterTargets(cluster),
    view: viewTargets(view),
  };
}

/** A table with its heading. */
export interface TextTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The tables of every part that was measured, its targets last. */
export function tablesOf(figures: Figures): { readonly part: Part; readonly tables: readonly TextTable[] }[] {
  const measured = {
    worlds: worlds(figures.worlds),
    cells: cells(figures.cells),
    learners: learners(figures.learners),
    rates: rates(figures.rates),
    language: language(figures.language),
    requests: requests(figures.requests),
    contests: contests(figures.contests),
    societies: societies(figures.societies),
    pictures: figures.pictures === undefined ? [] : pictures(figures.pictures),
    files: files(figures.files),
    cluster: cluster(figures.cluster),
    view: view(figures.view),
  };
  const aims = targetsOf(figures);
  return PARTS.map((part) => {
    const aimed = targets(`Targets: ${part}`, aims[part]);
    const list = [measured[part]].flat();
    const said = list.map((table) =>
      figures.quick ? { ...table, title: `${table.title} (quick: ${QUICK_WORDS[part]})` } : table,
    );
    return { part, tables: [...said, aimed].filter(({ rows }) => rows.length > 0) };
  }).filter(({ tables }) => tables.length > 0);
}

/** `AMD EPYC, 2 cores, Node v20.20.2, 2026-11-20, load 0.3`. */
export function machineLine({ processor, cores: count, node, date, load }: Machine): string {
  return `${processor}, ${count} cores, Node ${node}, ${date}, load ${load.toFixed(1)} at the start`;
}

function targets(title: string, list: readonly Target[]): TextTable {
  return {
    title,
    head: ["target", "aim", "measured", "verdict"],
    rows: list.map(({ name, unit, sense, aim, measured, reached }) => [
      name,
      `${sense} ${number(aim)} ${unit}`,
      `${number(measured)} ${unit}`,
      reached ? "reached" : "missed",
    ]),
  };
}

function worlds(list: readonly WorldFigures[]): TextTable {
  return {
    title: "Worlds: steps per second on one core",
    head: ["world", "agents", "step and pay", "and observe", "arithmetic alone", "share of it", "bytes/step"],
    rows: list.map(({ world, agents, steps, observed, limit, share, bytesPerStep }) => [
      world,
      String(agents),
      number(steps),
      number(observed),
      number(limit),
      percent(share),
      bytesPerStep.toFixed(1),
    ]),
  };
}

function cells(list: readonly CellFigures[]): TextTable {
  return {
    title: "Cells: a run through the command line, and its report",
    head: [
      "record",
      "cells",
      "cells/s",
      "cores busy",
      "cores idle",
      "peak MB",
      "growth MB",
      "report s",
      "report peak MB",
    ],
    rows: list.map(({ record, cells: count, cellsPerSecond, busy, idle, peak, growth, reportSeconds, reportPeak }) => [
      record,
      number(count),
      number(cellsPerSecond),
      percent(busy),
      percent(idle),
      peak.toFixed(0),
      growth.toFixed(0),
      reportSeconds.toFixed(1),
      reportPeak.toFixed(0),
    ]),
  };
}

function cluster(figures: ClusterFigures | undefined): TextTable[] {
  if (figures === undefined) return [];
  const { queued, queueing, overhead, rates, costs } = figures;
  return [
    {
      title: "A cluster: queue and overhead",
      head: ["jobs", "queued in s", "overhead of a cell, ms"],
      rows: [[number(queued), queueing.toFixed(1), (1000 * overhead).toFixed(2)]],
    },
    {
      title: "A cluster: cells a second on two cores",
      head: [
        "a cell takes",
        "two threads",
        "two workers",
        "of that",
        "turns",
        "cores' time in cells, for both",
        "submitter, of a core",
      ],
      rows: rates.map(({ cell, alone, cluster: there, share, range, computing, follower }) => [
        `${cell.toPrecision(2)} s`,
        ...[
          number(alone),
          number(there),
          percent(share),
          range.map(percent).join(" – "),
          computing.map(percent).join(" and "),
        ],
        `${(100 * follower).toFixed(2)} %`,
      ]),
    },
    {
      title: "A cluster: what PostgreSQL does for it, processor time",
      head: ["operation", "ms", "each further one, ms"],
      rows: [
        ["claim of a group's jobs", ms(costs.claim), ms(costs.claimJob)],
        ["commit of results", ms(costs.commit), ms(costs.commitJob)],
        ["a group, from its queueing to its end", ms(costs.group), "–"],
        ["look for groups", ms(costs.look), "–"],
        ["beat of a worker, beside others", ms(costs.beat), (1000 * costs.beatWorker).toFixed(5)],
        ["upkeep of a worker, each second", ms(costs.upkeep), "–"],
        ["result that is fetched", ms(costs.fetchJob), "–"],
      ],
    },
    simulatedClusters(figures),
  ];
}

const ms = (seconds: number): string => (1000 * seconds).toFixed(3);

/** What a thousand workers would do, by what was measured. */
export function simulatedClusters({ simulated }: ClusterFigures): TextTable {
  return {
    title: "A cluster: simulated, workers of four threads and a database on four cores",
    head: ["workers", "a cell takes", "cells a second", "threads compute", "database works", "submitter works"],
    rows: simulated.map(({ cluster: { workers, cellSeconds }, run }) => [
      ...[number(workers), `${cellSeconds} s`, number(run.rate)],
      ...[percent(run.computing), percent(run.database), percent(run.submitter)],
    ]),
  };
}

function societies(list: readonly SocietyFigures[]): TextTable {
  return {
    title: "Societies of scripted agents, by processor time",
    head: ["society", "unit", "median", "slowest"],
    rows: list.map(({ task, measured, slowest }) => [task, SOCIETY_TASKS[task], number(measured), number(slowest)]),
  };
}

function pictures({ bases, exact }: PictureFigures): TextTable[] {
  return [
    {
      title: "Flows that draw: a base, and a gradient step beside PyTorch",
      head: ["world", "cores", "base s", "processor s", "gradient step ms", "PyTorch ms", "times as fast"],
      rows: bases.map(({ task, threads, base, step, peer }) => [
        ...[task, String(threads), number(base.seconds), number(base.processor), number(1000 * step)],
        ...(peer === undefined ? ["–", "–"] : [number(1000 * peer), number(peer / step)]),
      ]),
    },
    {
      title: "Exact parts of sprites on one core, by the bytes of templates that they read",
      head: ["part", "GB/s", "share of a copy"],
      rows: (["parser", "sampler", "copy"] as const).map((part) => [
        ...[part, number(exact[part] / 1e9), percent(exact[part] / exact.copy)],
      ]),
    },
  ];
}

function requests(list: readonly RequestFigures[]): TextTable {
  return {
    title: "Requests per second on one core",
    head: [
      "rule",
      "Agon",
      "NumPy",
      "times as fast",
      "reading alone",
      "share of it",
      `${list[0]?.times ?? 100} × as many`,
      "growth MB",
    ],
    rows: list.map(({ task, rate, peer, readAlone, times, stretch, growth }) => [
      task,
      number(rate),
      peer === undefined ? "–" : number(peer),
      peer === undefined ? "–" : number(rate / peer),
      number(readAlone),
      percent(rate / readAlone),
      `${stretch.toFixed(2)} × ${times} × the time`,
      (growth / 2 ** 20).toFixed(0),
    ]),
  };
}

function contests(list: readonly ContestFigures[]): TextTable {
  return {
    title: "Contests on one core",
    head: ["task", "seconds", "a second", "the machine at most", "share of it", "choix, one fit, s"],
    rows: list.map(({ task, seconds, perSecond, limit, peer }) => [
      task,
      number(seconds),
      number(perSecond),
      limit === undefined ? "–" : number(limit),
      limit === undefined ? "–" : percent(perSecond / limit),
      peer === undefined ? "–" : number(peer),
    ]),
  };
}

function files(list: readonly FileFigures[]): TextTable {
  const orDash = (value: number | undefined, text: (value: number) => string) =>
    value === undefined ? "–" : text(value);
  return {
    title: "Large files and figures",
    head: ["task", "seconds", "processor s", "peak MB", "DuckDB groups the rows, processor s", "over DuckDB's"],
    rows: list.map(({ task, seconds, processor, peak, grouping }) => [
      task,
      number(seconds),
      orDash(processor, number),
      orDash(peak, (value) => value.toFixed(0)),
      orDash(grouping, number),
      grouping === undefined || processor === undefined ? "–" : `${(processor / grouping).toFixed(1)} ×`,
    ]),
  };
}

function learners(list: readonly LearnerFigures[]): TextTable {
  return {
    title: "Learners: PPO until a task is solved, one process on one core",
    head: ["task", "side", "solved", "seconds", "processor s", "steps", "steps/s"],
    rows: list.map(({ task, side, seeds, solved, seconds, processorSeconds, steps, stepsPerSecond }) => [
      task,
      side,
      solved === undefined ? "–" : `${solved} of ${seeds}`,
      seconds.toFixed(1),
      processorSeconds.toFixed(1),
      number(steps),
      number(Math.round(stepsPerSecond)),
    ]),
  };
}

function rates(list: readonly RateFigures[]): TextTable {
  return {
    title: "Rates: play and gradient steps of those trainings apart",
    head: ["task", "side", "steps of play/s", "gradient steps/s", "batch", "share of peak"],
    rows: list.map(({ task, side, playPerSecond, gradientsPerSecond, batch, shareOfPeak }) => [
      task,
      side,
      playPerSecond === undefined ? "–" : number(Math.round(playPerSecond)),
      number(Math.round(gradientsPerSecond)),
      number(batch),
      `${(100 * shareOfPeak).toFixed(1)} %`,
    ]),
  };
}

function language(list: readonly LanguageFigures[]): TextTable {
  return {
    title: "Language models: 64 texts of 32 tokens",
    head: [
      "size",
      "side",
      "cores",
      "gradient step ms",
      "share of peak",
      "of WebAssembly's limit",
      "DPO step ms",
      "of the limit",
      "written token µs",
      "a round of both ms",
    ],
    rows: list.map((one) => [
      one.task,
      one.side,
      number(one.threads),
      number(1000 * one.step),
      `${(100 * one.shareOfPeak).toFixed(1)} %`,
      `${(100 * one.shareOfLimit).toFixed(1)} %`,
      number(1000 * one.pairs),
      `${(100 * one.pairsOfLimit).toFixed(1)} %`,
      number(1e6 * one.token),
      number(1000 * one.round),
    ]),
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function view(figures: ViewFigures | undefined): TextTable {
  const of = (value: number, unit: string) => `${number(value)} ${unit}`;
  const head = ["a reader waits for", "median", "slowest"];
  if (figures === undefined) return { title: "View", head, rows: [] };
  const { runs, episodes, questions, firstPicture, gridOpens, gridPage, slowestPage } = figures;
  const { update, slowestUpdate, frames, longestFrame, resident, growth } = figures;
  return {
    title: `View: ${number(runs)} runs, ${number(episodes)} episodes; ${of(resident, "MB")} after ${questions} questions, ${of(growth, "MB")} more after as many again`,
    head,
    rows: [
      ["the list of runs", of(firstPicture, "ms"), "–"],
      ["the grid's first page", of(gridOpens, "ms"), "–"],
      ["a page of the grid", of(gridPage, "ms"), of(slowestPage, "ms")],
      ["news of a cell", of(update, "ms"), of(slowestUpdate, "ms")],
      ["a frame of a replay", of(1000 / frames, "ms"), of(longestFrame, "ms")],
    ],
  };
}
