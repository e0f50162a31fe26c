import { expect, test } from "vitest";
import { Random } from "../../../core/random.ts";
import { ALPHABET } from "../../../environments/language/alphabet.ts";
import { labelTrainer, pairTrainer, rightness, type SubmissionPair, type Verifier, verifier } from "./verifier.ts";

const SIZES = { width: 8, layers: 1, heads: 2, longest: 10 };

function drawn(bound: number, seed = 1): Verifier {
  const judge = verifier(ALPHABET, { ...SIZES, bound });
  judge.model.initialise(judge.parameters, Random.of(seed, "verifier"));
  // Far enough from nothing that scores differ.
  for (let k = 0; k < judge.parameters.flat.length; k++) judge.parameters.flat[k] *= 1.5;
  return judge;
}

const text = (reference: string, completion: string) => ({ reference, completion });
const pairs: readonly SubmissionPair[] = [
  { better: text("12", "12$"), worse: text("12", "17#$") },
  { better: text("47", "47$"), worse: text("47", "(74)$") },
  { better: text("05", "05$"), worse: text("05", "#$") },
];
const softplus = (x: number) => Math.log1p(Math.exp(x));

/** What the loss of pairs is by the scores, each held on the side where it belongs. */
function pairLoss(judge: Verifier, bound: number): number {
  const wide = verifier(ALPHABET, { ...SIZES, bound: 1e6 }, judge.parameters);
  const better = wide.scores(pairs.map((pair) => pair.better));
  const worse = wide.scores(pairs.map((pair) => pair.worse));
  wide.close();
  const each = pairs.map((_, k) => softplus(Math.max(worse[k], -bound) - Math.min(better[k], bound)));
  return each.reduce((a, b) => a + b, 0) / pairs.length;
}

test("reads REF|ANSWER= and refuses what it cannot read", () => {
  const judge = drawn(4);
  expect([...judge.read(text("12", "12$"))].map((k) => ALPHABET[k]).join("")).toBe("12|12$=");
  expect(() => judge.read(text("12", "Ä"))).toThrow("alphabet");
  expect(() => judge.read(text("1234567", "1234567"))).toThrow("longer");
  judge.close();
});

test("scores any number of texts alike, wherever they stand in a batch, within its bound", () => {
  const judge = drawn(4);
  const many = Array.from({ length: 130 }, (_, k) => text(String(k % 10), `${k % 7}$`));
  const all = judge.scores(many);
  expect(all[64]).toBe(judge.scores([many[64]])[0]);
  expect(new Set(all).size).toBeGreaterThan(20);
  const narrow = verifier(ALPHABET, { ...SIZES, bound: 0.01 }, judge.parameters);
  expect(Math.max(...narrow.scores(many).map(Math.abs))).toBe(0.01);
  expect(rightness(0)).toBe(0.5);
  narrow.close();
  judge.close();
});

test.each([100, 0.05])("descends the likelihood of pairs, by differences of the loss, bound %s", (bound) => {
  const judge = drawn(bound);
  const { flat } = judge.parameters;
  const before = flat.slice();
  const trainer = pairTrainer(judge, 4, 1e-3);
  const measures = trainer.step(pairs);
  expect(measures?.loss).toBeCloseTo(pairLoss({ ...judge, parameters: cloned(judge, before) }, bound), 5);
  // The first moment of Adam has the gradient's direction, whether it was clipped or not.
  const direction = trainer.state.slice(0, flat.length);
  const length = Math.sqrt(direction.reduce((sum, x) => sum + x * x, 0));
  const along = (by: number) => {
    const moved = before.map((x, k) => x + (by * direction[k]) / length);
    return pairLoss({ ...judge, parameters: cloned(judge, moved) }, bound);
  };
  const slope = (along(0.01) - along(-0.01)) / 0.02;
  expect(slope / (measures?.gradientNorm ?? 0)).toBeCloseTo(1, 2);
  trainer.close();
  judge.close();
});

test("is left alone by nothing, and by pairs that lie beyond the bound on their own sides", () => {
  const judge = drawn(1e-6);
  const trainer = pairTrainer(judge, 4, 1e-3);
  const before = judge.parameters.flat.slice();
  expect(trainer.step([])).toBeUndefined();
  const texts = Array.from({ length: 20 }, (_, k) => text("12", `${k}$`));
  const scores = judge.scores(texts);
  const [above, below] = [1, -1].map((sign) => texts[scores.findIndex((score) => sign * score > 0)]);
  expect(trainer.step([{ better: above, worse: below }])?.agreement).toBe(1);
  expect(judge.parameters.flat).toEqual(before);
  trainer.step([{ better: below, worse: above }]);
  expect(judge.parameters.flat).not.toEqual(before);
  trainer.close();
  judge.close();
});

test("learns from labels which of two references a text agrees with", () => {
  const judge = verifier(ALPHABET, { width: 16, layers: 1, heads: 2, longest: 4, bound: 4 });
  judge.model.initialise(judge.parameters, Random.of(1, "verifier"));
  const trainer = labelTrainer(judge, 32, 1e-2);
  const random = Random.of(2, "labels");
  const draw = () => {
    const [a, b] = [random.integer(3), random.uniform() < 0.5 ? -1 : random.integer(3)];
    const said = b < 0 ? a : b;
    return { reference: String(a), completion: `${said}$`, right: a === said };
  };
  for (let step = 0; step < 300; step++) trainer.step(Array.from({ length: 32 }, draw));
  const same = judge.scores([0, 1, 2].map((k) => text(String(k), `${k}$`)));
  const other = judge.scores([0, 1, 2].map((k) => text(String(k), `${(k + 1) % 3}$`)));
  expect(Math.min(...same)).toBeGreaterThan(1);
  expect(Math.max(...other)).toBeLessThan(-1);
  trainer.close();
  judge.close();
});

test("learns from pairs to prefer, and a hack that it believed in falls back through the bound", () => {
  const judge = drawn(1);
  const labels = labelTrainer(judge, 8, 1e-2);
  const hack = { ...text("12", "#9$"), right: true };
  for (let step = 0; step < 60; step++) labels.step([hack, { ...text("12", "12$"), right: true }]);
  expect(judge.scores([hack])[0]).toBe(1);
  const trainer = pairTrainer(judge, 1, 1e-2);
  for (let step = 0; step < 60; step++) trainer.step([{ better: text("12", "12$"), worse: hack }]);
  const [right, wrong] = judge.scores([text("12", "12$"), hack]);
  expect([right, wrong]).toEqual([expect.closeTo(1, 1), expect.closeTo(-1, 1)]);
  labels.close();
  trainer.close();
  judge.close();
});

function cloned(judge: Verifier, flat: Float32Array): Verifier["parameters"] {
  const copy = judge.parameters.clone();
  copy.flat.set(flat);
  return copy;
}
