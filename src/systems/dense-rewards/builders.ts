// Dense rewards for one task by every family: distances, potentials, preferences, an expert, returns.

import { Random } from "../../core/random.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { decomposeReturns, fitBradleyTerry, maximumEntropyInverse } from "./learned-rewards.ts";
import type { TransitionReward } from "./reward-distance.ts";
import { distance, entriesOf, optimal, returnOf, type Step, successor, task, walk } from "./task.ts";

/** A dense reward. */
export interface Dense {
  /** r̂(s, a), [states × actions]; the process's moves are certain. */
  readonly reward: Float64Array;
  /** The same on every triple, for distances between rewards. */
  readonly onTriples: TransitionReward;
}

/** A family's way to a reward. `seed` draws what it learns from. */
export interface Builder {
  readonly name: string;
  /** Whether it is r + γΦ(s') − Φ(s). */
  readonly isPotential: boolean;
  /** Labels, expert steps or logged steps that it takes. */
  readonly cost: string;
  build(seed: number): Dense;
}

const { states: S, actions: A, discount, terminal, reward: sparse } = task;
const far = Math.max(...distance);
const places = Array.from({ length: S }, (_, s) => s).filter((s) => terminal[s] === 0);

/** A reward by its table. */
export function ofTable(reward: Float64Array): Dense {
  return { reward, onTriples: (s, a) => reward[s * A + a] };
}

/** r + γΦ(s') − Φ(s), with Φ = 0 at the end. */
export function shaped(potential: (state: number) => number): Dense {
  const phi = Float64Array.from({ length: S }, (_, s) => (terminal[s] === 1 ? 0 : potential(s)));
  const onTriples: TransitionReward = (s, a, t) => sparse[s * A + a] + discount * phi[t] - phi[s];
  return { reward: onProcess(onTriples), onTriples };
}

/** A reward of triples on what can happen. A terminal state pays nothing. */
function onProcess(reward: TransitionReward): Float64Array {
  return Float64Array.from({ length: S * A }, (_, at) => {
    const [s, a] = [Math.floor(at / A), at % A];
    return terminal[s] === 1 ? 0 : reward(s, a, successor(s, a));
  });
}

/** Φ near the goal is 1, far from it 0. */
const nearness = (state: number): number => 1 - distance[state] / far;

/** Shaping with the mean discounted return after the first visit of a state in `episodes` logged episodes of a mixed behaviour. */
function shapedByLog(episodes: number, seed: number): Dense {
  const random = Random.of(seed, "logged values");
  const sums = new Float64Array(S);
  const visits = new Float64Array(S);
  for (let episode = 0; episode < episodes; episode++) {
    const path = walk(0, 100, random.uniform(), random);
    const first = new Map<number, number>();
    let later = 0;
    for (const { state, action } of [...path].reverse()) {
      later = sparse[state * A + action] + discount * later;
      first.set(state, later);
    }
    for (const [state, value] of first) {
      sums[state] += value;
      visits[state] += 1;
    }
  }
  return shaped((s) => (visits[s] > 0 ? sums[s] / visits[s] : 0));
}

/** How seldom a judge errs where one segment reaches the goal and the other does not: once in e^20. */
const RATIONALITY = 20;
/** Steps from the place that is furthest from the goal: so long, a segment of the best behaviour always reaches it. */
export const SEGMENT = 18;
/** Few enough that most pairs tie under the sparse reward. */
const SHORT_SEGMENT = 5;
/** The entry of a step behind the end of an episode, which a segment counts as well. */
const ENDED = S * A;

/**
 * A preference model of `pairs` judged pairs of segments from a mixed behaviour, begun anywhere. Segments of equal return
 * are judged equal (arXiv 1706.03741, sec. 2.2.3): a coin in the place of that leaves noise, and loops farm it. Preferences
 * between segments of one length determine a reward up to a constant for each step; an ended episode pays nothing.
 */
