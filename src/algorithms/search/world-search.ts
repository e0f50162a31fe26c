// Tree search in copies of a numeric world whose actions are choices. It is open-loop: a node is a sequence of choices, which every
// simulation plays again from the state at the root, with fresh luck. So one tree serves worlds with luck and without.
// Open-loop search is optimal where nothing is random, and the best plan that does not look where luck matters.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { Reward } from "../../core/reward.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { meanOnPath } from "./selection.ts";
import { grow, rootOf, type SearchSpace, type Selector, type TreeNode, type Valuation } from "./tree.ts";

/** A sequence of choices, by its last one. */
export type PlanNode = TreeNode<number, number>;

export interface WorldSearchOptions {
  /** Position of the searching seat. */
  readonly seat: number;
  /** Simulated steps of a decision. */
  readonly steps: number;
  /** Steps that a simulation looks ahead. */
  readonly ahead: number;
  /** γ in [0, 1]. */
  readonly discount: number;
  /** Episodes that are played on with uniform choices, of those that may be made, from a new node; 0: it is valued by what was paid so far, and by `worth`. */
  readonly rollouts: number;
  /** Value of a state in which a simulation stops before its episode ends, for a seat; 0 by default. */
  readonly worth?: (environment: NumericEnvironment, seat: number) => number;
  /** How other seats choose: uniformly among what they may, always one choice, or each for its own pay, in turn behind the searching seat (maxⁿ). */
  readonly others: "uniform" | "search" | number;
  /** Most choices that are tried at a node. */
  readonly width: number;
  /** Credit of a node: what was paid from it on (UCT), or of the whole simulation, in rewards of −100 to 100 (rules of SWE-Search). */
  readonly credit: "onward" | "whole";
  /** Which choice is played at last: of the child with the most visits, the largest mean, or on the path to the largest reward. */
  readonly answer: "visits" | "mean" | "reward";
  readonly select: (scale: ReturnScale, random: Random) => Selector<number, number>;
}

/** The range of returns that a decision has seen. */
export interface ReturnScale {
  /** Largest less smallest; 1 where they are equal. */
  spread(): number;
  /** A return on −100 … 100. */
  scaled(value: number): number;
}

export interface WorldSearch {
  /** Begins an episode. */
  begin(): void;
  /** Shown the world as it stands, before every decision. */
  watch(state: Float64Array, outcomes: Float64Array): void;
  /** Searches, and gives the choice. */
  choose(random: Random): number;
  /** Steps simulated for the last decision. */
  readonly simulated: number;
}

/** A search in `environment`, a copy that nothing else uses, under a reward that begins anew with an episode. */
export function worldSearch(environment: NumericEnvironment, reward: Reward, options: WorldSearchOptions): WorldSearch {
  const simulation = simulated(environment, reward, options);
  return {
    begin: simulation.begin,
    watch: simulation.watch,
    choose(random) {
      simulation.scale.clear();
      simulation.counter.steps = 0;
      const space = planSpace(environment, simulation, options, random);
      const root = rootOf<number, number>(-1);
      grow(root, space, {
        select: options.select(simulation.scale, random),
        width: options.width,
        done: () => simulation.counter.steps >= options.steps,
      });
      return answered(root, options.answer, simulation.scale);
    },
    get simulated() {
      return simulation.counter.steps;
    },
  };
}

type Simulation = ReturnType<typeof simulated>;

/** The decision as a search space: choices are expanded in random order, and nodes are valued by simulations. */
function planSpace(
  { spec }: NumericEnvironment,
  { play, scale, seats, onward, length, isOver }: Simulation,
  { rollouts, credit, ahead }: WorldSearchOptions,
  random: Random,
): SearchSpace<number, number> {
  const choices = spec.choices ?? 0;
  const orders = new Map<PlanNode, number[]>();
  const path: number[] = [];
  const levels = ahead * seats.length;

  const once = (node: PlanNode): Valuation<number, number> => {
    play(path, rollouts > 0, random);
    const reached = length();
    // At its own depth it ended: no choice follows, as far as this luck tells.
    node.terminal = node.depth >= levels || (isOver() && reached * seats.length <= node.depth);
    const whole = onward(0, 0);
    const of = (ancestor: PlanNode): number | undefined => {
      const step = Math.max(0, Math.floor((ancestor.depth - 1) / seats.length));
      if (step >= reached) return undefined;
      return credit === "whole" ? whole : onward(step, ancestor.depth === 0 ? 0 : (ancestor.depth - 1) % seats.length);
    };
    return { reward: whole, credit: of };
  };

  return {
    propose(node, tried) {
      if (tried.length === 0 && !orders.has(node)) orders.set(node, randomOrder(choices, random));
      return orders.get(node)?.[tried.length];
    },
    act: (_node, action) => ({ state: action, terminal: false }),
    value(node) {
      path.length = 0;
      for (let one: PlanNode = node; one.parent !== undefined; one = one.parent) path.push(one.state);
      path.reverse();
      const samples = Array.from({ length: Math.max(1, rollouts) }, () => once(node));
      for (const { reward } of samples) scale.see(reward);
      if (samples.length === 1) return samples[0];
      const mean = (values: readonly (number | undefined)[]): number | undefined => {
        const there = values.flatMap((value) => value ?? []);
        return there.length === 0 ? undefined : there.reduce((a, b) => a + b, 0) / there.length;
      };
      return {
        reward: mean(samples.map(({ reward }) => reward)) ?? 0,
        credit: (ancestor) => mean(samples.map((one) => one.credit?.(ancestor))),
      };
    },
  };
}

