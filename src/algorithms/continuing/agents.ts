// Learners for the long run as agents: they learn along the one trajectory of a continuing world.

import { z } from "zod";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError, under } from "../../core/errors.ts";
import { oneOf, share, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind, type EntryAbout } from "../../core/registry.ts";
import type { AgentPlan, Seat } from "../../core/seat.ts";
import { type ProcessFamily, processFamily } from "../../environments/continuing/worlds.ts";
import { flow } from "../../environments/declaration.ts";
import { mixedRadix } from "../../math/mixed-radix.ts";
import { confidenceRadius, type HypothesisClass, modelClass, stepDeviation } from "./hypotheses.ts";
import { valueClass } from "./linear-values.ts";
import { bestFit, loop } from "./loop.ts";
import { type ContinuingLearner, continuingPlayer } from "./player.ts";
import { ucrl2 } from "./ucrl2.ts";

const MOST_HYPOTHESES = 5000;
const COUNTS = [
  flow("switches", "switches", 0, Number.MAX_SAFE_INTEGER, "sum", "how often the policy that it follows was exchanged"),
];

const values = z.array(z.number().min(-1e9).max(1e9)).min(1).max(1000);

const classes = {
  models: z
    .looseObject({ id: z.string().describe("the family, such as continuing/ring") })
    .default({ id: "continuing/river-swim", advance: [0.05, 0.35, 0.5], far: [0.3, 1] })
    .describe(
      "the processes that the world may be: a family by its id, and its parameters, each a number or a list of them",
    ),
  values: z
    .strictObject({
      weights: z.array(values).min(1).max(20).describe("for each feature the weights that it may have"),
      gains: values.describe("what may be paid a step in the long run"),
      shifts: values
        .default([0])
        .describe("what may be added to all weights of a function that explains another's targets"),
      range: z.number().gt(0).max(1e9).describe("the widest gap between what two states are worth, sp(V*)"),
    })
    .optional()
    .describe("in the place of `models`, for a world that shows features: value functions that are linear in them"),
};

/** What may be believed, with the σ of a true hypothesis's discrepancies and the number of functions that explain. */
interface Believable {
  readonly hypotheses: HypothesisClass;
  readonly deviation: number;
  readonly size: number;
}

type ClassParameters = z.output<z.ZodObject<typeof classes>>;

/** A learner as an agent that counts its switches. */
function continuing<P>(
  entry: EntryAbout<P> & { make(parameters: P, seat: Seat, actions: number): (random: Random) => ContinuingLearner },
): BoundEntry<AgentPlan> {
  const { make } = entry;
  const plan = (parameters: P): AgentPlan =>
    Object.assign(
      (seat: Seat) => {
        const actions = actionsOf(seat.spec, entry.id);
        return continuingPlayer(make(parameters, seat, actions), seat.spec.observationSize);
      },
      { counts: COUNTS },
    );
  return bind({ ...entry, make: plan });
}

/** How many actions a world has that shows its state first; a UserError where it does not. */
function actionsOf({ choices, observation: [first] }: NumericSpec, id: string): number {
  if (choices !== undefined && first.name === "state" && first.size === 1) return choices;
  const what = `${id} chooses among actions by a state that it sees, and this world does not show one`;
  throw new UserError({ code: "no-state", what, hint: "continuing/river-swim does" });
}

const statesOf = ({ observation: [first] }: NumericSpec): number => first.high + 1;

/** The class that parameters describe, made once for all seeds. */
const believable = (parameters: ClassParameters, seat: Seat, actions: number): Believable =>
  seat.memo(`hypotheses ${JSON.stringify(parameters.values ?? parameters.models)}`, () =>
    parameters.values === undefined
      ? under(["models"], () => modelsOf(parameters.models, seat.spec, actions))
      : under(["values"], () => valuesOf(parameters.values, seat.spec, actions)),
  );

