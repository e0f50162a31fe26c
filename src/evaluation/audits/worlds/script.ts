// Scripts of actions: played again with a seed, made shorter and plainer while what they show still holds, and put into words.

import { type NumericEnvironment, Status } from "../../../core/environment.ts";
import { accumulator } from "../../../play/accumulator.ts";
import { streamsOf } from "../../../play/streams.ts";
import { brief } from "../../number-format.ts";
import type { PayAndWant } from "./paid-process.ts";

/** What a script came to. */
export interface Played {
  readonly pay: number;
  readonly want: number;
  /** Steps that were played: fewer than the script has, where the episode ended. */
  readonly steps: number;
  /** Whether the episode ended with the script, or before. */
  readonly ended: boolean;
}

/** One action of every agent: a number, or as many as the world takes. */
export type ScriptAction = number | readonly number[];

/** Plays scripts in a world, on buffers of its own. */
export interface ScriptPlayer {
  readonly world: NumericEnvironment;
  /** Plays a script from the beginning that a seed gives, and its last action until the episode ends or `most` steps are over. */
  play(seed: number, script: readonly ScriptAction[], most: number): Played;
  /** Begins an episode, to be stepped by hand. */
  begin(seed: number): void;
  /** Plays one action; then what the episode came to so far. */
  step(action: ScriptAction): Played;
  /** Returns the actions of the episode so far. */
  done(): readonly ScriptAction[];
}

/** Makes a player; its streams are those of the first episode of an experiment's cell. */
export function scriptPlayer(world: NumericEnvironment, { pay, want, over }: PayAndWant): ScriptPlayer {
  const { spec } = world;
  const n = spec.agents.length;
  const [paid, wanted] = [pay(spec), want(spec)];
  const outcomes = new Float64Array(n * spec.channels.length);
  const actions = new Float64Array(n * spec.actionSize);
  const row = new Float64Array(n);
  const [earned, worth] = [accumulator("sum", n), accumulator(over, n)];
  let random = streamsOf(0, 0).world;
  let [steps, ended] = [0, false];
  let log: ScriptAction[] = [];
  const meanOf = (of: typeof earned): number => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += of.value(i, Math.max(1, steps));
    return sum / n;
  };
  const now = (): Played => ({ pay: meanOf(earned), want: meanOf(worth), steps, ended });
  const begin = (seed: number): void => {
    random = streamsOf(seed, 0).world;
    world.reset(random, outcomes);
    paid.reset(outcomes);
    wanted.reset(outcomes);
    earned.clear();
    worth.clear();
    [steps, ended] = [0, false];
    log = [];
  };
  const stepOnce = (action: ScriptAction): void => {
    if (typeof action === "number") actions.fill(action);
    else actions.set(action);
    const status = world.step(actions, outcomes, random);
    steps += 1;
    log.push(action);
    paid.pay(outcomes, status, row);
    for (let i = 0; i < n; i++) earned.add(i, row[i]);
    wanted.pay(outcomes, status, row);
    for (let i = 0; i < n; i++) worth.add(i, row[i]);
    ended = status !== Status.running;
  };
  return {
    world,
    begin,
    done: () => log,
    step(action) {
      if (!ended) stepOnce(action);
      return now();
    },
    play(seed, script, most) {
      begin(seed);
      for (let t = 0; t < most && !ended; t++) stepOnce(script[Math.min(t, script.length - 1)]);
      return now();
    },
  };
}

/**
 * A script that is shorter or plainer, as property tests shrink their examples: it is made periodic, pieces are left out from long to short, and
 * actions are set to the one before them, as long as `shows` says that the script still shows what it is to show, and at most
 * `most` scripts are tried. Its last action goes on.
 */
export function shrunk<A extends ScriptAction>(
  script: readonly A[],
  shows: (script: readonly A[]) => boolean,
  most = Number.POSITIVE_INFINITY,
): A[] {
  let tries = 0;
  const holds = (next: readonly A[]): boolean => {
    tries += 1;
    return tries <= most && shows(next);
  };
  for (let period = 1; period <= MOST_PERIOD; period++)
    for (let from = 0; from + period <= Math.min(script.length, 2 * MOST_PERIOD); from++) {
      const periodic = script.map((_, k) => script[from + (k % period)]);
      if (holds(periodic)) return periodic;
    }
  let best = [...script];
  const isKept = (next: A[]): boolean => {
    if (next.length === 0 || !holds(next)) return false;
    best = next;
    return true;
  };
  for (let size = best.length >> 1; size >= 1; size >>= 1)
    for (let from = best.length - size; from >= 0; from -= size)
      isKept([...best.slice(0, from), ...best.slice(from + size)]);
  for (let k = 1; k < best.length; k++)
    if (best[k] !== best[k - 1]) isKept([...best.slice(0, k), best[k - 1], ...best.slice(k + 1)]);
  return best;
}

const MOST_PERIOD = 4;

/** The shortest beginning and period of which a script is made, with a period of at most four. */
export function periodOf<A>(script: readonly A[]): { readonly lead: number; readonly period: number } {
  let best = { lead: script.length, period: 1 };
  for (let period = 1; period <= MOST_PERIOD; period++) {
    let lead = script.length - period;
    while (lead > 0 && script[lead - 1] === script[lead - 1 + period]) lead -= 1;
    if (script.length - lead >= 2 * period + 1 && lead + period < best.lead + best.period) best = { lead, period };
  }
  return best;
}

/** Actions that are named before a script is cut. */
const MOST_NAMED = 8;

/** Digits of quantities in words. */
const DIGITS = 3;

const actionInWords = (action: ScriptAction, names: readonly string[] | undefined): string =>
  typeof action === "number"
    ? (names?.[action] ?? brief(action, DIGITS))
    : `[${action.map((part) => names?.[part] ?? brief(part, DIGITS)).join(" ")}]`;

/** A script in words: `“right, left” over and over`. One that is shorter than the episode goes on with its last action. */
export function scriptInWords(script: readonly ScriptAction[], names: readonly string[] | undefined): string {
  const worded = (part: readonly ScriptAction[]): string =>
    part.map((action) => actionInWords(action, names)).join(", ");
  const { lead, period } = periodOf(script);
  if (lead < script.length && lead <= MOST_NAMED) {
    const over = `“${worded(script.slice(lead, lead + period))}” over and over`;
    return lead === 0 ? over : `“${worded(script.slice(0, lead))}”, then ${over}`;
  }
  if (script.length <= MOST_NAMED) return `“${worded(script)}”`;
  return `“${worded(script.slice(0, MOST_NAMED))}, …” (${script.length} actions)`;
}
