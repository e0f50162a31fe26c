// Flows that draw pictures beside PyTorch: a gradient step on all cores in turns, a whole base, and the exact parts beside a copy of memory.

import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median } from "../src/evaluation/statistics/moments.ts";
import {
  BLOCKS,
  type ExactOutcome,
  type PictureOrder,
  type PictureOutcome,
  type PictureTask,
  WIDTH,
} from "./picture-task.ts";
import { atLeast, type Target, under } from "./target.ts";

const CORES = availableParallelism();
const HERE = fileURLToPath(new URL("./picture-process.js", import.meta.url));
const THERE = fileURLToPath(new URL("../../interop/flow_reference.py", import.meta.url));
const run = promisify(execFile);

/** How much is measured. */
export interface PictureLength {
  readonly turns: number;
  readonly steps: number;
  readonly tasks: readonly PictureTask[];
}

/** A base on so many cores; seconds of a gradient step of Agon's, and of the peer's where there is one. */
export interface BaseFigures {
  readonly task: string;
  readonly threads: number;
  readonly base: PictureOutcome;
  readonly step: number;
  readonly peer: number | undefined;
}

export interface PictureFigures {
  readonly bases: readonly BaseFigures[];
  readonly exact: ExactOutcome;
}

/** Measures the tasks; `python` is an interpreter with PyTorch. */
export async function benchPictures(
  python: string | undefined,
  { turns, steps, tasks }: PictureLength,
  progress: (text: string) => void,
): Promise<PictureFigures> {
  const ask = async (order: PictureOrder | "exact") =>
    JSON.parse((await run(process.execPath, [HERE, JSON.stringify(order)])).stdout);
  const bases: BaseFigures[] = [];
  for (const [task, threads] of tasks.flatMap((one) =>
    [...new Set([1, CORES])].map((count) => [one, count] as const),
  )) {
    const [own, peers]: [number[], number[]] = [[], []];
    for (let turn = 1; turn <= turns; turn++) {
      progress(`pictures: ${task.name}, ${threads} cores, turn ${turn} of ${turns}`);
      const order: PictureOrder = { ...task, threads, steps, what: "step" };
      own.push((await ask(order)).seconds);
      if (python === undefined) continue;
      const told = JSON.stringify({ ...order, width: WIDTH, blocks: BLOCKS });
      peers.push(JSON.parse((await run(python, [THERE, told])).stdout).seconds);
    }
    progress(`pictures: the base of ${task.name}`);
    const base: PictureOutcome = await ask({ ...task, threads, steps, what: "base" });
    bases.push({
      task: task.name,
      threads,
      base,
      step: median(own),
      peer: peers.length === 0 ? undefined : median(peers),
    });
  }
  progress("pictures: the exact parts");
  return { bases, exact: await ask("exact") };
}

const onAll = ({ threads }: BaseFigures): boolean => threads === CORES;

/** A base under 15 s, and a gradient step as fast as PyTorch's. */
export const pictureTargets = (figures: PictureFigures | undefined): Target[] =>
  figures === undefined
    ? []
    : figures.bases
        .filter(onAll)
        .flatMap(({ task, base, step, peer }) => [
          under(`${task}: a base`, 15, base.seconds, "s"),
          ...(peer === undefined
            ? []
            : [atLeast(`${task}: a gradient step, against PyTorch`, 1, peer / step, "times as fast")]),
        ]);
