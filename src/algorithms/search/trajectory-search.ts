// Search over whole trajectories by an agent that works from chances of its calls, as SWE-Search searches over those of a software agent.
// Before its first call it grows a tree in copies of the world: a node is the state after one call, drawn by the chances that are seen there,
// and its value is what that call was paid. Then it plays the best trajectory that was finished.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { flag, list, oneOf, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { Reward } from "../../core/reward.ts";
import type { AgentPlan, Seat } from "../../core/seat.ts";
import { Status } from "../../core/status.ts";
import { flow, level } from "../../environments/declaration.ts";
import { anywhere, bestOf, codeScore, descent, paperScore, softmax, uct } from "./selection.ts";
import { grow, pathTo, rootOf, type Selector, type TreeNode } from "./tree.ts";

const RULES = ["paper", "code", "best-first", "uct", "random", "restarts"] as const;

const parameters = z
  .strictObject({
    calls: whole(0, 1_000_000, 48).describe(
      "calls in copies of the world before the first one of an episode; 0: it plays what it draws, without search",
    ),
    rule: oneOf(RULES, "paper").describe(
      "which node is gone on from: anywhere in the tree by SWE-Search's paper, by its released code, by value or by chance; UCT from the root down; or whole trajectories one after the other, each from the start",
    ),
    expansions: whole(1, 100_000, 5).describe("most calls that are tried at a node"),
    hindsight: flag(true).describe("whether a call that was tried at a node is left out of the next draw there"),
    chances: z
      .string()
      .optional()
      .describe("field of the observation with a chance for each choice; without it all are equally likely"),
    answer: oneOf(["reward", "path"], "reward").describe(
      "which finished trajectory is played: that of the largest value at its end, or of the largest mean on its path",
    ),
    pays: list(z.number(), 2, 2, [0, 1]).describe("pays of a call that are values of −100 and of 100"),
    exploration: within(0, 1e6, 1).describe("C, where values lie between −100 and 100"),
    bonus: within(0, 1e6, 0).describe("α of the paper's rule: early bonus α·e^(−β(d − 1)) at depth d"),
    decay: within(0, 1e6, 1).describe("β of the paper's rule"),
    penalty: within(0, 1e6, 0.8).describe("γ of the late penalty γ·√d of both rules of SWE-Search"),
  })
  .refine(({ pays: [low, high] }) => low < high, { error: "The first must be less than the second", path: ["pays"] })
  .describe("searches over whole trajectories in copies of the world before an episode");

type Parameters = z.output<typeof parameters>;

/** A copy of the world after a call. */
interface Copy {
  readonly state: Float64Array;
  /** Chances of the next call, [choices]. */
  readonly chances: Float32Array;
  readonly outcomes: Float64Array;
  readonly status: Status;
}

type CopyNode = TreeNode<Copy, number>;

export const trajectorySearch: BoundEntry<AgentPlan> = bind({
  id: "trajectory-search",
  summary:
    "draws calls by chances that the world shows, searches over whole trajectories in copies, and plays the best",
  source: "SWE-Search (arXiv 2410.20285) and its released code",
  parameters,
  example: { environment: "gridworld/maze" },
  make: (p: Parameters): AgentPlan =>
    Object.assign((seat: Seat) => searching(seat, p), {
      knowsPay: true,
      counts: [
        flow("searched", "calls", 0, Number.POSITIVE_INFINITY, "sum", "calls in copies of the world"),
        level("ended", "trajectories", 0, Number.POSITIVE_INFINITY, "trajectories that came to an end in copies"),
        flow(
          "repeats",
          "calls",
          0,
          Number.POSITIVE_INFINITY,
          "sum",
          "calls in the world that had been made in it before",
        ),
      ],
    }),
});

function searching(seat: Seat, p: Parameters) {
  const chancesIn = chancesOf(seat, p.chances);
  let copies: { environment: NumericEnvironment; reward: Reward } | undefined;
  let hand: Random | undefined;
  let plan: number[] | undefined;
  const watched = { state: new Float64Array(0), outcomes: new Float64Array(0) };
  const counts = { searched: 0, ended: 0, repeats: 0 };
  const made = new Set<number>();
  return {
    counts,
    reset(random: Random) {
      hand = random.stream("search");
      plan = undefined;
      Object.assign(counts, { searched: 0, ended: 0, repeats: 0 });
      made.clear();
    },
    watch(state: Float64Array, outcomes: Float64Array) {
      if (plan !== undefined || p.calls === 0) return;
      watched.state = state.slice();
      watched.outcomes = outcomes.slice();
    },
    act(observation: Float32Array, action: Float64Array) {
      if (hand === undefined) throw new Error("act before reset");
      const chances = chancesIn(observation);
      if (plan === undefined) {
        plan = [];
        if (p.calls > 0) {
          if (watched.state.length === 0)
            throw new Error("trajectory-search acts in a world whose state it was not shown");
          copies ??= copiesOf(seat);
          const nodes = grown(copies, { ...watched, chances, status: Status.running }, chancesIn, p, hand);
          const ended = nodes.filter(({ terminal }) => terminal);
          counts.searched = nodes.length - 1;
          counts.ended = ended.length;
          const best = bestOf(ended.length > 0 ? ended : nodes, p.answer);
          plan = best === undefined ? [] : pathTo(best).flatMap((node) => node.action ?? []);
        }
      }
      const call = plan.shift() ?? drawn(chances, hand);
      if (call === undefined)
        throw new UserError({
          code: "no-search",
          what: `"${p.chances}" gives no choice a chance`,
          hint: "at least one must be above 0",
          path: ["chances"],
        });
      if (made.has(call)) counts.repeats += 1;
      made.add(call);
      action[0] = call;
    },
  };
}

