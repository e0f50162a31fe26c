// What documents count, and one round of critique summed over all questions, memories and critiques: what rules come to, what the best rule
// for known judges earns, and what it loses to others.

import { describe, expect, test } from "vitest";
import { meanSums } from "../../../test/fixtures/played-world.ts";
import { oracle as seatedOracle } from "../../../test/fixtures/seats.ts";
import { episodeTree, type Start } from "../../algorithms/tabular/episode-tree.ts";
import { Random } from "../../core/random.ts";
import { judgedAnswer } from "./judged-answer.ts";
import {
  afterSearch,
  CONFIDENCE,
  CREDIBLE,
  type Documents,
  evidenceOf,
  MOST_DOCUMENTS,
  VALUES,
} from "./judged-facts.ts";

const INTENTS = ["constructive", "hypercritical", "malicious"] as const;
const KNOWLEDGE = ["none", "parametric", "grounded"] as const;
type Intent = (typeof INTENTS)[number];
type Knowledge = (typeof KNOWLEDGE)[number];
const [ACCURACY, RECALLED, CONTESTED, COST] = [0.9, 0.7, 0.5, 0.1];
const [KEEP, SWITCH, LOOK_UP] = [0, 1, 2];

test("documents count by how many there are where they are right; a search moves the unsure", () => {
  const ODDS = 27;
  expect(evidenceOf([1, 0])).toBeCloseTo(Math.log((ODDS * 0.7) / 0.5), 12);
  expect(evidenceOf([1, 2])).toBeCloseTo(Math.log((ODDS * 0.7) / 0.5) + 2 * Math.log((ODDS * 0.3) / 0.5), 12);
  expect([0.5, 0.9].map((confidence) => afterSearch(1, confidence, 2, true))).toEqual([2, 1]);
  expect([0.5, 0.9].map((confidence) => afterSearch(1, confidence, 2, false))).toEqual([2, 1]);
  expect(afterSearch(1, 0.5, 1, false)).toBe(1);
});

/** Answers by their part; which numbers they are does not matter. */
const [TRUTH, RIVAL, MISTAKE, SECOND, FANCY] = [0, 1, 2, 3, 4];
const NONE = VALUES;

function sides(most: number, credible: number) {
  return Array.from({ length: most }, (_, k) => k + 1).flatMap((n) =>
    Array.from({ length: n + 1 }, (_, k) => ({
      chance: (choose(n, k) * credible ** k * (1 - credible) ** (n - k)) / most,
      documents: [k, n - k] as Documents,
    })),
  );
}
const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);

const RIGHT_SIDES = sides(MOST_DOCUMENTS.right, CREDIBLE.right);
const FALSE_SIDES = [
  { chance: 1 - CONTESTED, documents: [0, 0] as Documents },
  ...sides(MOST_DOCUMENTS.false, CREDIBLE.false).map(({ chance, documents }) => ({
    chance: chance * CONTESTED,
    documents,
  })),
];

/** What a critique may be: its kind, what it proposes, and the agent's second thought. */
interface Made {
  readonly chance: number;
  readonly kind: number;
  readonly proposes: number;
  readonly second: number;
}

function critiques(own: number, knowledge: Knowledge, right: Documents, wrong: Documents): Made[] {
  const second = { chance: 1, kind: 1, proposes: NONE, second: SECOND };
  const template =
    own === TRUTH
      ? [second]
      : [
          { ...second, chance: 1 / (VALUES - 1), second: TRUTH },
          { ...second, chance: 1 - 1 / (VALUES - 1) },
        ];
  if (knowledge === "none") return template;
  if (knowledge === "parametric") {
    const chance = own === TRUTH ? 0 : RECALLED + (1 - RECALLED) / (VALUES - 1) ** 2;
    return [
      { ...second, chance, kind: 2, proposes: TRUTH },
      { ...second, chance: 1 - chance, kind: 2, proposes: FANCY },
    ];
  }
  const [honest, other] = [own === TRUTH ? 0 : evidenceOf(right), own === RIVAL ? 0 : evidenceOf(wrong)];
  if (honest === 0 && other === 0) return template;
  const share = honest === other ? 0.5 : honest > other ? 1 : 0;
  return [
    { ...second, chance: share, kind: 3, proposes: TRUTH },
    { ...second, chance: 1 - share, kind: 3, proposes: RIVAL },
  ];
}