export function preferred(pairs: number, labels: "true" | "flipped" | "random", seed: number, length = SEGMENT): Dense {
  const random = Random.of(seed, "segments");
  const judge = Random.of(seed, "judge");
  const segment = () => walk(places[random.integer(places.length)], length, random.uniform(), random);
  const padded = (path: readonly Step[]) => ({
    entries: [...entriesOf(path), ...new Array<number>(length - path.length).fill(ENDED)],
  });
  const judged = Array.from({ length: pairs }, () => {
    const [first, second] = [segment(), segment()];
    const difference = returnOf(first) - returnOf(second);
    const rng = judge.uniform();
    const chosen = rng < (labels === "random" ? 0.5 : preferenceProbability(difference, RATIONALITY)) ? 1 : 0;
    const weight = labels !== "random" && difference === 0 ? 0.5 : chosen;
    return { first: padded(first), second: padded(second), weightOnFirst: labels === "flipped" ? 1 - weight : weight };
  });
  const fitted = fitBradleyTerry(judged, { size: ENDED + 1, decay: 0.1, tolerance: 1e-6 });
  return ofTable(fitted.subarray(0, ENDED).map((value) => value - fitted[ENDED]));
}

function fromExpert(episodes: number, seed: number): Dense {
  const random = Random.of(seed, "expert");
  const recorded = Array.from({ length: episodes }, () => walk(0, 100, 0.1, random));
  return ofTable(maximumEntropyInverse(task, recorded));
}

function fromReturns(episodes: number, seed: number): Dense {
  const random = Random.of(seed, "returns");
  const logged = Array.from({ length: episodes }, () => walk(0, 100, random.uniform(), random));
  const returns = logged.map((path) => ({ entries: entriesOf(path), return: returnOf(path) }));
  return ofTable(decomposeReturns(returns, S * A, 1));
}

/** Values of a potential dealt out to other states at random. */
export function dealtAnew(seed: number): Dense {
  const random = Random.of(seed, "dealt anew");
  const order = [...places];
  shuffle(order, random);
  const dealt = new Map(places.map((s, k) => [s, optimal.values[order[k]]]));
  return shaped((s) => dealt.get(s) ?? 0);
}

/** Pay for every step that comes nearer, 0.1 each, beside the task's own: nothing is taken back on the way out. */
const farmable = ofTable(onProcess((s, a, t) => sparse[s * A + a] + (distance[t] < distance[s] ? 0.1 : 0)));

/** Pay for being near, at every step, beside the task's own. */
const trap = ofTable(onProcess((s, a, t) => sparse[s * A + a] + (terminal[t] === 1 ? 0 : nearness(t))));

export const made = (name: string, cost: string, build: Builder["build"], isPotential = false): Builder => {
  return { name, isPotential, cost, build };
};
const fixed = (name: string, dense: Dense, isPotential = false): Builder =>
  made(name, "none", () => dense, isPotential);
const perfect = shaped((s) => optimal.values[s]);

export const builders: readonly Builder[] = [
  fixed("none", ofTable(sparse)),
  fixed("nearness", trap),
  fixed("approach", farmable),
  fixed("potential of nearness", shaped(nearness), true),
  made("potential of logged values", "50 episodes", (seed) => shapedByLog(50, seed), true),
  fixed("potential of V*", perfect, true),
  ...[50, 200].flatMap((pairs) => [
    made(`${pairs} preferences`, `${pairs} labels`, (seed) => preferred(pairs, "true", seed)),
    made(`${pairs} short preferences`, `${pairs} labels`, (seed) => preferred(pairs, "true", seed, SHORT_SEGMENT)),
  ]),
  ...[5, 20].map((count) =>
    made(`${count} expert episodes`, `${count} expert episodes`, (seed) => fromExpert(count, seed)),
  ),
  made("return decomposition", "200 episodes", (seed) => fromReturns(200, seed)),
];
