// Texts judged by a channel: what was written is judged as the world judged it, and what was not by asking the world again.

import { expect, test } from "vitest";
import { environments } from "../../../../test/fixtures/at-hand/environments.ts";
import { trainingContext } from "../../../../test/fixtures/training.ts";
import { imitated } from "../../../../test/fixtures/writers.ts";
import { UserError } from "../../../core/errors.ts";
import { Random } from "../../../core/random.ts";
import { charactersOf } from "../../../core/text.ts";
import { sortWorld } from "../../../environments/language/sort.ts";
import { transformer } from "../../../nn/models/transformer.ts";
import { textSampler } from "../completions.ts";
import { channelRule, ruleChannel } from "./channel-rule.ts";
import { submissionsOf } from "./labelled-texts.ts";

/** A batch of a writer that has imitated for a while: four questions, eight answers each. */
function batchIn(world: string, given: object, steps: number) {
  const context = trainingContext(() => environments.get(world).make(given), "rule");
  const { spec } = context;
  const alphabet = charactersOf(spec);
  const sizes = { vocabulary: alphabet.length, context: spec.observationSize, width: 16, layers: 1, heads: 2 };
  const model = transformer(sizes);
  const parameters = imitated(context, model, steps);
  const worlds = Array.from({ length: 32 }, context.makeEnvironment);
  const sampler = textSampler(context, model, parameters, { groups: 4, group: 8, worlds: (row) => worlds[row] });
  const random = Random.of(5, "batch");
  const texts = sampler.write(random);
  sampler.close();
  return { context, texts, random, submissions: submissionsOf(texts, worlds) };
}

test.each([
  ["language/sort", { digits: 1, asked: 0.5 }, "correct"],
  ["language/sort", { digits: 1, asked: 0.5 }, "plain"],
  // The world answers calls on the way, from a table that is hidden and drawn with the question.
  ["language/lookup", { fewestHops: 1, mostHops: 1 }, "usefulCalls"],
])("in %s %o, a text that is written once more is judged by %s as it was", (world, given, name) => {
  const { context, texts, random, submissions } = batchIn(world, given, 60);
  const rule = channelRule(context, name);
  const said = submissions.map((_, row) => rule.confirmed(texts, row));
  const again = submissions.map(({ completion }, row) => rule.wouldConfirm(completion, Math.floor(row / 8), random));
  expect(again).toEqual(said);
  expect(new Set(said).size).toBe(2);
});

test("a text that no model wrote is judged by the question that was asked", () => {
  const { context, random, submissions } = batchIn("language/sort", { digits: 2, asked: 0.5 }, 1);
  const [correct, plain] = ["correct", "plain"].map((name) => channelRule(context, name));
  for (const question of [0, 1, 2, 3]) {
    const { reference } = submissions[question * 8];
    const [one, other] = [...reference];
    for (const [completion, right, strict] of [
      [`${reference}$`, true, true],
      [`(${reference})$`, true, false],
      [reference, false, false],
      [`#${reference}$`, false, false],
      [`${one}${(Number(other) + 1) % 10}$`, false, false],
      ["", false, false],
    ] as const) {
      expect(correct.wouldConfirm(completion, question, random)).toBe(right);
      expect(plain.wouldConfirm(completion, question, random)).toBe(strict);
    }
  }
});

test("refuses a channel that is not there, with its place and the nearest name, and one without a maximum", () => {
  const context = trainingContext(() => sortWorld.make({}), "rule");
  const refused = (name: string) => {
    try {
      ruleChannel(context.spec, name, ["verifier", "pairs", "rule"]);
    } catch (error) {
      return error instanceof UserError ? error.problems[0] : error;
    }
    return undefined;
  };
  expect(refused("corect")).toMatchObject({
    path: ["verifier", "pairs", "rule"],
    hint: 'did you mean "correct"?',
  });
  const [first, ...others] = context.spec.channels;
  const endless = { ...context.spec, channels: [{ ...first, high: Number.POSITIVE_INFINITY }, ...others] };
  expect(() => channelRule({ ...context, spec: endless }, first.name)).toThrow("no maximum");
});
