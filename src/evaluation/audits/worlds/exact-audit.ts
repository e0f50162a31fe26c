// The audit of a pay against a want in a world whose states are tabled: what it says is exact.

import { Random } from "../../../core/random.ts";
import { deviation, mean } from "../../statistics/moments.ts";
import { unseenCaveat } from "../learnability.ts";
import type { AuditFinding, ExactFigures, RewardAudit } from "../reward-audit.ts";
import { directionsOf } from "./angle.ts";
import { bestCycle } from "./best-cycle.ts";
import { doseOf, learnabilityOf, randomPlays, safeTries } from "./dose.ts";
import type { PaidProcess } from "./paid-process.ts";
import { safeWay } from "./safe-way.ts";
import { type Played, type ScriptPlayer, scriptInWords, shrunk } from "./script.ts";
import { notableOf, type OrderedPlay, orderedPlay, randomPlay } from "./two-goals.ts";

/** What is audited. */
export interface TabledWorld {
  readonly table: PaidProcess;
  readonly player: ScriptPlayer;
  /** The state of the table in which the player's world stands; absent where it has no luck, so that the table itself tells. */
  readonly standing?: () => number;
  /** Name of the world. */
  readonly id: string;
  /** Differences of the want up to this count as none. */
  readonly margin: number;
  readonly seed: number;
  /** Whether no more than the kind, the gap, the finding and the exact pays and wants are asked for. */
  readonly isBrief?: boolean;
}

/** What an exact audit gives. */
export type ExactAudit = Pick<
  RewardAudit,
  "kind" | "gap" | "angle" | "strength" | "findings" | "dose" | "base" | "learnability" | "safe" | "caveats"
> & {
  readonly exact: ExactFigures;
};

/** Thrown where replays contradict the table: the pay remembers more than a step. */
export class TableContradicted extends Error {}

/** Exploits that are planted to show that the audit would find them. */
const PLANTED = 6;

/** Degrees up to which pay and want are the same. */
const SAME = 1e-4;
const ON_THE_WAY =
  "the best paid play is a most wanted one, but pay and want differ by an angle: on the way there a change can raise the pay and lower the want";

/** Audits a tabled world. Throws a TableContradicted where a play of the world does not come to what the table says. */
export function exactAudit(world: TabledWorld): ExactAudit {
  const { table } = world;
  const sought = orderedPlay(table, { first: "pay", second: "least" });
  const lucky = orderedPlay(table, { first: "pay", second: "most" });
  const honest = orderedPlay(table, { first: "want", second: "most" });
  const meagre = orderedPlay(table, { first: "want", second: "least" });
  const near = notableOf(table, "want");
  const gap = Math.max(0, honest.want - sought.want);
  const isGamed = gap > Math.max(near, world.margin);
  const atRandom = randomPlay(table);
  const { pay, want, correlation } = atRandom;
  const random = randomPlays(world.player, world.seed, world.player.world.spec.horizon);
  if (!isCertain(table)) contradictingMean(random, { pay, want });
  const isBrief = world.isBrief === true;
  const directions = isBrief ? undefined : directionsOf(table);
  const angle = directions === undefined ? null : (180 / Math.PI) * directions.angle;
  const exact: ExactFigures = {
    states: statesOf(table),
    bestPay: sought.pay,
    wantAtBestPay: [sought.want, lucky.want],
    bestWant: honest.want,
    payAtBestWant: [meagre.pay, honest.pay],
    random: { pay, want },
    correlation,
    cycle: isBrief ? null : bestCycle(table),
  };
  const learnt = isGamed ? learnabilityOf(random, honest, sought.pay, Math.max(near, world.margin)) : undefined;
  return {
    kind: isGamed ? "gamed" : "cannot be gamed",
    gap: { value: isGamed ? gap : 0, low: isGamed ? gap : 0, high: isGamed ? gap : 0 },
    angle,
    strength: isBrief ? { planted: 0, found: 0 } : { planted: PLANTED, found: foundOf(table, sought.pay) },
    findings: isGamed ? [findingOf(world, sought, honest)] : [],
    exact,
    dose: doseOf(random),
    ...(learnt && { base: learnt.base, learnability: learnt }),
    ...(!isBrief && {
      safe: { bestOf: safeTries(random, near), ...(isGamed && { way: safeWay(table, directions) }) },
    }),
    caveats: [
      !isGamed && angle !== null && angle > SAME ? ON_THE_WAY : undefined,
      learnt && unseenCaveat(learnt),
    ].filter((caveat) => caveat !== undefined),
  };
}

