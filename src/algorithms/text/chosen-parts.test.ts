// Methods and callbacks of one's own in a training: that their demands are checked with their place, in which order callbacks act,
// and that what they keep goes on after a stop.

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SMALL_TRAINING } from "../../../test/fixtures/grpo.ts";
import { problemOf } from "../../../test/fixtures/outcomes.ts";
import { expectResumes, trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { UserError } from "../../core/errors.ts";
import { Registry } from "../../core/registry.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { type Callback, type CallbackPlan, defineCallback } from "./callback.ts";
import { addPay, payTexts } from "./group-advantage.ts";
import { groupMethod, groupRelative } from "./group-relative.ts";
import { grpo } from "./grpo.ts";
import { defineTextMethod, type TextMethodPlan } from "./text-method.ts";

const context = () => trainingContext(() => sortWorld.make({ digits: 2 }), "own parts");

/** The trainer with a method `own` and callbacks by name. */
function trainer(demands: Partial<TextMethodPlan>, callbacks: Readonly<Record<string, CallbackPlan>> = {}) {
  const own = defineTextMethod({
    id: "own",
    summary: "as group-relative, with demands",
    parameters: z.strictObject({ level: z.number().default(1) }),
    make: ({ level }) => ({
      make: ({ options, sizes }) => groupMethod(options, sizes),
      check() {
        if (level < 0) throw new UserError({ code: "bad-level", what: "a level is below 0", path: ["level"] });
      },
      ...demands,
    }),
  });
  return grpo({
    methods: new Registry("text method", [groupRelative.entry, own.entry]),
    callbacks: new Registry(
      "callback",
      Object.entries(callbacks).map(([id, plan]) => defineCallback({ id, summary: id, make: () => plan }).entry),
    ),
  });
}

describe("a method's demands", () => {
  const refused = (demands: Partial<TextMethodPlan>, given: object) =>
    problemOf(() => trainer(demands).make({ ...SMALL_TRAINING, method: "own", ...given }));

  it.each<[string, Partial<TextMethodPlan>, object, object]>([
    ["fresh answers", { freshAnswers: "what was seen" }, { tries: 2 }, { code: "bad-tries", path: ["tries"] }],
    ["one size", { keepsState: true }, { stages: [{ updates: 1, answers: 2 }] }, { path: ["stages", 0] }],
    [
      "a whole share of answers",
      { learns: (answers: number) => answers / 2 },
      { answers: 3 },
      { code: "bad-batch", path: ["answers"] },
    ],
    [
      "a share that can be cut",
      { learns: (answers: number) => answers / 2 },
      { minibatches: 8 },
      { code: "bad-batch", path: ["minibatches"] },
    ],
    ["its own", {}, { method: { use: "own", level: -1 } }, { code: "bad-level", path: ["method", "level"] }],
    ["its parameters", {}, { method: { use: "own", levl: 1 } }, { code: "unknown-key", path: ["method", "levl"] }],
  ])("are checked before any work: %s", (_, demands, given, problem) => {
    expect(refused(demands, given)).toMatchObject(problem);
  });

  it("are met by other settings", () => {
    const all = { freshAnswers: "what was seen", keepsState: true, learns: (answers: number) => answers / 2 };
    expect(() => trainer(all).make({ ...SMALL_TRAINING, method: "own", stages: [{ updates: 1 }] })).not.toThrow();
  });

  it("of a world are told with their place", () => {
    const unfit = () => {
      throw new UserError({ code: "bad-world", what: "no" });
    };
    const { spec } = context();
    const check = (demands: Partial<TextMethodPlan>) => trainer(demands).make({ ...SMALL_TRAINING, method: "own" });
    expect(problemOf(() => check({ checkSpec: unfit }).check(spec))).toMatchObject({ path: ["method"] });
    expect(problemOf(() => check({ checkWorld: unfit }).train(context()))).toMatchObject({ path: ["method"] });
    expect(problemOf(() => check({ terms: 2 }).train(context()))).toMatchObject({ code: "bad-terms" });
  });

  it("with a state must be declared", () => {
    const state = { own: new Float32Array(1) };
    const plan = trainer({ make: ({ options, sizes }) => ({ ...groupMethod(options, sizes), state }) });
    expect(() => plan.make({ ...SMALL_TRAINING, method: "own" }).train(context())).toThrow("does not say keepsState");
  });
});

describe("callbacks", () => {
  /** Pays `amount` for each text beside the rest, or in its place, and measures the pay that it left behind. */
  function payer(name: string, amount: number, replacesPay: boolean): CallbackPlan {
    return {
      replacesPay,
      make(): Callback {
        let left = 0;
        return {
          later(texts) {
            const amounts = Array.from({ length: texts.rows }, () => amount);
            if (replacesPay) payTexts(texts, amounts);
            else addPay(texts, amounts);
            left = texts.pay.reduce((sum, pay) => sum + pay, 0) / texts.rows;
          },
          after: () => ({ [name]: left }),
          close() {},
        };
      },
    };
  }

  it("that pay in the place of the reward come before those that add to it", () => {
    const both = trainer({}, { beside: payer("beside", 2, false), instead: payer("instead", 5, true) });
    const training = both.make({ ...SMALL_TRAINING, with: ["beside", "instead"] }).train(context());
    const [{ measures }] = trainToEnd(training).slice(3);
    training.close();
    expect(measures).toMatchObject({ instead: 5, beside: 7, pay: 7 });
  });

  it("go on after a stop with what they kept, and practise the questions that a phase before the pay has chosen", () => {
    const counting: CallbackPlan = {
      before: () => ({
        updates: 1,
        update: () => ({ written: 0, measures: { chosen: 1 } }),
        save: () => [],
        restore() {},
        starts: () => [4],
        close() {},
      }),
      make() {
        const count = new Float32Array(1);
        return {
          after() {
            count[0] += 1;
            return { count: count[0] };
          },
          save: () => [{ name: "count", shape: [1], data: count.slice() }],
          restore: (tensors) => count.set(tensors.get("count") ?? []),
          close() {},
        };
      },
    };
    const plan = trainer({}, { counting }).make({
      ...SMALL_TRAINING,
      with: ["counting"],
      stages: [{ updates: 2 }],
      updates: 3,
    });
    const { reports } = expectResumes((from) => plan.train(context(), from));
    expect(reports.map(({ measures }) => measures.count ?? measures.chosen ?? 0)).toEqual([0, 0, 0, 1, 1, 2, 3, 4, 5]);
    const questions = reports.flatMap(({ texts = [] }) =>
      texts.map(({ characters, turns }) => characters.filter((_, k) => turns[k] < 0).join("")),
    );
    expect(new Set(questions).size).toBe(1);
  });
});
