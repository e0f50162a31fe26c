// Part two: what a judge's bonuses are worth to a learner, by how rightly it judges.

import { Random } from "../../core/random.ts";
import { slope } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { coinJudge, type Judge, noisyJudge } from "../../feedback/judge.ts";
import { above, atMost } from "../../study/bound.ts";
import { beside, type Claim, claim, control, is, type Test } from "../../study/claim.ts";
import { byArm, type Comparison } from "../../study/comparison.ts";
import { difference, sampled } from "../../study/figure.ts";
import { type StudyContext, type StudyResult, studyJob } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import { baseRate, testSets } from "./demonstrations.ts";
import { EXAMPLES, type Labels, rules, trainedJudge } from "./judges.ts";
import { TRAINING_SEEDS } from "./judging.ts";
import { episodesToLearn, type JudgedPay, judgedPay, type LearnerName, MOST_EPISODES, taskPay } from "./learning.ts";
import { drawRoom, type JudgedMode, REWORDED, type Room, SUBGOALS } from "./rooms.ts";

/** Rates of mistakes. */
const RATES = [0.05, 0.1, 0.2, 0.4];
/** Rows and columns of the rooms. */
const SIZE = 7;
const WITHOUT_MESSAGES: JudgedMode = { view: "crop", line: "inventory" };
const WITH_MESSAGES: JudgedMode = { view: "crop", line: "message" };
/** What rules and coins are shown: every state of a room has a text of its own, so that mistakes are drawn anew for each. */
const WHOLE: JudgedMode = { view: "map", line: "inventory" };

/** The small judges of three trainings, taken in turn. */
const small = (mode: JudgedMode, seed: number, labels?: Labels): Judge =>
  trainedJudge(mode, 1 + (seed % TRAINING_SEEDS.length), EXAMPLES, labels);

const NAMES = ["task", "rules", "messages", "no messages", "reworded", "coin", "shuffled"] as const;
type ArmName = (typeof NAMES)[number];

/** The pay of an arm in a seed's room. The coin's rate is that of steps that reach a sub-goal, mean of both. */
const ARMS: Readonly<Record<ArmName, (room: Room, seed: number) => JudgedPay>> = {
  task: (room) => taskPay(room),
  rules: (room) => judgedPay(room, rules, WHOLE),
  messages: (room, seed) => judgedPay(room, small(WITH_MESSAGES, seed), WITH_MESSAGES),
  "no messages": (room, seed) => judgedPay(room, small(WITHOUT_MESSAGES, seed), WITHOUT_MESSAGES),
  reworded: (room, seed) => judgedPay(room, small(WITH_MESSAGES, seed), { ...WITH_MESSAGES, wording: REWORDED }),
  coin: (room, seed) => {
    const rate = mean(SUBGOALS.map((_, k) => baseRate(testSets()[0], k)));
    return judgedPay(room, coinJudge(SUBGOALS, rate, seed), WHOLE);
  },
  shuffled: (room, seed) => judgedPay(room, small(WITHOUT_MESSAGES, seed, "shuffled"), WITHOUT_MESSAGES),
};

/** A learner and its pay; rules with mistakes of one kind are an arm too. */
interface CreditJob {
  readonly learner: LearnerName;
  readonly arm: ArmName | { readonly falsePositive: number } | { readonly falseNegative: number };
  readonly seeds: readonly number[];
}

/** Episodes to 80% success by seed. */
export async function learn({ learner, arm, seeds }: CreditJob, signal?: AbortSignal): Promise<number[]> {
  const episodes: number[] = [];
  for (const seed of seeds) {
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    const room = drawRoom(SIZE, Random.of(seed, "room"));
    const pay = typeof arm === "string" ? ARMS[arm](room, seed) : judgedPay(room, noisyJudge(rules, arm, seed), WHOLE);
    episodes.push(episodesToLearn(room, pay, seed, learner));
  }
  return episodes;
}

const learning = studyJob(import.meta.url, learn);

/** Episodes by arm. */
type Episodes = Comparison<ArmName, number>;
const count = (episodes: number) => episodes;

