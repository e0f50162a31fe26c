import { describe, expect, it } from "vitest";
import { tableLanguageModel } from "../../../test/fixtures/table-language-model.ts";
import { CONTEXT, TINY, tinyTextWorld } from "../../../test/fixtures/tiny-text-world.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { Random } from "../../core/random.ts";
import { Parameters } from "../../nn/parameters.ts";
import { dpo, inpo, ipo, ktoLoss, meanPairLoss, simpo } from "../preference/pair-losses.ts";
import { textSampler } from "./completions.ts";
import { pairedRows, pairMethod } from "./contrastive.ts";
import { totalPay } from "./group-advantage.ts";
import { groupLearner } from "./group-learner.ts";
import { desirableMethod } from "./kahneman-tversky.ts";
import { raisedWhenWritten } from "./raised-texts.ts";
import type { TextMethod } from "./text-method.ts";
import { scorer } from "./text-player.ts";
import { objectiveAt } from "./token-objective.ts";

const model = tableLanguageModel(TINY.length, CONTEXT);
const context = trainingContext(() => tinyTextWorld("a"), "contrastive");
const SIZES = { rows: 16, group: 8, context: CONTEXT, longest: 2 };

function drawn(seed: number): Parameters {
  const parameters = new Parameters(model.shapes);
  const random = Random.of(seed, "table");
  for (let k = 0; k < parameters.flat.length; k++) parameters.flat[k] = random.normal();
  return parameters;
}

/** Texts that a policy wrote, with what another thinks of them. */
function written() {
  const [policy, reference] = [drawn(1), drawn(2)];
  const sampler = textSampler(context, model, policy, { groups: 2, group: 8, temperature: 1 });
  const texts = sampler.write(Random.of(3, "texts"));
  sampler.close();
  const score = scorer(model, reference, SIZES.rows);
  const thought = score(texts.tokens).slice();
  score.close();
  return { texts, thought };
}

/** Objective and slopes of a lesson at `moved`, in the lesson's order. */
function lessonAt(method: TextMethod, moved: (row: number, place: number) => number) {
  const { texts, thought } = written();
  const lesson = method.teach(texts, thought);
  if (lesson === undefined) throw new Error("nothing was taught");
  const rows = lesson.rows ?? Int32Array.from({ length: SIZES.rows }, (_, k) => k);
  const gather = (table: ArrayLike<number>) =>
    Float64Array.from(
      { length: rows.length * CONTEXT },
      (_, k) => table[rows[Math.floor(k / CONTEXT)] * CONTEXT + (k % CONTEXT)],
    );
  const [{ tables, shares }] = lesson.credit;
  const at = Float64Array.from({ length: rows.length * CONTEXT }, (_, k) =>
    moved(rows[Math.floor(k / CONTEXT)], k % CONTEXT),
  );
  const own = gather(shares);
  const { gain, slopes } = objectiveAt(method.objectives[0], at, tables.map(gather), own);
  return { texts, thought, rows, value: gain.reduce((sum, one, k) => sum + one * own[k], 0), slopes };
}

/** How far every character has moved since it was written. */
const MOVED = (row: number, place: number) => 0.1 * Math.sin(3 * row + place);

