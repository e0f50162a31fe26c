// Scene of the fact-finding team: sources at the bottom, the last round's workers in the middle, the orchestrator above with the reports it
// received; at the top the accumulated evidence.

import type { Point, Scene, Shape } from "../../core/scene.ts";
import { between, block, counted, label, percent, rectangle, short } from "../scene-shapes.ts";

/** A worker's report in the last round. */
export interface WorkerReport {
  readonly source: number;
  /** The reported answer, 1 or −1; 0 where the report was lost. */
  readonly report: number;
}

export interface TeamScene {
  /** Probability that each source is right. */
  readonly right: readonly number[];
  /** The true answer, 1 or −1. */
  readonly truth: number;
  /** The orchestrator's answer, 1 or −1; 0 before it. */
  readonly answer: number;
  /** Log-odds of the answer 1. */
  readonly evidence: number;
  readonly workers: number;
  readonly rounds: number;
  readonly most: number;
  readonly findings: readonly WorkerReport[];
}

const WIDTH = 32;
const MIDDLE = WIDTH / 2;
const Y = { evidence: 19.6, top: 15.5, workers: 9, sources: 2.6 } as const;
/** Log-odds at the end of the scale: odds of four hundred to one. */
const SURE = 6;

export function teamScene(scene: TeamScene): Scene {
  const { right, truth, answer, evidence, workers, rounds, most, findings } = scene;
  const across = (k: number, count: number) => (WIDTH * (k + 0.5)) / count;
  const size = Math.min(1.3, 10 / right.length);
  const letters = Math.min(1, 15 / right.length);
  const shapes: Shape[] = [...evidenceBar(evidence, truth)];
  for (const [k, chance] of right.entries()) {
    const at: Point = [across(k, right.length), Y.sources];
    shapes.push(
      { kind: "circle", at, radius: size, fill: "surface", stroke: "muted" },
      { kind: "circle", at, radius: size * Math.sqrt(2 * chance - 1), fill: "muted", opacity: 0.5 },
      label([at[0], Y.sources - size - 0.9], percent(chance), letters, { fill: "muted" }),
    );
  }
  for (const [k, { source, report }] of findings.entries()) {
    const at: Point = [across(k, findings.length), Y.workers];
    const from: Point = [across(source, right.length), Y.sources + size];
    const to: Point = [MIDDLE + 0.18 * (at[0] - MIDDLE), Y.top - 1.7];
    const tone = report === 0 ? "muted" : report === truth ? "good" : "bad";
    shapes.push(
      between(from, [at[0], Y.workers - 1.1], "muted", { width: 2 }),
      between([at[0], Y.workers + 1.1], to, tone, report === 0 ? { dashed: true } : { width: 3, arrow: true }),
      { kind: "circle", at, radius: 1.1, fill: "surface", stroke: tone, width: 3 },
      label(at, report === 0 ? "lost" : sign(report), report === 0 ? 0.8 : 1.1),
    );
  }
  const tone = answer === 0 ? "accent" : answer === truth ? "good" : "bad";
  shapes.push(
    { kind: "circle", at: [MIDDLE, Y.top], radius: 1.6, fill: "surface", stroke: tone, width: 4 },
    label([MIDDLE, Y.top], answer === 0 ? "?" : sign(answer), 1.5),
    label([MIDDLE + 2.1, Y.top + 0.4], "orchestrator", 1, { align: "start" }),
    label([0, Y.top + 0.4], counted(workers, "worker"), 1, { align: "start" }),
    label([0, Y.top - 1], `${rounds} of ${most} rounds`, 1, { align: "start", fill: "muted" }),
    label([0, Y.sources + size + 0.9], "sources", 1, { align: "start", fill: "muted" }),
  );
  const said = answer === 0 ? "" : ` The answer ${sign(answer)} is ${answer === truth ? "right" : "wrong"}.`;
  return {
    view: { left: -0.4, right: WIDTH + 0.4, bottom: 0 - Math.max(0, size - 1), top: Y.evidence + 2.4 },
    shapes,
    caption: `After ${counted(rounds, "round")} and ${counted(workers, "worker")} the log-odds of 1 are ${short(evidence)}; the truth is ${sign(truth)}.${said}`,
  };
}

const sign = (bit: number): string => (bit > 0 ? "1" : "−1");

/** The evidence as a bar towards the answer it favours. */
function evidenceBar(evidence: number, truth: number): Shape[] {
  const [left, right] = [5, WIDTH - 5];
  const share = Math.max(-1, Math.min(1, evidence / SURE));
  const end = MIDDLE + (share * (right - left)) / 2;
  const y = Y.evidence;
  const side = (bit: number) =>
    label([bit > 0 ? right + 0.5 : left - 0.5, y], `${sign(bit)}${bit === truth ? " true" : ""}`, 1, {
      align: bit > 0 ? "start" : "end",
      fill: bit === truth ? "ink" : "muted",
    });
  return [
    block(rectangle(left, y - 0.5, right, y + 0.5), "faint", 0.5),
    ...(evidence === 0
      ? []
      : [
          block(
            rectangle(Math.min(MIDDLE, end), y - 0.5, Math.max(MIDDLE, end), y + 0.5),
            Math.sign(evidence) === truth ? "good" : "bad",
          ),
        ]),
    between([MIDDLE, y - 0.9], [MIDDLE, y + 0.9], "ink"),
    label([MIDDLE, y + 1.6], `Evidence: log-odds ${short(evidence)}`, 1.05),
    side(-1),
    side(1),
  ];
}
