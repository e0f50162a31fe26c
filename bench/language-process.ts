// A process that times one language model: gradient steps, and tokens that it writes. Started by language.ts, beside the peer's.

import { dpo } from "../src/algorithms/preference/pair-losses.ts";
import { emptyRollouts } from "../src/algorithms/text/completions.ts";
import { fillCredit } from "../src/algorithms/text/group-learner.ts";
import { fillTextTables, pairObjective, textTables } from "../src/algorithms/text/raised-texts.ts";
import { everyText } from "../src/algorithms/text/text-batch.ts";
import { scorer } from "../src/algorithms/text/text-player.ts";
import { imitationLoss, tokenLoss } from "../src/algorithms/text/token-loss.ts";
import { Random } from "../src/core/random.ts";
import { median } from "../src/evaluation/statistics/moments.ts";
import { withThreads } from "../src/nn/kernels/thread-pool.ts";
import { tokenChooser } from "../src/nn/models/token-choice.ts";
import { transformer } from "../src/nn/models/transformer.ts";
import { adam } from "../src/nn/optimiser.ts";
import { Parameters } from "../src/nn/parameters.ts";
import { CONTEXT, type LanguageOrder, type LanguageOutcome, TEXTS, VOCABULARY } from "./language-task.ts";

const task: LanguageOrder = JSON.parse(process.argv[2]);
const random = Random.of(1, "bench");
const model = transformer({ vocabulary: VOCABULARY, context: CONTEXT, ...task });
const parameters = new Parameters(model.shapes);
model.initialise(parameters, random.stream("weights"));

await withThreads(task.threads, async () => {
  const outcome: LanguageOutcome = { step: gradientStep(), pairs: pairStep(), token: token() };
  console.log(JSON.stringify(outcome));
});

/** Median seconds of a step on random texts. */
function gradientStep(): number {
  const loss = imitationLoss(model, parameters, TEXTS);
  const optimiser = adam(parameters.flat.length, { rate: 1e-4, clip: 1 });
  const [texts, next, shares] = loss.data;
  shares.fill(1 / shares.length);
  const times: number[] = [];
  for (let step = -2; step < task.steps; step++) {
    texts.fill(0);
    next.fill(0);
    for (let row = 0; row < TEXTS * CONTEXT; row++) {
      texts[row * VOCABULARY + random.integer(VOCABULARY)] = 1;
      next[row * VOCABULARY + random.integer(VOCABULARY)] = 1;
    }
    const start = performance.now();
    loss.run();
    optimiser.step(parameters.flat, loss.gradient);
    if (step >= 0) times.push((performance.now() - start) / 1000);
  }
  loss.close();
  return median(times);
}

/** Median seconds of a step of DPO on random texts, all of whose tokens but the first are an answer's. */
function pairStep(): number {
  const options = { divergence: 0, entropy: 0 };
  const loss = tokenLoss(model, parameters, TEXTS, [pairObjective(dpo(0.1).loss.cost, CONTEXT)], options);
  const score = scorer(model, parameters.clone(), TEXTS);
  const optimiser = adam(parameters.flat.length, { rate: 1e-4, clip: 1 });
  const texts = emptyRollouts(TEXTS, 2, CONTEXT, 1);
  const every = everyText(TEXTS);
  const tables = textTables(TEXTS, CONTEXT);
  texts.written.fill(1);
  for (let row = 0; row < TEXTS; row++) texts.written[row * CONTEXT] = 0;
  const { anchor } = dpo(0.1);
  const times: number[] = [];
  for (let step = -2; step < task.steps; step++) {
    for (let place = 0; place < texts.tokens.length; place++) texts.tokens[place] = random.integer(VOCABULARY);
    const start = performance.now();
    fillTextTables(tables, texts, { anchor, perCharacter: false }, score(texts.tokens), 1 / TEXTS);
    const { counts, anchors, shares } = tables;
    fillCredit(loss, model, texts, [{ tables: [counts, anchors], shares }], every);
    loss.run();
    optimiser.step(parameters.flat, loss.gradient);
    if (step >= 0) times.push((performance.now() - start) / 1000);
  }
  loss.close();
  score.close();
  return median(times);
}

/** Median seconds of a token, over texts of the whole context, each token drawn from what the model says. */
function token(): number {
  const reader = model.reader(parameters, TEXTS);
  const choose = tokenChooser(VOCABULARY);
  const next = new Int32Array(TEXTS);
  const times: number[] = [];
  for (let pass = -1; pass < task.passes; pass++) {
    const start = performance.now();
    reader.refresh();
    next.fill(1);
    for (let place = 0; place < CONTEXT; place++) {
      reader.read(next);
      for (let row = 0; row < TEXTS; row++) next[row] = choose(reader.logits, row, random).token;
    }
    if (pass >= 0) times.push((performance.now() - start) / 1000 / TEXTS / CONTEXT);
  }
  reader.close();
  return median(times);
}
