// A world of one agent as a table: every state that an episode can come to, with pay and want of every step. Made from worlds that show their
// process, and from worlds without luck by following all choices.

import type { Over } from "../../../core/channel.ts";
import { type NumericEnvironment, Status } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import type { Reward, RewardPlan } from "../../../core/reward.ts";
import type { TabularMdp } from "../../../environments/tabular/mdp.ts";
import type { ProcessWorld } from "../../../environments/tabular/process-world.ts";

/** States, transitions, and what a step pays and is worth. */
export interface PaidProcess
  extends Pick<TabularMdp, "states" | "actions" | "offset" | "next" | "probability" | "start" | "terminal"> {
  /** States that an episode may stand in before its step t, by t; as many as the horizon. */
  readonly layers: readonly Int32Array[];
  /** Pay and want of each transition, [transitions]; of the last step before the horizon they may differ. */
  readonly pay: Float64Array;
  readonly lastPay: Float64Array;
  readonly want: Float64Array;
  readonly lastWant: Float64Array;
}

/** What is paid and what is wanted. */
export interface PayAndWant {
  readonly pay: RewardPlan;
  readonly want: RewardPlan;
  /** How the steps of an episode make its want. */
  readonly over: Over;
}

/** Entries of a table, transitions and layers together, above which none is made. */
export const MOST_ENTRIES = 6_000_000;

/** Writes pay and want of transitions; `over: mean` counts as a sum here, over episodes of one length. */
interface Meter {
  /** Takes a step from outcomes `from`, as of a beginning there, to `to`. */
  measure(from: Float64Array, to: Float64Array, status: Status): readonly [pay: number, want: number];
}

function meterOf({ spec }: NumericEnvironment, { pay, want, over }: PayAndWant): Meter {
  const row = new Float64Array(spec.agents.length);
  const of = (reward: Reward, from: Float64Array, to: Float64Array, status: Status): number => {
    reward.reset(from);
    reward.pay(to, status, row);
    return row[0];
  };
  const [paid, wanted] = [pay(spec), want(spec)];
  const divisor = over === "mean" ? spec.horizon : 1;
  return {
    measure(from, to, status) {
      const counts = over !== "last" || status !== Status.running;
      return [of(paid, from, to, status), counts ? of(wanted, from, to, status) / divisor : 0];
    },
  };
}

/** The table of a world that shows its process; undefined where it would be too large, or where its pay or want depends on the clock. */
export function paidProcessOf(
  world: ProcessWorld,
  measures: PayAndWant,
  most: number = MOST_ENTRIES,
): PaidProcess | undefined {
  const { process, spec } = world;
  const { states: S, actions: A, offset, next, terminal } = process;
  if (measures.over === "mean" && terminal.includes(1)) return undefined;
  const layers = layersOf(process, spec.horizon, most);
  if (layers === undefined) return undefined;
  const meter = meterOf(world, measures);
  const size = spec.channels.length;
  const [from, to] = [new Float64Array(size), new Float64Array(size)];
  const tables = [0, 1, 2, 3].map(() => new Float64Array(next.length));
  for (let s = 0; s < S; s++) {
    from.fill(0);
    world.report(from, s);
    for (let a = 0; a < A; a++) {
      for (let k = offset[s * A + a]; k < offset[s * A + a + 1]; k++) {
        const step = { from: s, action: a, clock: 0 };
        const ends = terminal[next[k]] === 1 ? Status.terminated : Status.running;
        to.fill(0);
        world.report(to, next[k], step);
        [tables[0][k], tables[1][k]] = meter.measure(from, to, ends);
        [tables[2][k], tables[3][k]] = meter.measure(from, to, ends | Status.truncated);
        to.fill(0);
        world.report(to, next[k], { ...step, clock: 1 });
        const [pay, want] = meter.measure(from, to, ends);
        if (pay !== tables[0][k] || want !== tables[1][k]) return undefined;
      }
    }
  }
  const [pay, want, lastPay, lastWant] = tables;
  return { ...process, layers, pay, want, lastPay, lastWant };
}

