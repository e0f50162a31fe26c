// What a training is put together from: a method and callbacks by name, and whether their demands on the training are met.

import { z } from "zod";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { type Path, UserError, under } from "../../core/errors.ts";
import type { Registry } from "../../core/registry.ts";
import type { Reward, RewardPlan } from "../../core/reward.ts";
import type { CallbackPlan, NamedPlan, TrainerOptions } from "./callback.ts";
import type { GroupSizes } from "./stages.ts";
import type { TextMethodPlan } from "./text-method.ts";

/** Methods and callbacks by name, for `method` and `with`. */
export interface TextParts {
  readonly methods: Registry<TextMethodPlan>;
  readonly callbacks: Registry<CallbackPlan>;
}

export interface ChosenPart {
  readonly use: string;
  readonly [parameter: string]: unknown;
}

/** A part as it is declared: a name alone, or as `use` beside parameters. */
export type Declared = string | ChosenPart;

/** The fields of a trainer that name its parts; `usual` is the method where none is named, and what one without a name changes. */
export function partFields({ methods, callbacks }: TextParts, usual: ChosenPart) {
  const names = (registry: Registry<unknown>) => `${registry.ids().join(", ")}, or a file`;
  return {
    method: z
      .union([z.string(), z.looseObject({ use: z.string().default(usual.use) })])
      .default(Object.keys(usual).length === 1 ? usual.use : usual)
      .describe(`how answers become token credit, by name or { use: name, … }: ${names(methods)}`),
    with: z
      .array(z.union([z.string(), z.looseObject({ use: z.string() })]))
      .max(16)
      .default([])
      .describe(`callbacks that go along with the training, each by name or { use: name, … }: ${names(callbacks)}`),
  };
}

export type ChosenParts = ReturnType<typeof chosenParts>;

interface Placed {
  /** Where it is named among the trainer's parameters. */
  readonly path: Path;
}

/** The parts that parameters name. Throws a UserError for a name or a parameter that there is not. */
export function chosenParts(
  parts: TextParts,
  given: { readonly method: Declared; readonly with: readonly Declared[] },
  usual: ChosenPart,
) {
  const method = made(parts.methods, given.method, ["method"], usual);
  const callbacks = given.with.map((one, k) => made(parts.callbacks, one, ["with", k]));
  const twice = callbacks.findIndex(({ id }, k) => callbacks.findIndex((other) => other.id === id) < k);
  if (twice >= 0) {
    const what = `${callbacks[twice].id} goes along already`;
    throw new UserError({ code: "same-callback", what, path: ["with", twice], hint: "name it once" });
  }
  const first = callbacks.filter(({ plan }) => plan.replacesPay);
  return { method, callbacks: [...first, ...callbacks.filter(({ plan }) => !plan.replacesPay)] };
}

function made<Plan>(
  registry: Registry<Plan>,
  declared: Declared,
  path: Path,
  usual: Partial<ChosenPart> = {},
): NamedPlan<Plan> & Placed {
  const { use, ...own } = typeof declared === "string" ? { use: declared } : declared;
  const entry = registry.get(use, typeof declared === "string" ? path : [...path, "use"]);
  const { use: name, ...before } = usual;
  return { id: use, plan: entry.make(use === name ? { ...before, ...own } : own, path), path };
}

/** Throws a UserError where a part's demands on the trainer are not met; `stages` are the sizes of every stage. */
export function checkDemands(
  { method, callbacks }: ChosenParts,
  options: TrainerOptions,
  stages: readonly GroupSizes[],
): void {
  for (const { id, plan } of [method, ...callbacks]) {
    if (plan.freshAnswers !== undefined && options.tries > 1) {
      const what = `${plan.freshAnswers} is not kept while others are written in their place`;
      const hint = `${id} takes answers as they come, with tries: 1`;
      throw new UserError({ code: "bad-tries", what, path: ["tries"], hint });
    }
    if (plan.keepsState === true) checkOneSize(id, stages);
  }
  for (const sizes of stages) checkShare(method.plan, sizes, options.minibatches);
  under(method.path, () => method.plan.check?.(options));
  for (const { plan, path } of callbacks) under(path, () => plan.check?.({ options, method, callbacks }));
}

function checkOneSize(id: string, stages: readonly GroupSizes[]): void {
  const last = stages[stages.length - 1];
  const other = stages.findIndex(({ questions, answers }) => questions !== last.questions || answers !== last.answers);
  if (other < 0) return;
  throw new UserError({
    code: "bad-stage",
    what: `${id} goes on with what it remembers, from groups of one size`,
    path: ["stages", other],
    hint: "give all stages the same questions and answers",
  });
}

/** What is learnt from a question's answers must be whole, and so must a part of a pass, in rows that are not parted. */
function checkShare(plan: TextMethodPlan, { questions, answers }: GroupSizes, minibatches: number): void {
  const { learns = (all: number) => all, together = 1 } = plan;
  const each = learns(answers);
  if (!Number.isInteger(each)) {
    const what = `of ${answers} answers to a question ${each} would be learnt from`;
    throw new UserError({
      code: "bad-batch",
      what,
      path: ["answers"],
      hint: "choose a number of which the share is whole",
    });
  }
  const units = (questions * each) / together;
  if (units % minibatches === 0) return;
  const what = `${units} ${together === 1 ? "answers" : `groups of ${together} answers`} cannot be cut into ${minibatches} equal parts`;
  throw new UserError({ code: "bad-batch", what, path: ["minibatches"], hint: "choose a divisor" });
}

/** Throws a UserError where a world lacks what a part reads. */
export function checkSpecs({ method, callbacks }: ChosenParts, spec: NumericSpec): void {
  for (const { plan, path } of [method, ...callbacks]) under(path, () => plan.checkSpec?.(spec));
}

/** The same of what only the world itself tells. */
export function checkWorlds({ method, callbacks }: ChosenParts, { makeEnvironment }: TrainingContext): void {
  const world = makeEnvironment();
  for (const { plan, path } of [method, ...callbacks]) under(path, () => plan.checkWorld?.(world));
}

/** The terms of the reward that the method compares one by one, to be written down as the answers are; none where it reads the sum. */
export function termsOf({ method: { plan, path } }: ChosenParts, { parts }: Reward): readonly RewardPlan[] {
  const { terms } = plan;
  if (terms === undefined) return [];
  if (parts !== undefined && parts.length === terms) return parts;
  const actual = parts === undefined ? "is no sum" : `has ${parts.length}`;
  const what = `${terms} terms are to be compared, and the reward ${actual}`;
  throw new UserError({ code: "bad-terms", what, path, hint: "declare reward: { sum: [ … ] } with as many terms" });
}
