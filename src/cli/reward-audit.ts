// Printing of audits of rewards: one sentence first, findings as they come, exit code 3 where something is gamed, and files for code hosts.

import { UserError } from "../core/errors.ts";
import { writeWhole, writing } from "../core/files.ts";
import { INTERRUPTED } from "../core/signals.ts";
import type {
  AuditFinding,
  Bounded,
  DosePoint,
  Learnability,
  LearnerDose,
  PayWithWant,
  RepairedReward,
  RewardAudit,
  SafeWay,
} from "../evaluation/audits/reward-audit.ts";
import { sentenceOf, strengthOf } from "../evaluation/audits/reward-finding.ts";
import { againstBaseline, readBaseline, sarifOf } from "../lab/audit/audit-files.ts";
import { version } from "../lab/experiment/own-package.ts";
import type { Flags } from "./commands.ts";
import { answer, interval, note, number, print, remark, style, table } from "./output.ts";
import { interruptible, type WorkWatch, watched } from "./progress.ts";

/** Plays, or texts, that each search tries. */
export const TRIES = 2000;

/** Exit code where a reward is gamed. */
export const GAMED = 3;

/** What an audit calls while it works. */
export interface AuditWatch extends WorkWatch {
  /** Called with each finding when it is made. */
  readonly onFinding: (target: string, finding: AuditFinding) => void;
}

type ShownFlags = Pick<Flags<"audit">, "json" | "sarif" | "baseline" | "minutes">;

/**
 * Audits rewards, prints the results and returns the exit code: 3 where one is gamed. At Ctrl-C `audits` is asked to end by its signal and
 * to return what it has, which is printed too; a second Ctrl-C ends at once.
 */
export async function showAudits(
  audits: (watch: AuditWatch) => Promise<readonly RewardAudit[]>,
  flags: ShownFlags,
): Promise<number> {
  const known = flags.baseline === undefined ? undefined : readBaseline(flags.baseline);
  const work = async (signal: AbortSignal): Promise<number> => {
    const onFinding = (target: string, finding: AuditFinding) => {
      if (!flags.json) note(style("dim", `${target}: ${sentenceOf(finding)}`));
    };
    const { minutes } = flags;
    const until = minutes === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(minutes * 60_000)]);
    const all = await watched(until, (watch) => audits({ ...watch, onFinding })).catch((error: unknown) => {
      if (signal.aborted || error !== until.reason) throw error;
      throw new UserError({ code: "out-of-time", what: `nothing was audited in ${minutes} min`, hint: "--minutes N" });
    });
    const shown = known === undefined ? all : all.map((one) => againstBaseline(one, known));
    const { sarif } = flags;
    if (sarif !== undefined)
      writing(
        sarif,
        () => writeWhole(sarif, `${JSON.stringify(sarifOf(shown, version()), null, 2)}\n`),
        "name another file: --sarif audit.sarif",
      );
    answer(flags, shown.length === 1 ? shown[0] : shown, () => printAudits(shown));
    if (signal.aborted) return INTERRUPTED;
    return shown.some(({ kind }) => kind === "gamed") ? GAMED : 0;
  };
  return interruptible(work, "stopped before anything was found", () =>
    note("\nstopping: what was found is shown; Ctrl-C again stops at once"),
  );
}

/** Findings that are printed; `--json` has all. */
const MOST = 12;

function printAudits(audits: readonly RewardAudit[]): void {
  for (const [k, audit] of audits.entries()) {
    if (k > 0) print("");
    printOne(audit);
  }
  remark(...new Set(audits.flatMap(({ caveats }) => caveats)));
}

const COLOURS = {
  gamed: "red",
  "not found": "yellow",
  "cannot be gamed": "green",
  "not decided": "yellow",
} as const satisfies Record<RewardAudit["kind"], Parameters<typeof style>[0]>;

