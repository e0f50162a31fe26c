// Contrastive preference learning as an algorithm of an experiment, in tables over fields of what is seen: segments are played at random
// and compared, and a policy is learnt from the answers alone. What it is held against learns from the same segments.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { above, oneOf, positive, share, whole, within, wrong } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { largestAt } from "../../math/largest.ts";
import { categoricalChance, sampleCategorical } from "../../nn/distributions/categorical.ts";
import { actionChoices, bins } from "../off-policy/action-choices.ts";
import { observedTables } from "../tabular/observed-tables.ts";
import type { TablePlace } from "../tabular/table-training.ts";
import { mode } from "../trained-play.ts";
import { restore, saved, savedLearners, savedSteps, stepsOf, tensorsOf } from "../training-checkpoint.ts";
import { contrastiveFit } from "./contrastive-loss.ts";
import { cloned, fittedReward, plannedValues, type TableSize } from "./segment-rivals.ts";
import { playedSegments, type SegmentPairs } from "./segments.ts";

/** Added to each count of a choice that is cloned. */
const PRIOR = 0.1;

const parameters = z
  .strictObject({
    learns: oneOf(["policy", "preferred", "reward"], "policy").describe(
      "a policy by the contrastive loss; a clone of preferred segments; or a reward by Bradley and Terry, and the policy that is best for it where segments lead",
    ),
    pairs: whole(1, 100_000, 2000).describe("pairs of segments that are played at random and compared"),
    length: whole(1, 10_000, 8).describe("steps of a segment at most; it ends with an episode"),
    sharpness: positive(1e9, 1).describe("c, log-odds that a segment is preferred to one that is paid 1 less"),
    discount: share(0.95).describe(
      "γ of sums over a segment, in labels and losses, and of the plan; the released code has 1",
    ),
    temperature: positive(1000, 1).describe("α of α·ln π; of labels by advantages at an entropy of α₀ it is c·α₀"),
    bias: above(0, 1, 1).describe(
      "λ, which multiplies the sum of the segment that is not preferred; 1 is the plain loss",
    ),
    cloning: within(0, 1000, 0).describe("weight of the likelihood of all steps beside the loss (CPL-BC)"),
    from: oneOf(["nothing", "clone"], "nothing").describe(
      "ln π counts as it is, or from a clone of all segments (CPL-KL)",
    ),
    decay: within(0, 1000, 0.3).describe(
      "weight of half the square of logits, or of the reward's numbers, beside the sum over pairs",
    ),
    steps: whole(1, 1_000_000, 120).describe("steps of Adam, each on all pairs"),
    rate: positive(10, 0.3).describe("learning rate at the start; it falls to 0"),
    fields: z
      .array(z.string())
      .min(1)
      .optional()
      .describe("fields of the observation that the table is over; default all"),
    bins,
    mode,
  })
  .refine(
    ({ learns, discount }) => learns !== "reward" || discount < 1,
    wrong("discount", "It must be below 1 where a reward is learnt"),
  )
  .refine(
    ({ learns, decay }) => learns !== "reward" || decay > 0,
    wrong("decay", "It must be above 0 where a reward is learnt"),
  );
type Parameters = z.output<typeof parameters>;

export const contrastivePreference: BoundEntry<AlgorithmPlan> = bind({
  id: "contrastive-preference",
  summary: "a policy straight from preferences between segments of random play, in a table, for small worlds",
  source: "Hejna et al., ICLR 2024, arXiv 2310.13639",
  parameters,
  example: { environment: "gridworld/pits", parameters: { pairs: 1000 } },
  make: (p): AlgorithmPlan => ({
    playsOtherwise: p.mode
      ? "always take their likeliest action, and played at random in training"
      : "act by what they have learnt, and played at random in training",
    check: (spec) => checkSize(placeIn(spec, p), p),
    train: (context, from) => training(context, p, from),
  }),
});

