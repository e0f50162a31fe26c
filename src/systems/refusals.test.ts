// What methods, callbacks and learners of systems refuse, and in what words: all of them in one table.

import { algorithms } from "../../test/fixtures/at-hand/algorithms.ts";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { tinyTextWorld } from "../../test/fixtures/tiny-text-world.ts";
import { trainingContext, wholeTraining } from "../../test/fixtures/training.ts";
import { words } from "../../test/fixtures/words.ts";
import { paidBy } from "../../test/fixtures/writers.ts";

const SIZES = { width: 8, layers: 1, heads: 1 };
const small = { updates: 1, questions: 2, answers: 4, model: SIZES, sft: { steps: 0 } };

const contextOf = (id: string, given: object = {}) =>
  trainingContext(() => environments.get(id).make(given), "refused");
const sort = paidBy(contextOf("language/sort", { digits: 1 }), "correct");
const cart = contextOf("control/cart-pole");
const auction = contextOf("markets/auction");
const desk = contextOf("tools/ticket-desk");
const chain = contextOf("language/chain", { maps: 1, room: 2 });

const make = (id: string, given: object) => algorithms.get(id).make(given);
const train = (id: string, given: object, context = sort) =>
  wholeTraining(make(id, { ...small, ...given }).train(context));
/** GRPO with a callback, only checked against a world, or trained in it. */
const checked = (use: string, fields: object) => make("grpo", { with: [{ use, ...fields }] }).check(sort.spec);
const along = (use: string, fields: object = {}, more: object = {}, context = sort) =>
  train("grpo", { with: [{ use, ...fields }], ...more }, context);
/** A verifier that studies for so many steps in worlds that show one answer, or none. */
const studied = (steps: number, answer?: string) => {
  const texts = answer === undefined ? {} : { answer: () => answer };
  const loud = { ...sort, makeEnvironment: () => ({ ...sort.makeEnvironment(), texts }) };
  return along("cooper", { model: SIZES, study: { texts: 8, steps } }, {}, loud);
};
/** The end of a training whose verifier has this size, as a start. */
const startedWith = (size: typeof SIZES) => {
  const { checkpoints } = along("swe-rm", { model: size, study: { texts: 8, steps: 1 } }, { updates: 0 });
  return { ...sort, start: checkpoints[checkpoints.length - 1] };
};
const playing = (fields: object, { spec } = chain, more: object = { sft: { steps: 0 } }) =>
  make("grpo", { with: [{ use: "dual-play", ...fields }], ...more }).check(spec);

const rows: Readonly<Record<string, () => unknown>> = {
  "matchtir: a world without references": () => train("matchtir", {}),
  "matchtir: batches that are searched": () => make("matchtir", { tries: 2 }),
  "negative-aware: pay that is neither right nor wrong": () => train("negative-aware", {}, paidBy(sort, "characters")),
  "turn-group-policy: a world without an answer": () => train("turn-group-policy", {}, chain),
  "turn-group-policy: batches that are searched": () => train("turn-group-policy", { tries: 2 }),
  "turn-group-policy: a joint comparison with others": () =>
    train("turn-group-policy", { method: { compared: "joint" }, baseline: "others" }),
  "shopping-agent: an unknown length": () => train("shopping-agent", { method: { length: "finishd" } }),
  "shopping-agent: an odd number of answers": () => train("shopping-agent", { answers: 3 }),
  "shopping-agent: parts that do not divide half of them": () => train("shopping-agent", { minibatches: 8 }),
  "verl-rank: the method matchtir": () => along("verl-rank", {}, { method: "matchtir" }),
  "verl-rank: the method turn-group-policy": () => along("verl-rank", {}, { method: "turn-group-policy" }),
  "verl-rank: the method negative-aware": () => along("verl-rank", {}, { method: "negative-aware" }),
  "verl-rank: the method shopping-agent": () => along("verl-rank", {}, { method: "shopping-agent" }),
  "effective-rank: batches that are searched": () => along("effective-rank", {}, { tries: 2 }),
  "revisor: a world without a second question": () => along("revisor"),
  "cooper: batches that are searched": () => along("cooper", {}, { tries: 2 }),
  "cooper: a method that compares terms": () => along("cooper", {}, { method: "separate-advantages" }),
  "cooper: a method that pays for calls": () => along("cooper", {}, { method: "matchtir" }),
  "cooper: heads that do not divide the width": () => along("cooper", { model: { width: 8, heads: 3 } }),
  "cooper: labels of no channel": () => checked("cooper", { labels: { channel: "corect" } }),
  "cooper: a rule of no channel": () => checked("cooper", { pairs: { rule: "finishd" } }),
  "cooper: a sign that cannot be written": () => checked("cooper", { labels: { loophole: { text: "Ä" } } }),
  "cooper: a mark that cannot be written": () => checked("cooper", { pairs: { mark: { text: "§" } } }),
  "cooper: a world that shows no answer": () => studied(25),
  // Both in the study and in the first batch where there is none.
  "cooper: the answer 12345678, 0 steps": () => studied(0, "12345678"),
  "cooper: the answer 12345678, 25 steps": () => studied(25, "12345678"),
  "cooper: the answer É, 0 steps": () => studied(0, "É"),
  "cooper: the answer É, 25 steps": () => studied(25, "É"),
  "swe-rm: a method that pays for calls": () => along("swe-rm", {}, { method: "matchtir" }),
  "swe-rm: tests of no channel": () => checked("swe-rm", { tests: { channel: "corect" } }),
  "swe-rm: a start whose verifier has another size": () =>
    along("swe-rm", { model: SIZES, study: { steps: 0 } }, {}, startedWith({ ...SIZES, width: 16 })),
  "spark: no such channel": () => along("spark", { channel: "corect" }),
  "spark: a world that does not say what is right": () => along("spark", {}, {}, chain),
  "spark: other characters": () => along("spark", { channel: "payoff" }, {}, trainingContext(tinyTextWorld, "tiny")),
  "spark: a method that watches": () => along("spark", {}, { method: "matchtir" }),
  "spark: batches that are searched": () => along("spark", {}, { tries: 2 }),
  "spark: callbacks around the method": () => make("grpo", { with: ["verl-rank", "spark"] }),
  "dual-play: a solver with other characters": () => playing({}, trainingContext(tinyTextWorld, "tiny")),
  "dual-play: a proposer that does not write": () => playing({ knowledge: { id: "control/cart-pole" } }),
  "dual-play: an unknown world": () => playing({ knowledge: { id: "language/proposre" } }),
  "dual-play: a world's parameter": () => playing({ knowledge: { id: "language/proposer", maps: 0 } }),
  "dual-play: one question": () => playing({}, chain, { questions: 1 }),
  "dual-play: a method that watches": () => playing({}, chain, { method: "matchtir" }),
  "dual-play: batches that are searched": () => playing({}, chain, { tries: 2 }),
  "behavior-alignment: a reward without parts": () => make("behavior-alignment", {}).train(cart),
  "topocurate: a world without a few choices": () => make("topocurate", {}).check(auction.spec),
  "topocurate: an unknown oracle": () => make("topocurate", { from: "novize" }).check(desk.spec),
  "topocurate: an oracle that does not say its chances": () => make("topocurate", { from: "expert" }).check(desk.spec),
  "topocurate: more practice than there are beginnings": () =>
    make("topocurate", { tasks: 30, tries: 1, practise: { updates: 1 } })
      .train(desk)
      .update(),
};

words("refusals-of-systems", Object.entries(rows));