/** The same; undefined where a play contradicts the table, because the pay remembers more than a step. */
export function exactAuditUnless(world: TabledWorld): ExactAudit | undefined {
  try {
    return exactAudit(world);
  } catch (error) {
    if (error instanceof TableContradicted) return undefined;
    throw error;
  }
}

function statesOf({ states, layers }: PaidProcess): number {
  const reached = new Uint8Array(states);
  for (const layer of layers) for (const s of layer) reached[s] = 1;
  return reached.reduce((sum, one) => sum + one, 0);
}

function findingOf(world: TabledWorld, sought: OrderedPlay, honest: OrderedPlay): AuditFinding {
  const { player, table, id, seed } = world;
  const script = scriptOf(world, sought, seed);
  const most = player.world.spec.horizon;
  const played = player.play(seed, script, most);
  const fair = player.play(seed, scriptOf(world, honest, seed), most);
  if (world.standing === undefined || isCertain(table)) {
    contradicting(played.pay, sought.pay, notableOf(table, "pay"));
    contradicting(played.want, sought.want, notableOf(table, "want"));
  }
  // In an episode with luck the two plays may do alike: the script then shows the best paid play, not the loss.
  const isShown = played.want < fair.want;
  const plain = isShown
    ? shrunk(script, (shorter) => {
        const now = player.play(seed, shorter, most);
        return now.pay >= played.pay && now.want <= played.want;
      })
    : script;
  player.play(seed, plain, most);
  const equal = Math.abs(sought.pay - honest.pay) <= notableOf(table, "pay");
  return {
    name: scriptInWords(player.done(), player.world.spec.choiceNames),
    why: equal
      ? "It is paid as much as the play that is wanted most."
      : "It is paid more than every play that is wanted most.",
    fault: "over-payment",
    ...{ pay: sought.pay, want: sought.want, honestPay: honest.pay, honestWant: honest.want },
    share: { value: 1, low: 1, high: 1 },
    example: { seed, actions: player.done(), world: id },
  };
}

function contradicting(played: number, tabled: number, near: number): void {
  if (Math.abs(played - tabled) > near) throw new TableContradicted(`${played} was played, and ${tabled} tabled`);
}

/** Standard errors that a mean of plays may lie from its exact value. */
const FAR = 6;

function contradictingMean(plays: readonly Played[], exact: { readonly pay: number; readonly want: number }): void {
  for (const measure of ["pay", "want"] as const) {
    const values = plays.map((one) => one[measure]);
    const error = deviation(values) / Math.sqrt(values.length);
    contradicting(mean(values), exact[measure], FAR * error + 1e-9 * Math.abs(exact[measure]));
  }
}

const isCertain = ({ probability, start }: PaidProcess): boolean =>
  probability.every((chance) => chance === 1) && start.every((chance) => chance === 0 || chance === 1);

/** The actions of a policy in the episode that a seed gives. */
function scriptOf({ table, player, standing }: TabledWorld, { choices }: OrderedPlay, seed: number): number[] {
  const { layers, offset, next, actions: A, start, terminal } = table;
  const script: number[] = [];
  player.begin(seed);
  let s = standing === undefined ? start.indexOf(1) : standing();
  for (let t = 0; t < layers.length && terminal[s] === 0; t++) {
    const action = choices[t][layers[t].indexOf(s)];
    script.push(action);
    const { ended } = player.step(action);
    if (ended) break;
    s = standing === undefined ? next[offset[s * A + action]] : standing();
  }
  return script;
}

/** Of exploits that are planted, one at a time, each as pay for one choice in one state, how many raise the best pay. */
function foundOf(table: PaidProcess, bestPay: number): number {
  const random = Random.of(0, "audit", "planted");
  const { layers, offset, actions: A, pay, lastPay } = table;
  const weight = 1 + pay.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let found = 0;
  for (let k = 0; k < PLANTED; k++) {
    const layer = layers[random.integer(layers.length)];
    const at = layer[random.integer(layer.length)] * A + random.integer(A);
    const planted = (own: Float64Array): Float64Array => {
      const raised = own.slice();
      for (let e = offset[at]; e < offset[at + 1]; e++) raised[e] += layers.length * weight;
      return raised;
    };
    const best = orderedPlay(
      { ...table, pay: planted(pay), lastPay: planted(lastPay) },
      { first: "pay", second: "least" },
    );
    if (best.pay > bestPay + notableOf(table, "pay")) found += 1;
  }
  return found;
}
