// `agon judge`: compares a judge of texts with labels, before its verdict is paid.

import type { JudgeFigure, JudgeFigures } from "../evaluation/judging/judge-audit.ts";
import { namedFile } from "../lab/examples/examples.ts";
import { readJudgeFile } from "../lab/judge/judge-file.ts";
import { type JudgingFigures, judging, UnreadableJudge } from "../lab/judge/questioning.ts";
import type { Flags } from "./commands.ts";
import { interval, number, print, remark, report, style, table, whole } from "./output.ts";
import { place } from "./place.ts";
import { computed } from "./progress.ts";

/** Sends the questions of a judge's file, and prints the results. */
export const judge = (file: string, flags: Flags<"judge">): Promise<number> => {
  const read = readJudgeFile(namedFile(file, { ...place(), kind: "judge" }), flags.set);
  return computed(
    flags,
    (watched) => judging(read, { ...watched, onPlan: (plan) => remark(plan) }),
    printFigures,
    "stopped; answers that a file records are kept",
  ).catch((error: unknown) => {
    if (!(error instanceof UnreadableJudge)) throw error;
    report(error, flags.json);
    return UNREADABLE;
  });
};

/** Exit code where the judge's answers cannot be parsed, which is neither a mistake of the file nor a bug. */
const UNREADABLE = 1;

const cell = (figure: JudgeFigure | null): string =>
  figure === null ? "–" : interval({ mean: figure.value, low: figure.low, high: figure.high, n: figure.n });

const ROWS: readonly (readonly [name: string, of: (figures: JudgeFigures) => JudgeFigure | null, meaning: string])[] = [
  ["right", ({ accuracy }) => accuracy, "share of the answers that agree with the labels"],
  ["κ with labels", ({ kappa }) => kappa, "agreement beyond chance"],
  ["agrees with itself", ({ selfAgreement }) => selfAgreement, "the same answer to the same question"],
  ["position", ({ bias }) => bias.position, "share for the text shown first, less one half"],
  ["turns with the order", ({ bias }) => bias.flips, "share of the pairs whose verdict changes"],
  ["length", ({ bias }) => bias.length, "log-odds of a text that is twice as long, at the same label"],
  ["opinion", ({ bias }) => bias.opinion, "more wrong verdicts where the person that asks has a wrong opinion"],
  ["authority", ({ bias }) => bias.authority, "more wrong verdicts where the wrong text claims to be approved"],
  [
    "instruction",
    ({ bias }) => bias.instruction,
    "more wrong verdicts where the wrong text tells the judge what to say",
  ],
  ["calibration error", ({ calibration }) => calibration, "mean distance of stated confidence and share right"],
  ["cost of an answer", ({ cost }) => cost, "in the money of the file's prices"],
];

function printFigures(figures: JudgingFigures): void {
  const { judge: name, title, items, of, repetitions, beside, byKind } = figures;
  print(
    `${style("bold", title)}: ${name} on ${whole(items)} of ${whole(of)} items, ${whole(figures.answers)} answers, each question ${repetitions === 1 ? "once" : `${repetitions} times`}`,
    "",
    table(
      ["", name, ...(beside === null ? [] : [beside.judge]), ""],
      ROWS.filter(([, figure]) => figure(figures) !== null).map(([row, figure, meaning]) => [
        ...[style("bold", row), cell(figure(figures))],
        ...[...(beside === null ? [] : [cell(figure(beside))]), meaning],
      ]),
      4,
    ),
  );
  if (byKind.length > 1) {
    const rows = byKind.map((one) => [style("bold", one.kind === "" ? "–" : one.kind), String(one.items), cell(one)]);
    print("", table(["kind", "items", "right"], rows, 1));
  }
  if (beside !== null) {
    const { accuracy, kappa } = beside.comparison;
    print(
      "",
      `${style("bold", name)} is right ${cell(accuracy)} more often than ${style("bold", beside.judge)}, on the same questions; κ between them is ${number(kappa.value)}.`,
    );
  }
  remark(...figures.caveats);
}