/** States by the step before which an episode may stand in them; undefined where there are too many. */
function layersOf(
  { actions: A, offset, next, start, terminal }: TabularMdp,
  horizon: number,
  most: number,
): Int32Array[] | undefined {
  const layers: Int32Array[] = [];
  let now = Int32Array.from(start.keys()).filter((s) => start[s] > 0 && terminal[s] === 0);
  let entries = 0;
  const reached = new Int32Array(start.length).fill(-1);
  for (let t = 0; t < horizon && now.length > 0; t++) {
    layers.push(now);
    const found: number[] = [];
    for (const s of now) {
      entries += offset[(s + 1) * A] - offset[s * A];
      for (let k = offset[s * A]; k < offset[(s + 1) * A]; k++) {
        if (reached[next[k]] === t || terminal[next[k]] === 1) continue;
        reached[next[k]] = t;
        found.push(next[k]);
      }
    }
    if (entries > most) return undefined;
    now = Int32Array.from(found);
  }
  return layers;
}

/** Numbers in the states of a world without luck above which it counts as too large, and a bound on states. */
const MOST_NUMBERS = 2_000_000;
const MOST_STATES = 100_000;

/**
 * The table of a world without luck and with choices, by following every choice from its beginning; undefined where there are too many
 * states. States are compared by all that changes in the world, so that equal states go on alike.
 */
export function enumeratedProcess(
  world: NumericEnvironment,
  measures: PayAndWant,
  most: number = MOST_ENTRIES,
): PaidProcess | undefined {
  const { spec, state } = world;
  const A = spec.choices;
  if (!spec.deterministic || A === undefined || spec.agents.length !== 1) return undefined;
  const mostStates = Math.min(MOST_STATES, MOST_NUMBERS / state.buffer.length);
  const meter = meterOf(world, measures);
  const random = Random.of(0, "audit");
  const outcomes = new Float64Array(spec.channels.length);
  const action = new Float64Array(spec.actionSize);
  world.reset(random, outcomes);
  const buffers: Float64Array[] = [state.buffer.slice()];
  const reports: Float64Array[] = [outcomes.slice()];
  const numbers = new Map<string, number>([[keyOf(state.buffer), 0]]);
  const next: number[] = [];
  const tables: [number[], number[]] = [[], []];
  const layers: Int32Array[] = [];
  let now = [0];
  for (let t = 0; t < spec.horizon && now.length > 0; t++) {
    layers.push(Int32Array.from(now));
    const found = new Set<number>();
    for (const s of now) {
      for (let a = 0; a < A; a++) {
        state.buffer.set(buffers[s]);
        action[0] = a;
        const status = world.step(action, outcomes, random);
        if (measures.over === "mean" && (status & Status.terminated) !== 0) return undefined;
        const [pay, want] = meter.measure(reports[s], outcomes, status);
        tables[0].push(pay);
        tables[1].push(want);
        if (status !== Status.running) {
          next.push(-1);
          continue;
        }
        const key = keyOf(state.buffer);
        let to = numbers.get(key);
        if (to === undefined) {
          to = buffers.length;
          if (to >= mostStates) return undefined;
          numbers.set(key, to);
          buffers.push(state.buffer.slice());
          reports.push(outcomes.slice());
          found.add(to);
        } else if (!found.has(to)) {
          // The state holds no clock: the horizon is not the world's own.
          return undefined;
        }
        next.push(to);
      }
    }
    if (next.length > most) return undefined;
    now = [...found];
  }
  if (now.length > 0) return undefined;
  const S = buffers.length + 1;
  // The end is one more state, which all ends lead to.
  const last = S - 1;
  const successors = Int32Array.from([...next.map((to) => (to < 0 ? last : to)), ...new Array<number>(A).fill(last)]);
  const [pay, want] = tables.map((table) => Float64Array.from([...table, ...new Array<number>(A).fill(0)]));
  return {
    ...{ states: S, actions: A, layers, next: successors, pay, lastPay: pay, want, lastWant: want },
    offset: Int32Array.from({ length: S * A + 1 }, (_, k) => k),
    probability: new Float64Array(successors.length).fill(1),
    start: Float64Array.from({ length: S }, (_, s) => (s === 0 ? 1 : 0)),
    terminal: Uint8Array.from({ length: S }, (_, s) => (s === last ? 1 : 0)),
  };
}

const keyOf = ({ buffer, byteOffset, byteLength }: Float64Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
