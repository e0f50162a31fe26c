// Tools called by reflex, and what cures it: a price of each call in the sum of pay, or economy compared among right answers
// alone, with an advantage of its own.

import { atLeast, atMost } from "../../study/bound.ts";
import { claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import type { Study, StudyContext, StudyResult } from "../../study/study.ts";
import { ARMS, type Conduct, conductPart, PRICES, WEIGHTS } from "./arms.ts";

export const metacognitiveTools: Study = {
  id: "metacognitive-tools",
  title: "Decoupled advantages: right first, then few calls",
  source: "arXiv 2604.08545 and its released code, Accio-Lab/Metis",
  claim:
    "A price of calls inside one reward is lost in the variance of accuracy or stops useful calls; economy compared only among the right answers to a question, with an advantage of its own, stops the useless calls and keeps the useful ones.",
  claimed:
    "tool calls from 98% to 2% of queries at higher accuracy (Qwen3-VL-8B); weights of 0.10, 0.15 and 0.20 tried",
  seeds: { first: 101, short: 3, full: 8 },
  notDone: [
    "The curriculum by the share of questions with two right answers: here it is the share of answers whose economy is compared, which falls as calls vanish.",
    "A start at which few questions are answered rightly.",
  ],
  run,
};

const UPDATES = 100;
const [APART, PRICED] = [WEIGHTS.map((weight) => `apart ${weight}`), PRICES.map((price) => `price ${price}`)];
const [, ...LARGE] = APART;

async function run(context: StudyContext): Promise<StudyResult> {
  const jobs = context.seeds.map((seed) => ({ seed, updates: UPDATES, arms: ARMS }));
  const found = await context.all(conductPart, jobs, ({ seed }) => `${ARMS.length} ways of paying, seed ${seed}`);
  const arms = comparison<string, Conduct>(found);
  const worst = (names: readonly string[]) => arms.best(names, ({ hardRight }) => -hardRight);
  const [apart, priced] = [worst(APART), worst(PRICED)];
  return {
    claims: [
      ...LARGE.map((arm) =>
        claim(`economy ${arm}: hard questions right, calls in easy ones`, [
          is(arms.mean(arm, "hardRight"), atLeast(0.45), "right"),
          is(arms.mean(arm, "easyCalls"), atMost(0.2), "calls"),
        ]),
      ),
      claim(
        "a price in the sum: hard questions right at some price",
        PRICED.map((arm) => is(arms.mean(arm, "hardRight"), atMost(0.1), arm)),
        { needs: "any" },
      ),
      claim(
        "fewest hard questions right, economy apart less a price in the sum",
        is(arms.less(apart, priced, "hardRight"), atLeast(0.3), `${apart} less ${priced}`),
      ),
      claim("accuracy alone: calls in easy questions", is(arms.mean("plain", "easyCalls"), atLeast(0.6))),
      claim(
        "right first, then few calls: updates by which easy calls fall later than economy finds answers to compare",
        LARGE.map((arm) => is(arms.mean(arm, "lag"), atLeast(0), arm)),
      ),
    ],
    controls: [
      control(
        "economy is paid to wrong answers too, weight 1.5: calls in hard questions stay at 0.5 or more",
        is(arms.mean("economy of all", "hardCalls"), atLeast(0.5)),
      ),
    ],
    tables: [
      arms.table(`after ${UPDATES} updates`, ["warm", ...ARMS], {
        "easy right": "easyRight",
        "easy calls": "easyCalls",
        "hard right": "hardRight",
        "hard calls": "hardCalls",
      }),
    ],
  };
}