/** Reads the chances of all choices from an observation. Throws a UserError where the world has none. */
function chancesOf({ spec }: Seat, name: string | undefined): (observation: Float32Array) => Float32Array {
  const { choices } = spec;
  if (choices === undefined || spec.actionSize !== 1 || spec.agents.length !== 1 || spec.windows !== undefined)
    throw refused("trajectory-search makes the calls of a single agent in a world of choices that it can copy");
  if (name === undefined) return () => new Float32Array(choices).fill(1);
  let offset = 0;
  for (const field of spec.observation) {
    if (field.name === name && field.size === choices)
      return (observation) => observation.slice(offset, offset + choices);
    offset += field.size;
  }
  throw new UserError({
    code: "no-search",
    what: `no field "${name}" shows a chance for each of the ${choices} choices`,
    hint: "tools/repair-shop has one, drafts, where `author` is true",
    path: ["chances"],
  });
}

function copiesOf(seat: Seat) {
  const [environment, reward] = [seat.makeEnvironment(), seat.makeReward()];
  if (environment.asker !== undefined) throw refused("trajectory-search cannot copy a world that asks others");
  if (reward.lasting === true) throw refused("trajectory-search cannot simulate a reward that remembers all episodes");
  return { environment, reward };
}

const refused = (what: string): UserError =>
  new UserError({ code: "no-search", what, hint: "gridworld/maze is a world that it searches" });

/** All nodes of the search, in the order of their making, the root first. */
function grown(
  { environment, reward }: { environment: NumericEnvironment; reward: Reward },
  start: Copy,
  chancesIn: (observation: Float32Array) => Float32Array,
  p: Parameters,
  random: Random,
): CopyNode[] {
  const { spec, state } = environment;
  const [copyRandom, hand] = [random.stream("copies"), random.stream("hand")];
  const [low, high] = p.pays;
  const observation = new Float32Array(spec.observationSize);
  const [action, paid] = [new Float64Array(1), new Float64Array(1)];
  let valued = 0;
  const again = p.rule === "restarts";
  return grow<Copy, number>(
    rootOf(start),
    {
      propose({ state: { chances } }, tried) {
        const left = chances.slice();
        for (const node of tried) if (node.action !== undefined) left[node.action] = 0;
        return drawn(left, hand);
      },
      act({ state: before }, call) {
        state.buffer.set(before.state);
        action[0] = call;
        const outcomes = new Float64Array(spec.channels.length);
        const status = environment.step(action, outcomes, copyRandom);
        environment.observe(observation);
        return {
          state: { state: state.buffer.slice(), chances: chancesIn(observation), outcomes, status },
          terminal: status !== Status.running,
        };
      },
      /** The pay of the last call, on −100 … 100. A reward may have a state, and hears the whole trajectory. */
      value(node) {
        valued += 1;
        reward.reset(start.outcomes);
        for (const one of pathTo(node).slice(1)) reward.pay(one.state.outcomes, one.state.status, paid);
        return { reward: Math.max(-100, Math.min(100, (200 * (paid[0] - low)) / (high - low) - 100)) };
      },
    },
    {
      select: selectorOf(p, random.stream("selection")),
      width: again ? Number.POSITIVE_INFINITY : p.expansions,
      hindsight: p.hindsight && !again,
      done: () => valued >= p.calls,
    },
  );
}

/** A choice by its weight; undefined where all are 0. */
function drawn(weights: Float32Array, random: Random): number | undefined {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (sum <= 0) return undefined;
  let left = random.uniform() * sum;
  let last: number | undefined;
  for (const [choice, weight] of weights.entries()) {
    if (weight <= 0) continue;
    last = choice;
    left -= weight;
    if (left < 0) break;
  }
  return last;
}

function selectorOf(p: Parameters, random: Random): Selector<Copy, number> {
  switch (p.rule) {
    case "paper":
      return anywhere(paperScore(p));
    case "code":
      return anywhere(
        codeScore({ ...p, depthPenalty: p.penalty, depthBonus: p.bonus, facts: () => ({ change: true }) }),
      );
    case "best-first":
      return anywhere(({ reward = 0 }) => reward);
    case "uct":
      return descent(uct(p.exploration, () => 200));
    case "random":
      return softmax(() => 0, 1, random);
    case "restarts":
      return latestOrRoot;
    default:
      return p.rule satisfies never;
  }
}

/** The end of the newest branch, or the root where that is finished. */
function latestOrRoot(root: CopyNode, expandable: (node: CopyNode) => boolean): CopyNode {
  let at = root;
  while (at.children.length > 0) at = at.children[at.children.length - 1];
  return expandable(at) ? at : root;
}