/** The world's side: plays sequences from the state that was watched last. */
function simulated(environment: NumericEnvironment, reward: Reward, options: WorldSearchOptions) {
  const { spec, state } = environment;
  const { seat, ahead, discount, others, worth } = options;
  const [n, choices] = [spec.agents.length, spec.choices ?? 0];
  const behind = spec.agents.map((_, other) => other).filter((other) => other !== seat);
  /** Seats whose choices are in the tree, in the order of their levels. */
  const seats = others === "search" ? [seat, ...behind] : [seat];
  const views = new Float32Array(spec.legal === undefined ? 0 : n * spec.observationSize);
  /** A choice of those that the seat may make. */
  const uniform = (at: number, random: Random): number => {
    const legal = spec.legal?.(views.subarray(at * spec.observationSize, (at + 1) * spec.observationSize)) ?? [];
    return legal.length > 0 ? legal[random.integer(legal.length)] : random.integer(choices);
  };
  const drawn = (level: number, random: Random): number =>
    typeof others === "number" && level >= seats.length ? others : uniform(order[level], random);
  const order = [seat, ...behind];
  const actions = new Float64Array(n * spec.actionSize);
  const outcomes = new Float64Array(n * spec.channels.length);
  const paid = new Float64Array(n);
  const root = new Float64Array(state.buffer.length);
  /** Outcomes of the episode so far, with those of its reset: a reward that remembers hears them again before every simulation. */
  const outcomesSoFar: Float64Array[] = [];
  const pays = new Float64Array(ahead * n);
  const tail = new Float64Array(n);
  let played = 0;
  let status: Status = Status.running;
  const counter = { steps: 0 };
  let [low, high] = [0, 0];

  const recall = (): void => {
    state.buffer.set(root);
    reward.reset(outcomesSoFar[0]);
    for (let k = 1; k < outcomesSoFar.length; k++) reward.pay(outcomesSoFar[k], Status.running, paid);
  };

  return {
    seats,
    counter,
    begin: () => {
      outcomesSoFar.length = 0;
    },
    watch(shown: Float64Array, latest: Float64Array) {
      root.set(shown);
      outcomesSoFar.push(latest.slice());
    },
    /** Plays a sequence of choices, one for each level, and on to the end or as far as is looked ahead. */
    play(path: readonly number[], onwards: boolean, random: Random): void {
      recall();
      status = Status.running;
      for (played = 0; status === Status.running && played < ahead; played++) {
        const at = played * seats.length;
        if (at >= path.length && !onwards) break;
        if (spec.legal !== undefined) environment.observe(views);
        for (let k = 0; k < n; k++) {
          const chosen = k < seats.length && at + k < path.length ? path[at + k] : drawn(k, random);
          actions[order[k] * spec.actionSize] = chosen;
        }
        status = environment.step(actions, outcomes, random);
        reward.pay(outcomes, status, paid);
        pays.set(paid, played * n);
      }
      counter.steps += played;
      for (let k = 0; k < n; k++)
        tail[k] = status === Status.running && worth !== undefined ? worth(environment, k) : 0;
    },
    /** Steps of the last simulation, and whether the episode ended in it. */
    length: () => played,
    isOver: () => status !== Status.running,
    /** Σ γ^(t − step) pay from a step of the last simulation on, of the seat of a level. */
    onward(step: number, level: number): number {
      let sum = tail[order[level]];
      for (let t = played - 1; t >= step; t--) sum = pays[t * n + order[level]] + discount * sum;
      return sum;
    },
    scale: {
      clear() {
        [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      },
      see(value: number) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      },
      spread: () => (high > low ? high - low : 1),
      scaled: (value: number) => (high > low ? (200 * (value - low)) / (high - low) - 100 : 0),
    },
  };
}

/** The choice at the root; of equal ones the larger mean, then the smaller choice. */
function answered(root: PlanNode, by: WorldSearchOptions["answer"], { scaled }: ReturnScale): number {
  if (root.children.length === 0) return 0;
  const mean = (node: PlanNode) => meanOnPath({ ...node, parent: undefined }) ?? Number.NEGATIVE_INFINITY;
  const most = (node: PlanNode): number =>
    node.children.reduce((best, child) => Math.max(best, most(child)), node.reward ?? Number.NEGATIVE_INFINITY);
  const worth = { visits: ({ visits }: PlanNode) => visits, mean, reward: (node: PlanNode) => scaled(most(node)) }[by];
  const ranked = root.children.map((node) => ({ choice: node.state, worth: worth(node), mean: mean(node) }));
  ranked.sort((a, b) => b.worth - a.worth || b.mean - a.mean || a.choice - b.choice);
  return ranked[0].choice;
}