/** The table and the choices of a world. Throws a UserError where its observations or actions do not fit. */
export function placeIn(spec: NumericSpec, p: Pick<Parameters, "bins" | "fields">): TablePlace {
  const actions = actionChoices(spec, p.bins);
  return { spec, actions, tables: observedTables(spec, p.fields && [p.fields], actions.count) };
}

/** Numbers of the table of comparisons that a reward is fitted to. */
const MOST = 2 ** 27;

function checkSize({ tables, actions }: TablePlace, { learns, pairs }: Parameters): void {
  const width = tables.size * (actions.count + 1) + 1;
  if (learns !== "reward" || pairs * width <= MOST) return;
  const what = `${pairs} pairs with ${width} numbers each are more than ${MOST} in all`;
  throw new UserError({ code: "large-tables", what, path: ["pairs"], hint: "name fewer fields, or fewer pairs" });
}

function training(context: TrainingContext, p: Parameters, from: TrainingCheckpoint | undefined): Training {
  const { spec, seats } = context;
  if (seats.length > 1) {
    const what = `contrastive-preference trains one seat, and ${seats.length} learn`;
    throw new UserError({
      code: "several-seats",
      what,
      hint: "train it in a stage, and seat it: { policy: trained, stage: NAME }",
    });
  }
  const place = placeIn(spec, p);
  const size: TableSize = { rows: place.tables.size, choices: place.actions.count };
  const logits = new Float32Array(size.rows * size.choices);
  const updates = p.learns === "policy" ? p.steps : 1;
  let done = from?.updates ?? 0;
  let steps = from === undefined ? 0 : stepsOf(from);
  if (from !== undefined) restore(tensorsOf(from, 0), "logits", logits);
  /** Begun when it is first needed: a training that is over plays no more. */
  let step: (() => number) | undefined;

  /** Plays, and gives what one update does; it answers with the loss. */
  function begin(): () => number {
    const segments = playedSegments(context, place, p);
    steps = segments.steps;
    if (p.learns === "policy") {
      const reference = p.from === "clone" ? cloned(segments, size, "all", PRIOR) : undefined;
      return contrastiveFit(segments, logits, size.choices, { ...p, ...(reference && { reference }) });
    }
    return () => {
      logits.set(baseline(segments, size, p));
      return 0;
    };
  }

  const left = (): TrainingCheckpoint => ({
    updates: done,
    tensors: [...savedLearners([{ save: () => [saved("logits", logits)] }]), savedSteps(steps)],
  });
  return {
    update() {
      if (done === updates) return undefined;
      step ??= begin();
      const loss = step();
      done += 1;
      return { steps, share: done / updates, measures: p.learns === "policy" ? { loss } : {} };
    },
    checkpoint: () => (done === updates ? left() : undefined),
    left,
    player: (seat) => player(place, seat, logits.slice(), p.mode || p.learns === "reward"),
    close() {},
  };
}

/** Logits of what the policy is held against: those of a clone, or the action values of a fitted reward. */
function baseline(segments: SegmentPairs, size: TableSize, { learns, discount, decay }: Parameters): Float64Array {
  if (learns === "preferred") return cloned(segments, size, "preferred", PRIOR);
  return plannedValues(segments, size, fittedReward(segments, size, discount, decay), discount);
}

/** Draws by softmax, or takes the likeliest choice; a plan's is its best. */
function player({ spec, tables, actions }: TablePlace, seat: number, logits: Float32Array, likeliest: boolean): Agent {
  const row = new Int32Array(1);
  let hand: Random | undefined;
  const look = (observation: Float32Array): number => {
    tables.write(observation, 0, row);
    return row[0] * actions.count;
  };
  return {
    reset(rng) {
      hand = rng;
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a policy acts before its first reset");
      const at = look(observation);
      const choice = likeliest
        ? largestAt(logits, at, actions.count)
        : sampleCategorical(logits, at, actions.count, hand);
      actions.decode(choice, seat, action, 0);
    },
    ...(spec.choices !== undefined && {
      follow: (observation: Float32Array, [choice]: Float64Array) =>
        categoricalChance(logits, look(observation), actions.count, choice),
    }),
  };
}
