import { expect, test } from "vitest";
import { PLAIN_CREDIT, SMALL_GROUPS } from "../../../test/fixtures/small-groups.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { freshWeights } from "../../../test/fixtures/writers.ts";
import { Random } from "../../core/random.ts";
import { charactersOf } from "../../core/text.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { corruptCharacter, corruptedPairs } from "./contrast-pairs.ts";
import { type JudgedTexts, judgedWriter, type TextJudge } from "./judged-writer.ts";
import { pairTrainer, rightness, type Submission, verifier } from "./verifier.ts";

const world = () => sortWorld.make({ digits: 1 });
const context = trainingContext(world, "judged");
const alphabet = charactersOf(context.spec);
const SIZES = { width: 8, layers: 1, heads: 1 };
const model = transformer({ vocabulary: alphabet.length, context: context.spec.observationSize, ...SIZES });
const options = { ...SMALL_GROUPS, ...PLAIN_CREDIT };
const fresh = () => ({ model, parameters: freshWeights(model) });
// Untrained writers are hardly ever right: here the rule confirms any text that begins in the first half of the alphabet.
const rule = ({ completion }: Submission) => alphabet.indexOf(completion[0]) % 2 === 1;
const corrupt = (text: string, random: Random) =>
  `${alphabet[2 + 2 * random.integer(5)]}${corruptCharacter(alphabet)(text, random).slice(1)}`;

/** Three updates of a writer and of its verifier, which learns at `rate`, or has nothing to learn with. */
function trained(rate: number | undefined) {
  const judge = verifier(alphabet, { ...SIZES, longest: 8, bound: 4 });
  judge.model.initialise(judge.parameters, Random.of(1, "verifier"));
  const trainer = rate === undefined ? undefined : pairTrainer(judge, 4, rate);
  const pairs: number[] = [];
  const payer: TextJudge = {
    pay: ({ submissions }) => judge.scores(submissions).map(rightness),
    learn({ submissions, texts: { group } }, random) {
      const made = corruptedPairs(submissions, group, { rule, corrupt, each: 2, retries: 3 }, random);
      pairs.push(made.length);
      trainer?.step(made);
    },
  };
  const { parameters } = judgedWriter(context, fresh(), payer, { updates: 3, options });
  trainer?.close();
  judge.close();
  return { writer: parameters.flat, judge: judge.parameters.flat, pairs };
}

test("a writer is paid what the judge says, with the last character, and the judge reads the world's answer", () => {
  const seen: Submission[] = [];
  const payer: TextJudge = {
    pay({ submissions }) {
      seen.push(...submissions);
      return Float64Array.from(submissions, ({ completion }) => completion.length);
    },
  };
  let watched: { readonly judged: JudgedTexts; readonly paid: Float64Array } | undefined;
  const watch = (judged: JudgedTexts, paid: Float64Array) => (watched = { judged, paid });
  judgedWriter(context, fresh(), payer, { updates: 1, options, watch });
  if (watched === undefined) throw new Error("nothing was written");
  const { texts, submissions } = watched.judged;
  const { paid } = watched;
  expect(seen).toEqual(submissions);
  for (let row = 0; row < texts.rows; row++) {
    const places = [...texts.pay.subarray(row * texts.context, (row + 1) * texts.context)];
    const last = places.findLastIndex((pay) => pay !== 0);
    expect(places.filter((pay) => pay !== 0)).toEqual([paid[row]]);
    expect(texts.written.lastIndexOf(1, (row + 1) * texts.context - 1)).toBe(row * texts.context + last);
    const question = [...texts.tokens.subarray(row * texts.context, row * texts.context + 3)];
    expect(submissions[row].reference).toBe(alphabet[question[1]]);
  }
});

test("a writer whose judge learns at rate 0 is one with a fixed judge, to the bit", () => {
  const [fixed, still, learns] = [undefined, 0, 1e-2].map(trained);
  expect(still.pairs).toEqual(learns.pairs.map((_, k) => (k === 0 ? learns.pairs[0] : still.pairs[k])));
  expect(still.pairs.reduce((a, b) => a + b)).toBeGreaterThan(0);
  expect(new Int32Array(still.writer.buffer)).toEqual(new Int32Array(fixed.writer.buffer));
  expect(new Int32Array(still.judge.buffer)).toEqual(new Int32Array(fixed.judge.buffer));
  expect(learns.writer).not.toEqual(fixed.writer);
  expect(learns.judge).not.toEqual(fixed.judge);
});

test("a writer needs a world that shows its answer", () => {
  const silent = trainingContext(() => ({ ...world(), texts: {} }), "silent");
  const payer: TextJudge = { pay: () => new Float64Array(0) };
  expect(() => judgedWriter(silent, fresh(), payer, { updates: 1, options })).toThrow("shows no answer");
});
