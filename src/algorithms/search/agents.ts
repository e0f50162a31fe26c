// The planner as an agent: before every move it grows a tree in copies of the world, and plays what it found best there.

import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan, Seat } from "../../core/seat.ts";
import { anywhere, codeScore, descent, type NodeScore, paperScore, softmax, uct } from "./selection.ts";
import { meanValue, type Selector } from "./tree.ts";
import { type PlanNode, type ReturnScale, type WorldSearch, worldSearch } from "./world-search.ts";

const parameters = z
  .strictObject({
    rule: oneOf(["uct", "paper", "code", "best-first", "softmax"], "uct").describe(
      "which node is gone on from: UCT from the root down; or anywhere in the tree by SWE-Search's paper, by its released code, by reward, or drawn by exp(reward/10)",
    ),
    steps: whole(1, 10_000_000, 1_000).describe(
      "simulated steps of a move; the simulation that reaches them is played to its end",
    ),
    ahead: whole(0, 1_000_000, 0).describe("steps that a simulation looks ahead; 0 for as many as an episode has"),
    rollouts: whole(0, 1_000, 1).describe(
      "times that a new node is played on by uniform choices among those that may be made; 0: it is worth what was paid on the way",
    ),
    discount: share(1).describe("what pay a step later counts"),
    exploration: within(0, 1e6, Math.SQRT2).describe(
      "C: of UCT in units of the range of returns seen; of SWE-Search's rules in units of 1 where returns are put on −100 to 100",
    ),
    bonus: within(0, 1e6, 0).describe("α of the paper's rule: early bonus α·e^(−β(d − 1)) at depth d"),
    decay: within(0, 1e6, 1).describe("β of the paper's rule"),
    penalty: within(0, 1e6, 0.8).describe("γ of the late penalty γ·√d of SWE-Search's rules"),
    expansions: whole(0, 100_000, 0).describe("most choices that are tried at a node; 0 for all"),
    others: z
      .union([z.enum(["uniform", "search"]), z.int().min(0)])
      .default("uniform")
      .describe(
        "how other seats choose in simulations: uniformly among what they may, always the choice of this number, or each for its own pay and knowing what was chosen before it (search, maxⁿ)",
      ),
    answer: oneOf(["visits", "mean", "reward"], "visits").describe(
      "which choice is played: the most visited, that of the largest mean, or the one towards the largest return",
    ),
    temperature: positive(1e6, 10).describe("of the softmax rule, in units of reward from −100 to 100"),
  })
  .describe("grows a tree in copies of the world before every move");

type Parameters = z.output<typeof parameters>;

export const treeSearch: BoundEntry<AgentPlan> = bind({
  id: "tree-search",
  summary: "searches ahead in copies of the world, whose state it is shown, and plays the best choice that it finds",
  source: "UCT (Kocsis & Szepesvári, 2006), open-loop; SWE-Search (arXiv 2410.20285) and its released code",
  parameters,
  example: { environment: "gridworld/corridors", parameters: { steps: 500 } },
  make: (p: Parameters): AgentPlan => Object.assign((seat: Seat) => searching(seat, p), { knowsPay: true }),
});

function searching(seat: Seat, p: Parameters) {
  let search: WorldSearch | undefined;
  let hand: Random | undefined;
  let isShown = false;
  const made = searchIn(seat, p);
  return {
    reset(random: Random) {
      search ??= made();
      search.begin();
      hand = random.stream("search");
      isShown = false;
    },
    watch(state: Float64Array, outcomes: Float64Array) {
      search?.watch(state, outcomes);
      isShown = true;
    },
    act(_observation: Float32Array, action: Float64Array) {
      if (search === undefined || hand === undefined) throw new Error("act before reset");
      if (!isShown) throw new Error("tree-search acts in a world whose state it was not shown");
      action[0] = search.choose(hand);
    },
  };
}

/** Checks what a search needs, and makes it later: a seat may be taken for trial only. */
function searchIn(seat: Seat, p: Parameters): () => WorldSearch {
  const { spec } = seat;
  const { choices } = spec;
  if (choices === undefined || spec.actionSize !== 1)
    throw refused(
      "tree-search tries choices one by one, and this world's actions are numbers",
      "gridworld/maze has choices",
    );
  if (spec.windows !== undefined)
    throw refused(
      "tree-search would look into the record that this world plays",
      "let an agent play that sees observations alone",
    );
  if (typeof p.others === "number" && p.others >= choices)
    throw refused(`the other seats cannot always play choice ${p.others}`, `choices are 0 to ${choices - 1}`, "others");
  return () => {
    const environment = seat.makeEnvironment();
    const reward = seat.makeReward();
    if (environment.asker !== undefined)
      throw refused("tree-search cannot simulate a world that asks others", "take a world that decides by itself");
    if (reward.lasting === true)
      throw refused(
        "tree-search cannot simulate a reward that remembers all episodes",
        "take one that begins anew with an episode",
      );
    return worldSearch(environment, reward, {
      ...p,
      seat: seat.seat,
      ahead: p.ahead === 0 ? spec.horizon : Math.min(p.ahead, spec.horizon),
      width: p.expansions === 0 ? choices : p.expansions,
      credit: p.rule === "uct" ? "onward" : "whole",
      select: (scale, random) => selectorOf(p, scale, random),
    });
  };
}

function refused(what: string, hint: string, parameter?: string): UserError {
  return new UserError({ code: "no-search", what, hint, ...(parameter === undefined ? {} : { path: [parameter] }) });
}

/** The rule by its name. Rewards of SWE-Search's rules are returns, put on −100 to 100 by the range that was seen so far. */
function selectorOf(p: Parameters, scale: ReturnScale, random: Random): Selector<number, number> {
  const reward = (node: PlanNode) => (node.reward === undefined ? undefined : scale.scaled(node.reward));
  const own: NodeScore<number, number> = (node) => reward(node) ?? 0;
  switch (p.rule) {
    case "uct":
      return descent(uct(p.exploration, scale.spread));
    case "paper": {
      const score = paperScore<number, number>(p);
      return anywhere((node) => score({ ...node, sum: node.visits * scale.scaled(meanValue(node) ?? 0) }));
    }
    case "code":
      return anywhere(
        codeScore({
          exploration: p.exploration,
          depthPenalty: p.penalty,
          depthBonus: p.bonus,
          reward,
        }),
      );
    case "best-first":
      return anywhere(own);
    case "softmax":
      return softmax(own, p.temperature, random);
    default:
      return p.rule satisfies never;
  }
}