/** Every first critique of a judge, with the document that a search would find. */
function* startsOf(intent: Intent, knowledge: Knowledge): Generator<Start> {
  for (const { chance: a, documents: right } of RIGHT_SIDES)
    for (const { chance: b, documents: wrong } of FALSE_SIDES)
      for (const [confidence, p] of CONFIDENCE.entries())
        for (const own of [TRUTH, RIVAL, MISTAKE]) {
          const miss = (1 - p) / (VALUES - 1);
          const c = own === TRUTH ? p : own === RIVAL ? miss : miss * (VALUES - 2);
          const speaks = { constructive: own === TRUTH ? 1 - ACCURACY : ACCURACY, hypercritical: 1, malicious: 0 };
          const spoken = intent === "malicious" && own === TRUTH ? 1 : speaks[intent];
          const silent = { chance: 1 - spoken, kind: 0, proposes: NONE, second: SECOND };
          const said = critiques(own, knowledge, right, wrong);
          const all = [...right, ...wrong];
          const total = all.reduce((sum, count) => sum + count, 0);
          for (const one of [silent, ...said.map((made) => ({ ...made, chance: made.chance * spoken }))])
            for (const [k, count] of all.entries()) {
              const weight = ((a * b * c) / CONFIDENCE.length) * one.chance * (count / total);
              if (weight === 0) continue;
              const documents = new Float64Array(2 * VALUES);
              documents.set(all);
              const search = [k < 2 ? TRUTH : RIVAL, 1 - (k % 2)];
              const memory = [own, one.second, confidence];
              const critique = [one.kind, one.proposes, 0];
              yield { weight, parts: { fact: [TRUTH, RIVAL], documents, memory, answer: [own], critique, search } };
            }
        }
}

const CHANNELS = ["right", "searches", "misled", "corrected", "criticised"];
const JUDGES = INTENTS.flatMap((intent) => KNOWLEDGE.map((knowledge) => ({ intent, knowledge })));
const starts = JUDGES.map(({ intent, knowledge }) => [...startsOf(intent, knowledge)]);
const judgeOf = starts.flatMap((all, judge) => all.map(() => judge));
const tree = episodeTree(judgedAnswer.make({}), starts.flat(), { channels: CHANNELS });

/** Sums of a channel's values under a judge, times their chance, by what is seen and done: [contexts × choices]. */
function sumsOf(judge: number, channel: string): Float64Array {
  const { roots, child, context, contexts, choices, weights, end, scores } = tree;
  const sums = new Float64Array(choices * contexts);
  for (const [start, weight] of weights.entries()) {
    if (judgeOf[start] !== judge) continue;
    const root = roots[start];
    for (let a = 0; a < choices; a++)
      sums[choices * context[root] + a] += weight * scores[channel][end[child[root] + a]];
  }
  return sums;
}

/** The sum where one choice is made in each context. */
const under = (sums: Float64Array, rule: (context: number) => number): number => {
  let total = 0;
  for (let context = 0; context < tree.contexts; context++) total += sums[tree.choices * context + rule(context)];
  return total;
};
const always = (choice: number) => () => choice;

/** Right answers less 0.1 for each search, on average over judges. */
function earningsOf(judges: readonly number[]): Float64Array {
  const earnings = new Float64Array(tree.choices * tree.contexts);
  for (const judge of judges) {
    const [right, searches] = [sumsOf(judge, "right"), sumsOf(judge, "searches")];
    for (let at = 0; at < earnings.length; at++) earnings[at] += (right[at] - COST * searches[at]) / judges.length;
  }
  return earnings;
}

/** The rule by Bayes: in each context the choice that earns most under these judges. */
function bestRule(judges: readonly number[]): (context: number) => number {
  const earnings = earningsOf(judges);
  return (context) => largest(earnings.subarray(tree.choices * context, tree.choices * (context + 1)));
}
const largest = (row: Float64Array): number => row.indexOf(Math.max(...row));

/** Means of channels over drawn episodes in which an oracle plays. */
function played(parameters: object, oracle: string, episodes: number): Readonly<Record<string, number>> {
  const world = judgedAnswer.make(parameters);
  return meanSums(world, [seatedOracle(world, oracle)], episodes, (k) => Random.of(k, "judged answers"));
}