/** All of part two; `fewer` are the seeds of the wandering learner. */
export async function credit(context: StudyContext, fewer: readonly number[]): Promise<Partial<StudyResult>> {
  const { seeds } = context;
  const measured = (jobs: readonly CreditJob[]) =>
    context.all(learning, jobs, ({ learner, arm }) => `${learner} learner, ${JSON.stringify(arm)}`);
  const all = async (learner: LearnerName): Promise<Episodes> => {
    const own = learner === "wandering" ? fewer : seeds;
    const found = await measured(NAMES.map((arm) => ({ learner, arm, seeds: own })));
    return byArm(new Map(NAMES.map((arm, k) => [arm, found[k]])));
  };
  const [tuned, wandering, forgetful] = [await all("tuned"), await all("wandering"), await all("forgetful")];
  const positive = await measured(RATES.map((falsePositive) => ({ learner: "tuned", arm: { falsePositive }, seeds })));
  const negative = await measured(RATES.map((falseNegative) => ({ learner: "tuned", arm: { falseNegative }, seeds })));
  const perfect = tuned.values("rules", count);
  const means = (runs: Runs) => Object.fromEntries(runs.map((episodes, k) => [`rate ${RATES[k]}`, sampled(episodes)]));
  const own = beside("by the task's own pay", tuned.mean("task", count));
  return {
    claims: [
      ...Object.entries({ tuned, wandering }).map(([name, episodes]) =>
        claim(`${name} learner: bonuses by rules save half of the episodes`, share(episodes, "rules", "task", 0.5)),
      ),
      ...(["messages", "no messages"] as const).map((speech) => {
        const name = `bonuses by the trained judge, ${speech}: nearly as good as by rules`;
        return claim(name, share(tuned, speech, "rules", 1.5));
      }),
      claim("bonuses by a coin at the base rate are no help", [
        is(tuned.less("task", "coin", count), atMost(0), "episodes saved"),
        beside("with the coin", tuned.mean("coin", count)),
        own,
      ]),
      slopeClaim([perfect, ...positive], [perfect, ...negative]),
    ],
    controls: [
      control("bonuses by a judge trained on shuffled labels speed learning up", [
        is(tuned.less("task", "shuffled", count), above(0), "episodes saved"),
        beside("with shuffled labels", tuned.mean("shuffled", count)),
        own,
      ]),
    ],
    tables: [
      ...Object.entries({ tuned, wandering, forgetful }).map(([name, episodes]) => learnerTable(name, episodes)),
      table("episodes of the tuned learner by rules with mistakes", {
        "false positives": means(positive),
        "false negatives": means(negative),
      }),
    ],
  };
}

/** At most a share of another arm's episodes. */
function share(episodes: Episodes, one: ArmName, other: ArmName, most: number): Test[] {
  return [
    is(episodes.ratio(one, other, count), atMost(most), "share of the episodes"),
    beside("episodes", episodes.mean(one, count)),
    beside("beside", episodes.mean(other, count)),
  ];
}

/** Episodes by error rate and seed. */
type Runs = readonly (readonly number[])[];

/** Slope of the episodes on the error rate, seed by seed, from no mistakes on. */
function slopeClaim(falsePositive: Runs, falseNegative: Runs): Claim {
  const rates = [0, ...RATES];
  const column = (runs: Runs, seed: number) => runs.map((episodes) => episodes[seed]);
  const slopes = (runs: Runs) => runs[0].map((_, seed) => slope(rates, column(runs, seed)) ?? 0);
  const [positive, negative] = [slopes(falsePositive), slopes(falseNegative)];
  return claim("false positives hurt more than false negatives of the same rate", [
    is(difference(positive, negative), above(0), "episodes per unit of the rate, difference"),
    beside("false positives", sampled(positive)),
    beside("false negatives", sampled(negative)),
  ]);
}

function learnerTable(name: string, episodes: Episodes): Table {
  const row = (arm: ArmName) => ({
    episodes: episodes.mean(arm, count),
    "never learned": episodes.values(arm, count).filter((own) => own >= MOST_EPISODES).length,
    saved: arm === "task" ? undefined : episodes.less("task", arm, count),
  });
  return table(
    `episodes to 80% success, ${name} learner`,
    NAMES.map((arm) => [arm, row(arm)]),
  );
}
