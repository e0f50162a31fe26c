// A recommender of texts as an agent: it keeps what users clicked in a round, learns from it before the test, and ranks by what it learnt.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { flag, oneOf, positive, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { type Click, userEncoder } from "./user-encoder.ts";

const parameters = z.strictObject({
  pooling: oneOf(["attention", "mean"], "attention").describe(
    "how texts of a history become one vector: by learnt weights, or by their mean",
  ),
  hidden: whole(1, 4096, 24).describe("width of the tanh layer between that vector and the user's"),
  epochs: whole(0, 10_000, 12).describe("passes through the clicks of a round"),
  batch: whole(1, 100_000, 64).describe("clicks of a gradient step"),
  rate: positive(10, 0.01).describe("learning rate of Adam"),
  negatives: oneOf(["any", "other items"], "any").describe(
    "which text of the list a clicked one is compared with: any other, also the other version of its item as in the released code, or one of another item",
  ),
  debias: flag(false).describe("whether it is held to score a text and its rewrite alike; it sees no source"),
  textWeight: within(0, 1000, 1).describe("weight of the difference between scores of a text and of its rewrite"),
  historyWeight: within(0, 1000, 0.01).describe(
    "weight of the difference where half of the history is rewritten, and of the entropies of the user vectors",
  ),
});
type Options = z.output<typeof parameters>;

export const denseRecommender = bind({
  id: "recommender/dense",
  summary:
    "a user encoder over texts clicked before, trained anew in every round on clicks; it may be held to score rewrites alike",
  source: "the training and the debiasing loss of arXiv 2405.17998 and its released code, with a small encoder",
  parameters,
  example: { environment: "recommender/two-sources", parameters: {} },
  make:
    (options): AgentPlan =>
    ({ spec }) =>
      recommender(options, placesIn(spec)),
});

/** Where an observation has what. Throws a UserError where the world shows no lists of vectors. */
function placesIn(spec: NumericSpec) {
  const at = (name: string): number => {
    const offset = fieldOffset(spec, name);
    if (offset !== undefined) return offset;
    const what = `recommender/dense ranks texts by their vectors, and this world shows no "${name}"`;
    throw new UserError({ code: "no-vectors", what, hint: "recommender/two-sources does" });
  };
  const size = (name: string): number => spec.observation.find((one) => one.name === name)?.size ?? 0;
  const part = (name: string) => {
    const [from, count] = [at(name), size(name)];
    return (seen: Float32Array): Float32Array => seen.subarray(from, from + count);
  };
  const [task, round, clicked] = [at("task"), at("round"), at("clicked")];
  const candidates = spec.actionSize;
  const width = size("candidates") / candidates;
  return {
    candidates,
    width,
    history: size("history") / width,
    isTest: (seen: Float32Array): boolean => seen[task] === 1,
    round: (seen: Float32Array): number => seen[round],
    clicked: (seen: Float32Array): number => seen[clicked],
    itemsOf: part("item"),
    historyOf: part("history"),
    historyRewritesOf: part("historyRewrites"),
    candidatesOf: part("candidates"),
    rewritesOf: part("rewrites"),
  };
}

function recommender(options: Options, at: ReturnType<typeof placesIn>): Agent {
  const { candidates, width, history } = at;
  const begin = (random: Random) => {
    const encoder = userEncoder(
      { ...options, width, history, candidates, debiases: options.debias },
      random.stream("weights"),
    );
    const clicks: Click[] = [];
    /** The last list that users could click on. */
    let shown: Float32Array | undefined;
    let trained = -1;
    const keep = (page: Float32Array, clicked: number): void => {
      const items = at.itemsOf(page);
      const isOther = (slot: number): boolean =>
        items[slot] >= 0 && slot !== clicked && (options.negatives === "any" || items[slot] !== items[clicked]);
      clicks.push({
        history: at.historyOf(page),
        historyRewrites: at.historyRewritesOf(page),
        candidates: at.candidatesOf(page),
        rewrites: at.rewritesOf(page),
        clicked,
        others: Array.from(items.keys()).filter(isOther),
      });
    };
    return {
      close: encoder.close,
      rank(seen: Float32Array, action: Float64Array): void {
        const clicked = at.clicked(seen);
        if (shown !== undefined && clicked >= 0) keep(shown, clicked);
        shown = undefined;
        if (at.isTest(seen) && trained !== at.round(seen)) {
          trained = at.round(seen);
          encoder.fit(clicks, random.stream("fit", trained));
          clicks.length = 0;
        }
        if (!at.isTest(seen)) shown = seen.slice();
        action.set(encoder.scores(at.historyOf(seen), at.candidatesOf(seen)));
      },
    };
  };
  let learner: ReturnType<typeof begin> | undefined;
  return {
    reset(random) {
      learner?.close();
      learner = begin(random);
    },
    act(seen, action) {
      if (learner === undefined) throw new Error("a recommender acts before it is reset");
      learner.rank(seen, action);
    },
    close: () => learner?.close(),
  };
}