const ORACLES = ["stubborn", "trusting", "careful"];
const judgesOf = (intent: Intent) => JUDGES.flatMap((one, judge) => (one.intent === intent ? [judge] : []));
const A = CONFIDENCE.reduce((sum, p) => sum + p / CONFIDENCE.length, 0);

describe("one round of critique", () => {
  test("is drawn as the exact sums say, for every judge and oracle", () => {
    for (const [judge, { intent, knowledge }] of JUDGES.entries()) {
      for (const [choice, oracle] of ORACLES.entries()) {
        const drawn = played({ intents: [intent], knowledge: [knowledge] }, oracle, 8000);
        for (const channel of CHANNELS) {
          const off = Math.abs(drawn[channel] - under(sumsOf(judge, channel), always(choice)));
          expect(off, `${intent}, ${knowledge}, ${oracle}: ${channel}`).toBeLessThan(0.02);
        }
      }
    }
  });

  test("leaves a(1 − c·f_c) + (1 − a)·w·f_w·ρ of answers right, where each critique is followed: f_c = f_w = 1", () => {
    for (const [judge, { intent }] of JUDGES.entries()) {
      const [c, w] = { constructive: [1 - ACCURACY, ACCURACY], hypercritical: [1, 1], malicious: [1, 0] }[intent];
      const sum = (channel: string) => under(sumsOf(judge, channel), always(SWITCH));
      expect(sum("misled")).toBeCloseTo(A * c, 12);
      expect(sum("right")).toBeCloseTo(A * (1 - c) + sum("corrected"), 12);
      expect(sum("criticised")).toBeCloseTo(A * c + (1 - A) * w, 12);
      expect(sum("corrected")).toBeLessThanOrEqual((1 - A) * w + 1e-12);
      expect(under(sumsOf(judge, "right"), always(KEEP))).toBeCloseTo(A, 12);
    }
  });

  test("earns most by the rule of Bayes for helpful judges, which deceivers with documents turn against it", () => {
    const helpful = earningsOf(judgesOf("constructive"));
    const helped = bestRule(judgesOf("constructive"));
    for (const choice of [KEEP, SWITCH, LOOK_UP])
      expect(under(helpful, helped)).toBeGreaterThan(under(helpful, always(choice)) + 0.01);
    const deceivers = judgesOf("malicious");
    // One that knows that a deceiver speaks keeps what is right.
    expect(under(earningsOf(deceivers), bestRule(deceivers))).toBeCloseTo(A, 12);
    const [template, , documents] = deceivers.map((judge) => under(sumsOf(judge, "right"), helped));
    expect(documents).toBeLessThan(template - 0.1);
    expect(template).toBeLessThan(A);
  });
});

describe("over several rounds", () => {
  const hypercritical = { intents: ["hypercritical"], knowledge: ["grounded"], contested: 1 };

  test("one that follows every critique goes to and fro; with an account it sees what was said before", () => {
    const { changes, criticised, unsettled } = played({ ...hypercritical, rounds: 6 }, "trusting", 500);
    expect(changes).toBeCloseTo(6, 9);
    expect(criticised).toBeCloseTo(6, 9);
    expect(unsettled).toBeCloseTo(1, 9);
    const world = judgedAnswer.make({ ...hypercritical, rounds: 6, account: true });
    const [outcomes, seen] = [new Float64Array(7), new Float32Array(world.spec.observationSize)];
    world.reset(Random.of(3, "account"), outcomes);
    const views = [];
    for (let round = 0; round < 4; round++) {
      world.observe(seen);
      views.push([...seen.slice(4)]);
      world.step(Float64Array.of(SWITCH), outcomes, Random.of(round, "later"));
    }
    const { documents, answer } = world.state.views;
    expect(views[0]).toEqual([0, 0, 0, 0]);
    // After a change the documents of the answer that stands are known.
    for (const [, , credible, doubtful] of views.slice(1)) expect(credible + doubtful).toBeGreaterThan(0);
    expect([views[1][0], views[3][1]]).toEqual([1, 1]);
    expect(documents[2 * answer[0]] + documents[2 * answer[0] + 1]).toBeGreaterThan(0);
  });

  test("an answer that is not criticised is final", () => {
    const { criticised, changes, right, unsettled } = played({ intents: ["silent"], rounds: 6 }, "trusting", 4000);
    expect([criticised, changes, unsettled]).toEqual([0, 0, 0]);
    expect(Math.abs(right - A)).toBeLessThan(0.03);
  });
});
