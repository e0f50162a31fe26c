// How far a tabled pay may be optimised before what is wanted can fall, on the way from choices at random to the best paid play.

import { isSafeStep, sureWantGain } from "../../overoptimisation/safe-budgets.ts";
import type { SafeWay } from "../reward-audit.ts";
import type { PayAndWantDirections } from "./angle.ts";
import type { PaidProcess } from "./paid-process.ts";

/** Policies on the way, beside the one at random, by how strongly they follow the pay: multiples of one over the largest pay of a step. */
const STRENGTHS = Array.from({ length: 40 }, (_, k) => 0.01 * 1.3 ** k);

/** A policy on the way: what an episode comes to, and how often each action of each state and step is taken. */
interface Waypoint {
  readonly pay: number;
  readonly want: number;
  /** By layer, state and action; then for each layer the share of episodes that are over. */
  readonly occupancy: Float64Array;
}

/** Expected pay and want of a step, in the order of occupancies. */
interface StepFigures {
  readonly pay: Float64Array;
  readonly want: Float64Array;
}

/**
 * Follows the soft-optimal policies of the pay, π ∝ exp(β·Q), from choices at random (β = 0). Says where on this way the want is largest; how
 * far steps are safe by the angle of pay and want (Karwowski et al.); and how far the want surely does not fall below that of choices at random
 * (Laidlaw et al.). `directions` is undefined where no angle is defined.
 */
export function safeWay(table: PaidProcess, directions: PayAndWantDirections | undefined): SafeWay {
  const figures = stepFigures(table);
  const scale = figures.pay.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const start = waypoint(table, figures, 0);
  const way = [start, ...STRENGTHS.map((strength) => waypoint(table, figures, strength / scale))];
  const turn = way.reduce((best, one) => (one.want > best.want ? one : best));
  const end = way[way.length - 1];
  return {
    start: figuresOf(start),
    end: figuresOf(end),
    turn: turn === end || turn.want - end.want <= NEAR * Math.abs(turn.want) ? null : figuresOf(turn),
    byAngle: directions === undefined ? null : figuresOf(lastWhile(way, (k) => isSafe(way[k - 1], way[k], directions))),
    byCorrelation: figuresOf(lastWhile(way, surelyNoLess(start, way, figures, table.layers.length))),
  };
}

/** Share of the want within which it counts as not fallen. */
const NEAR = 1e-9;

const figuresOf = ({ pay, want }: Waypoint) => ({ pay, want });

/** The last policy before the first that does not pass. */
function lastWhile(way: readonly Waypoint[], passes: (k: number) => boolean): Waypoint {
  let k = 0;
  while (k + 1 < way.length && passes(k + 1)) k += 1;
  return way[k];
}

function isSafe(from: Waypoint, to: Waypoint, { angle, payLength }: PayAndWantDirections): boolean {
  let square = 0;
  // Shares of episodes that are over follow from the others, and are no direction of their own.
  for (let k = 0; k < to.occupancy.length; k++) square += (to.occupancy[k] - from.occupancy[k]) ** 2;
  return isSafeStep({ payGain: to.pay - from.pay, distance: Math.sqrt(square) }, { angle, length: payLength });
}

/** Whether Laidlaw's bound excludes that the want of a policy is below that of choices at random. */
function surelyNoLess(
  { occupancy: reference }: Waypoint,
  way: readonly Waypoint[],
  { pay, want }: StepFigures,
  horizon: number,
): (k: number) => boolean {
  let [x, y, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (let c = 0; c < reference.length; c++) {
    const mass = reference[c] / horizon;
    x += mass * pay[c];
    y += mass * want[c];
    xx += mass * pay[c] ** 2;
    xy += mass * pay[c] * want[c];
    yy += mass * want[c] ** 2;
  }
  const [paySpread, wantSpread] = [Math.sqrt(xx - x * x), Math.sqrt(yy - y * y)];
  const correlation = Math.min(1, (xy - x * y) / (paySpread * wantSpread));
  if (!(correlation > 0)) return () => false;
  return (k) => {
    let chiSquared = 0;
    const { occupancy } = way[k];
    for (let c = 0; c < reference.length; c++)
      if (reference[c] > 0) chiSquared += (occupancy[c] - reference[c]) ** 2 / (reference[c] * horizon);
    const payGain = (way[k].pay - way[0].pay) / horizon;
    return sureWantGain({ payGain, chiSquared, paySpread, correlation }) >= 0;
  };
}

function stepFigures({ actions: A, layers, offset, probability, ...process }: PaidProcess): StepFigures {
  const steps = layers.reduce((sum, layer) => sum + layer.length, 0) * A;
  const [pay, want] = [new Float64Array(steps + layers.length), new Float64Array(steps + layers.length)];
  let column = 0;
  for (const [t, layer] of layers.entries()) {
    const [paid, wanted] = t === layers.length - 1 ? [process.lastPay, process.lastWant] : [process.pay, process.want];
    for (const s of layer)
      for (let a = 0; a < A; a++, column++)
        for (let k = offset[s * A + a]; k < offset[s * A + a + 1]; k++) {
          pay[column] += probability[k] * paid[k];
          want[column] += probability[k] * wanted[k];
        }
  }
  return { pay, want };
}

/** The policy that follows the pay with the strength β, by backward induction and a pass forwards. */
function waypoint(table: PaidProcess, { pay, want }: StepFigures, strength: number): Waypoint {
  const { states: S, actions: A, offset, next, probability, layers, terminal, start } = table;
  const H = layers.length;
  const occupancy = new Float64Array(pay.length);
  const steps = pay.length - H;
  const q = new Float64Array(A);
  let [later, now] = [new Float64Array(S), new Float64Array(S)];
  let column = steps;
  // Backwards the chances of actions are written, which the pass forwards multiplies by those of states.
  for (let t = H - 1; t >= 0; t--) {
    column -= layers[t].length * A;
    for (const [i, s] of layers[t].entries()) {
      let most = Number.NEGATIVE_INFINITY;
      for (let a = 0; a < A; a++) {
        q[a] = pay[column + i * A + a];
        if (t < H - 1)
          for (let k = offset[s * A + a]; k < offset[s * A + a + 1]; k++)
            if (terminal[next[k]] === 0) q[a] += probability[k] * later[next[k]];
        most = Math.max(most, q[a]);
      }
      let sum = 0;
      for (let a = 0; a < A; a++) sum += Math.exp(strength * (q[a] - most));
      for (let a = 0; a < A; a++) occupancy[column + i * A + a] = Math.exp(strength * (q[a] - most)) / sum;
      now[s] = strength === 0 ? q.reduce((total, value) => total + value, 0) / A : most + Math.log(sum / A) / strength;
    }
    [later, now] = [now, later];
  }
  let chance = Float64Array.from(start, (share, s) => (terminal[s] === 1 ? 0 : share));
  let [paid, wanted] = [0, 0];
  for (let t = 0; t < H; t++) {
    const after = new Float64Array(S);
    let playing = 0;
    for (const s of layers[t]) {
      playing += chance[s];
      for (let a = 0; a < A; a++, column++) {
        const mass = chance[s] * occupancy[column];
        occupancy[column] = mass;
        paid += mass * pay[column];
        wanted += mass * want[column];
        for (let k = offset[s * A + a]; k < offset[s * A + a + 1]; k++)
          if (terminal[next[k]] === 0) after[next[k]] += mass * probability[k];
      }
    }
    occupancy[steps + t] = Math.max(0, 1 - playing);
    chance = after;
  }
  return { pay: paid, want: wanted, occupancy };
}