describe("pairs of own answers", () => {
  it("are the best paid and the worst paid of each question, or all from both ends; those paid alike tell nothing", () => {
    const pay = Float64Array.of(0, 2, 1, 3, 5, 5, 5, 5);
    expect(pairedRows(pay, 4, "extremes")).toEqual({ rows: Int32Array.of(3, 0, 4, 7), decided: Uint8Array.of(1, 0) });
    expect(pairedRows(pay, 4, "all").rows).toEqual(Int32Array.of(3, 0, 1, 2, 4, 7, 5, 6));
  });

  it.each([
    ["dpo", dpo(0.7)],
    ["dpo with smoothing", dpo(0.7, "reference", 0.1)],
    ["ipo", ipo(0.3)],
    ["simpo", simpo(2, 0.5)],
    ["inpo", inpo(0.5, 0.2)],
  ])("%s has the loss and the slopes of its equation", (_, equation) => {
    const { texts, thought, rows, value, slopes } = lessonAt(pairMethod(equation, "all", SIZES), MOVED);
    const decided = pairedRows(totalPay(texts), SIZES.group, "all").decided;
    const kept = Array.from(decided.keys()).filter((pair) => decided[pair] === 1);
    expect(kept.length).toBeGreaterThan(3);
    const column = (first: number, of: (row: number, place: number) => number) =>
      kept.map((pair) => {
        const row = rows[2 * pair + first];
        let sum = 0;
        for (let place = 0; place < CONTEXT; place++)
          if (texts.written[row * CONTEXT + place] === 1) sum += of(row, place);
        return sum;
      });
    const both = (of: (row: number, place: number) => number) => ({ winners: column(0, of), losers: column(1, of) });
    const own = (row: number, place: number) => texts.logProbabilities[row * CONTEXT + place];
    const gradients = { winners: new Float64Array(kept.length), losers: new Float64Array(kept.length) };
    const frozen = {
      reference: both((row, place) => thought[row * CONTEXT + place]),
      previous: both(own),
      lengths: both(() => 1),
    };
    const loss = meanPairLoss(
      equation,
      both((row, place) => own(row, place) + MOVED(row, place)),
      frozen,
      gradients,
    );
    // Pairs that tell nothing have a margin of 0.
    const share = (decided.length - kept.length) / kept.length;
    expect(value).toBeCloseTo(-loss - share * equation.loss.loss(0), 5);
    for (const [k, pair] of kept.entries()) {
      for (const [first, slopesOf] of [gradients.winners, gradients.losers].entries()) {
        const at = 2 * pair + first;
        for (let place = 0; place < CONTEXT; place++) {
          const wanted = texts.written[rows[at] * CONTEXT + place] === 1 ? -slopesOf[k] : 0;
          expect(slopes[at * CONTEXT + place]).toBeCloseTo(wanted, 5);
        }
      }
    }
  });

  it("teach nothing where all were paid the same", () => {
    const { texts, thought } = written();
    texts.pay.fill(0);
    expect(pairMethod(dpo(0.1), "extremes", SIZES).teach(texts, thought)).toBeUndefined();
  });

  it("raise the better answer in a model that is a table, and are not parted by minibatches", () => {
    const parameters = drawn(1);
    const reference = parameters.clone();
    const method = pairMethod(dpo(0.5), "all", SIZES);
    const options = {
      questions: 2,
      answers: 8,
      rate: 0.05,
      rise: 1,
      epochs: 2,
      minibatches: 4,
      temperature: 1,
      tries: 1,
    };
    const learner = groupLearner(
      context,
      model,
      parameters,
      method,
      { ...options, divergence: 0, entropy: 0 },
      { reference },
    );
    const pays = Array.from({ length: 60 }, (_, k) => {
      const { rollouts } = learner.update(Random.of(5, "update", k));
      return totalPay(rollouts).reduce((a, b) => a + b, 0) / SIZES.rows;
    });
    learner.close();
    const mean = (from: number) => pays.slice(from, from + 10).reduce((a, b) => a + b, 0) / 10;
    // Pays lie from −0.5 to 1.
    expect(mean(50)).toBeGreaterThan(mean(0) + 0.3);
  });
});

describe("answers without a partner", () => {
  it("have the loss of KTO's equation", () => {
    const options = { beta: 0.6, desirable: 1.5, undesirable: 0.5 };
    const above = 0.35;
    const { texts, thought, value } = lessonAt(desirableMethod(options, above, SIZES), MOVED);
    const raised = raisedWhenWritten(texts, thought);
    const divergence = Math.max(0, raised.reduce((a, b) => a + b, 0) / SIZES.rows);
    let wanted = 0;
    for (const [row, pay] of totalPay(texts).entries()) {
      let moved = raised[row];
      for (let place = 0; place < CONTEXT; place++)
        if (texts.written[row * CONTEXT + place] === 1) moved += MOVED(row, place);
      const isDesirable = pay > above;
      const weight = isDesirable ? options.desirable : options.undesirable;
      wanted += (weight - ktoLoss(options, isDesirable, moved, divergence).loss) / SIZES.rows;
    }
    expect(value).toBeCloseTo(wanted, 5);
  });
});