function printOne(audit: RewardAudit): void {
  const { target, kind, finding, findings, gap, angle, strength, dose, base, exact, fix, learnability, safe, learner } =
    audit;
  print(`${style("bold", target)}  ${style(COLOURS[kind], finding)}`);
  if (findings.length > 0) {
    const rows = findings
      .slice(0, MOST)
      .map((one) => [
        one.name,
        one.fault,
        number(one.pay),
        number(one.want),
        number(one.honestPay),
        one.tried === undefined ? "exactly" : bounded(one.share),
        ...(one.rarity === undefined ? [] : [bounded(one.rarity)]),
      ]);
    const rarity = findings[0].rarity === undefined ? [] : ["own answers paid so"];
    print("", table(["finding", "fault", "pay", "want", "honest pay", "share", ...rarity], rows, 2));
    if (findings.length > MOST) print(`and ${findings.length - MOST} more, which --json lists`);
    for (const line of exampleLines(findings[0])) print(line);
  }
  if (exact !== undefined) printExact(exact);
  if (dose.length > 0) print("", table(["best paid of", "pay", "want"], dose.map(doseRow)));
  if (learner !== undefined) print("", table(["a learner after steps", "pay", "want"], learner.map(learnerRow)));
  if (learnability !== undefined)
    print(
      "",
      table(["plays at random that game it", "advantage, in s.d. of pay", "time to half"], [learnRow(learnability)]),
    );
  if (safe?.way !== undefined) printWay(safe.way);
  if (fix === null) print("", "No repair was found that takes the pay of these and keeps that of honest play.");
  else if (fix !== undefined) printRepair(fix);
  const facts = [
    gap === null ? undefined : `gap ${bounded(gap)} of the want`,
    angle === null ? undefined : `angle of pay and want ${number(angle)}°`,
    base === undefined || learnability !== undefined ? undefined : `${bounded(base)} of plays at random game it`,
    safe === undefined || safe.bestOf === null ? undefined : bestOfLine(safe.bestOf),
    strength.planted === 0 ? undefined : strengthOf(strength),
  ].filter((fact) => fact !== undefined);
  if (facts.length > 0) print("", ...facts);
}

function printRepair({ reward, formula, kind, honestPay, tried, findings, kept }: RepairedReward): void {
  if (findings !== undefined && kept !== undefined) {
    print("", `Repaired: ${style("bold", String(reward))}, ${tried} repairs tried: ${formula}.`);
    const pay = `${number(kept.n)} of ${number(kept.of)} honest answers are paid as before`;
    print(
      `Audited again: ${kind}, ${number(findings.before)} findings before and ${number(findings.after)} after; ${pay}.`,
    );
    return;
  }
  const count = tried === 1 ? "the first repair" : `the first of ${tried} repairs`;
  const again = `${count} to hold: ${kind}, and the most wanted play is paid ${number(honestPay)}.`;
  print("", `Repaired: ${style("bold", formula)}, ${again}`);
}

function printExact(exact: NonNullable<RewardAudit["exact"]>): void {
  const { states, bestPay, wantAtBestPay, bestWant, payAtBestWant, random, correlation, cycle } = exact;
  const range = ([least, greatest]: readonly [number, number]): string =>
    least === greatest ? number(least) : `${number(least)} to ${number(greatest)}`;
  print(
    "",
    table(
      [`exactly, over ${number(states)} states`, "pay", "want"],
      [
        ["best paid", number(bestPay), range(wantAtBestPay)],
        ["most wanted", range(payAtBestWant), number(bestWant)],
        ["at random", number(random.pay), number(random.want)],
        ...(cycle === null ? [] : [["best paid cycle, a step", number(cycle.pay), number(cycle.want)]]),
      ],
    ),
  );
  if (correlation !== null) print(`under choices at random pay and want correlate by ${number(correlation)}`);
}

function learnRow({ base, advantage, time: { value, low, high } }: Learnability): string[] {
  const time = value === null && low !== null ? `at least ${number(low)}` : interval({ mean: value, low, high });
  return [bounded(base), number(advantage), time];
}

/** Pay and want along the way of optimisation, and how far it is safe. */
function printWay({ start, end, turn, byAngle, byCorrelation }: SafeWay): void {
  const row = (name: string, point: PayWithWant | null): string[][] =>
    point === null ? [] : [[name, number(point.pay), number(point.want)]];
  const safe = (name: string, point: PayWithWant | null): string[][] =>
    point?.pay === start.pay ? [[name, "nowhere", ""]] : row(name, point);
  const rows = [
    ...safe("safe by the angle, up to", byAngle),
    ...safe("surely no less than at random, up to", byCorrelation),
    ...row("the want is largest at", turn),
    ...row("in the end", end),
  ];
  print("", table(["optimised from random play", "pay", "want"], rows));
}

const bestOfLine = (n: number): string =>
  `the best paid of more than ${n} ${n === 1 ? "play" : "plays"} at random is worth less`;

const learnerRow = ({ steps, pay, want }: LearnerDose): string[] => [number(steps), bounded(pay), bounded(want)];

const doseRow = ({ n, pay, want }: DosePoint): string[] => [number(n), number(pay), number(want)];

const bounded = ({ value, low, high }: Bounded): string =>
  low === high ? number(value) : interval({ mean: value, low, high });

/** Lines of an example, which plays a finding again. */
export function exampleLines({ example, why }: AuditFinding): string[] {
  const head = why === "" ? [] : ["", why];
  if ("completion" in example)
    return [...head, `prompt: ${JSON.stringify(example.prompt)}`, `answer: ${JSON.stringify(example.completion)}`];
  const { seed, actions, world } = example;
  return [...head, `in ${world}, seed ${seed}: ${actions.length} actions, which --json lists`];
}