function modelsOf(given: ClassParameters["models"], spec: NumericSpec, actions: number): Believable {
  const { id, ...parameters } = given;
  const family: ProcessFamily = processFamily(id);
  const names = Object.keys(parameters);
  const lists = Object.values(parameters).map((value) => (Array.isArray(value) ? value : [value]));
  const rows = mixedRadix(lists.map((list) => list.length));
  if (rows.count > MOST_HYPOTHESES) throw tooMany(rows.count);
  const models = Array.from({ length: rows.count }, (_, row) => {
    const own = Object.fromEntries(rows.digits(row).map((digit, k) => [names[k], lists[k][digit]]));
    family.entry.complete(own);
    return family.process(own);
  });
  const [{ states, actions: own }] = models;
  if (states !== statesOf(spec) || own !== actions) {
    const what = `models with ${states} states and ${own} actions are none of a world with ${statesOf(spec)} and ${actions}`;
    throw new UserError({ code: "wrong-models", what, hint: "name the world's own family and size" });
  }
  const hypotheses = modelClass(models);
  return { hypotheses, deviation: stepDeviation(hypotheses, models), size: models.length };
}

function valuesOf(given: ClassParameters["values"], spec: NumericSpec, actions: number): Believable {
  if (given === undefined) throw new Error("no value functions are given");
  const { weights: lists, gains, shifts, range } = given;
  const from = fieldOffset(spec, "features");
  const width = (spec.observation.find(({ name }) => name === "features")?.size ?? 0) / actions;
  if (from === undefined || width !== lists.length) {
    const seen = from === undefined ? "shows none" : `shows ${width}`;
    const what = `weights of ${lists.length} features do not fit a world that ${seen}`;
    throw new UserError({ code: "wrong-features", what, path: ["weights"], hint: "continuing/linear shows features" });
  }
  const rows = mixedRadix(lists.map((list) => list.length));
  if (rows.count * gains.length > MOST_HYPOTHESES) throw tooMany(rows.count * gains.length);
  const weights = Array.from({ length: rows.count }, (_, row) => rows.digits(row).map((digit, k) => lists[k][digit]));
  const rivals = shifts.flatMap((shift) => weights.map((row) => row.map((weight) => weight + shift)));
  const hypotheses = valueClass({ actions, from, weights, gains, rivals });
  return { hypotheses, deviation: range / 2, size: rivals.length };
}

const tooMany = (count: number): UserError =>
  new UserError({ code: "too-large", what: `${count} hypotheses are more than ${MOST_HYPOTHESES}` });

const failure = z.number().gt(0).lt(1);

export const continuingLearners: readonly BoundEntry<AgentPlan>[] = [
  continuing({
    id: "continuing/loop",
    summary:
      "follows the most promising hypothesis that the data do not clearly refute, and exchanges it only when they do",
    source: "LOOP, He, Zhong & Yang, arXiv 2404.12648, ICLR 2024",
    parameters: z.strictObject({
      ...classes,
      failure: failure.default(0.01).describe("chance with which the truth may ever leave what is believed"),
      beta: z
        .number()
        .min(0)
        .max(1e9)
        .optional()
        .describe("β: excess losses up to it are believed; default by `failure`"),
      trigger: within(0, 1e6, 3).describe("how many β the followed one's excess must reach; 0 chooses at every step"),
      prefer: oneOf(["largest", "smallest"], "largest").describe(
        "which promise is followed; the smallest is a control",
      ),
    }),
    make(p, seat, actions) {
      const { hypotheses, deviation, size } = believable(p, seat, actions);
      const beta = p.beta ?? confidenceRadius(deviation, size, p.failure);
      return () => loop({ hypotheses, beta, trigger: p.trigger, prefer: p.prefer });
    },
  }),
  continuing({
    id: "continuing/best-fit",
    summary: "follows the hypothesis that explains the data best, without optimism (certainty equivalence)",
    parameters: z.strictObject({
      ...classes,
      explore: share(0).describe("chance of an action at random"),
      ties: oneOf(["first", "random"], "first").describe("which is taken of several that explain the data as well"),
    }),
    make(p, seat, actions) {
      const { hypotheses } = believable(p, seat, actions);
      return (random) => bestFit({ hypotheses, actions, explore: p.explore, ties: p.ties, random });
    },
  }),
  continuing({
    id: "continuing/ucrl2",
    summary: "plans in the best of all processes that counts of what was seen allow; for pay from 0 to 1",
    source: "UCRL2, Jaksch, Ortner & Auer (2010)",
    parameters: z.strictObject({ failure: failure.default(0.05).describe("δ: chance with which counts may mislead") }),
    make:
      (p, { spec }, actions) =>
      () =>
        ucrl2({ states: statesOf(spec), actions, failure: p.failure }),
  }),
];
