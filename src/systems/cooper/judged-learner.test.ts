import { describe, expect, test } from "vitest";
import { PLAIN_CREDIT, SMALL_GROUPS } from "../../../test/fixtures/small-groups.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { Random } from "../../core/random.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { Parameters } from "../../nn/parameters.ts";
import { corruptCharacter, corruptedPairs } from "./contrast-pairs.ts";
import { judgedLearner, type TextJudge, verifierJudge } from "./judged-learner.ts";
import { pairTrainer, type Submission, verifier } from "./verifier.ts";

const world = () => sortWorld.make({ digits: 1 });
const context = trainingContext(world, "judged");
const alphabet = context.spec.alphabet ?? [];
const model = transformer({
  vocabulary: alphabet.length,
  context: context.spec.observationSize,
  width: 8,
  layers: 1,
  heads: 1,
});
const options = SMALL_GROUPS;
const method = () =>
  groupMethod(PLAIN_CREDIT, { rows: 8, group: 4, context: model.context, longest: context.spec.horizon });
// Untrained writers are hardly ever right: here the rule confirms whatever begins in the first half of the alphabet.
const rule = ({ completion }: Submission) => alphabet.indexOf(completion[0]) % 2 === 1;
const corrupt = (text: string, random: Random) =>
  `${alphabet[2 + 2 * random.integer(5)]}${corruptCharacter(alphabet)(text, random).slice(1)}`;

/** Three updates of a writer and of its verifier, which learns at `rate`, or has nothing to learn with. */
function trained(rate: number | undefined) {
  const own = new Parameters(model.shapes);
  model.initialise(own, Random.of(1, "writer"));
  const judge = verifier(alphabet, { width: 8, layers: 1, heads: 1, longest: 8, bound: 4 });
  judge.model.initialise(judge.parameters, Random.of(1, "verifier"));
  const trainer = rate === undefined ? undefined : pairTrainer(judge, 4, rate);
  const payer = verifierJudge(judge, trainer, ({ submissions, texts: { group } }, random) =>
    corruptedPairs(submissions, group, { rule, corrupt, each: 2, retries: 3 }, random),
  );
  const learner = judgedLearner(context, model, own, method(), options, payer);
  const pairs: number[] = [];
  for (let update = 0; update < 3; update++) {
    pairs.push(learner.update(Random.of(update, "update")).judge.pairs ?? 0);
  }
  learner.close();
  trainer?.close();
  judge.close();
  return { writer: own.flat, judge: judge.parameters.flat, pairs };
}

describe("a writer that is paid by a judge", () => {
  test("is paid what the judge says, with the last character, and the judge reads the world's answer", () => {
    const own = new Parameters(model.shapes);
    model.initialise(own, Random.of(1, "writer"));
    const seen: Submission[] = [];
    const payer: TextJudge = {
      pay({ submissions }) {
        seen.push(...submissions);
        return Float64Array.from(submissions, ({ completion }) => completion.length);
      },
    };
    const learner = judgedLearner(context, model, own, method(), options, payer);
    const { texts, paid, submissions } = learner.update(Random.of(1, "update"));
    learner.close();
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

  test("whose judge learns at rate 0 is one with a fixed judge, to the bit", () => {
    const [fixed, still, learns] = [undefined, 0, 1e-2].map(trained);
    expect(still.pairs).toEqual(learns.pairs.map((_, k) => (k === 0 ? learns.pairs[0] : still.pairs[k])));
    expect(still.pairs.reduce((a, b) => a + b)).toBeGreaterThan(0);
    expect(new Int32Array(still.writer.buffer)).toEqual(new Int32Array(fixed.writer.buffer));
    expect(new Int32Array(still.judge.buffer)).toEqual(new Int32Array(fixed.judge.buffer));
    expect(learns.writer).not.toEqual(fixed.writer);
    expect(learns.judge).not.toEqual(fixed.judge);
  });

  test("needs a world that shows its answer, and answers as they come", () => {
    const own = new Parameters(model.shapes);
    const payer: TextJudge = { pay: ({ submissions }) => new Float64Array(submissions.length) };
    expect(() => judgedLearner(context, model, own, method(), { ...options, tries: 2 }, payer)).toThrow("as they come");
    const silent = trainingContext(() => ({ ...world(), texts: {} }), "silent");
    const learner = judgedLearner(silent, model, own, method(), options, payer);
    expect(() => learner.update(Random.of(1))).toThrow("shows no answer");
    learner.close();
  });
});
