// What ratings by judges show of the agents: claims with their bounds, equations, controls and tables.

import { reordered } from "../../core/games.ts";
import { Random } from "../../core/random.ts";
import { trueSkillRating } from "../../evaluation/ratings/game-ratings.ts";
import { expectedGain } from "../../evaluation/ratings/next-pair.ts";
import type { Skills } from "../../evaluation/ratings/skill.ts";
import { matchQuality, trueSkillGame } from "../../evaluation/ratings/trueskill.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { above, atLeast } from "../../study/bound.ts";
import { beside, type Claim, claim, control, equation, identity, is } from "../../study/claim.ts";
import { difference, meanShare, sampled } from "../../study/figure.ts";
import { largestGap, matching } from "../../study/matching.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { AGENTS } from "./agents.ts";
import { asked, type JudgingJob, LOOKS, TERMS, type YardJudging } from "./judging.ts";
import { TASK_NAMES, type YardTask } from "./tasks.ts";

const skillsOf = (...players: readonly (readonly [mean: number, deviation: number])[]): Skills => ({
  mean: Float64Array.from(players, ([one]) => one),
  deviation: Float64Array.from(players, ([, one]) => one),
});
const NEW = [25, 25 / 3] as const;

/** Numbers of the released code and of TrueSkill's formulas. */
export function knownNumbers(): Claim[] {
  const gain = (...two: readonly (readonly [number, number])[]) => expectedGain(skillsOf(...two), 0, 1, TERMS);
  const after = (two: readonly (readonly [number, number])[], places: readonly number[], terms: object = {}) => {
    const skills = skillsOf(...two);
    const teams = places.map((place, k) => ({ players: [k], place }));
    trueSkillGame(skills, teams, { ...TERMS, ...terms });
    return [...skills.mean, ...skills.deviation];
  };
  const labels = ["mean 1", "mean 2", "deviation 1", "deviation 2"];
  const game = (name: string, found: readonly number[], known: readonly number[]) =>
    equation(`TrueSkill: ${name}`, matching(labels, found, known, 1e-6));
  return [
    equation(
      "the expected gains of comparing two agents, as the released code computes them",
      matching(
        ["two new", "(30, 4) and (20, 4)", "(25, 4) twice", "new and (25, 2)"],
        [gain(NEW, NEW), gain([30, 4], [20, 4]), gain([25, 4], [25, 4]), gain(NEW, [25, 2])],
        [36.0287584, 2.8259377, 5.0226208, 29.14717],
        1e-6,
      ),
    ),
    game("a win among new ones", after([NEW, NEW], [1, 2]), [29.395832, 20.604168, 7.171476, 7.171476]),
    game("a draw", after([NEW, NEW], [1, 1]), [25, 25, 6.457516, 6.457516]),
    game(
      "a win where draws are frequent",
      after([NEW, NEW], [1, 2], { draw: 0.5 }),
      [30.267097, 19.732903, 7.076921, 7.076921],
    ),
    game(
      "(20, 4) beats (30, 3)",
      after(
        [
          [20, 4],
          [30, 3],
        ],
        [1, 2],
      ),
      [23.8218, 27.849512, 3.521367, 2.804447],
    ),
    equation(
      "TrueSkill: quality of a match of new ones",
      matching(["quality"], [matchQuality(skillsOf(NEW, NEW), 0, 1, TERMS.beta)], [0.447214], 1e-6),
    ),
    ...replays(),
  ];
}

/** Answers that are rated again, and a judge that is banned. */
function replays(): Claim[] {
  const values = [0, 0.3, 0.6, 1];
  const episodes = values.map((value) => [[value], [value / 2]]);
  const value = (left: readonly number[]) => left[0];
  const { games, skills } = asked({
    episodes,
    value,
    pairing: "random",
    answers: 400,
    random: Random.of(901, "replay"),
  });
  const rating = trueSkillRating.make(TERMS);
  if (rating.reads !== "games") throw new Error("TrueSkill reads games");
  const numbers = ({ ratings, deviations }: ReturnType<typeof rating.rate>) => [...ratings, ...(deviations ?? [])];
  const banned = 7;
  const kept = Array.from(games.unit.keys()).filter((game) => games.unit[game] !== banned);
  const without = rating.rate(reordered(games, kept));
  const weights = Float64Array.from({ length: games.units }, (_, judge) => (judge === banned ? 0 : 1));
  return [
    identity(
      "answers that are rated again give the same ratings",
      largestGap(numbers(rating.rate(games)), [...skills.mean, ...skills.deviation]),
      0,
    ),
    identity(
      "without a judge, ratings are as if it had never answered",
      largestGap(numbers(rating.rate(games, weights)), numbers(without)),
      0,
    ),
  ];
}

/** Judgings that share a training seed and a number, one for each task. */
interface Round {
  readonly seed: number;
  readonly judging: number;
  readonly tasks: Readonly<Record<YardTask, YardJudging>>;
}

function roundsOf(jobs: readonly JudgingJob[], found: readonly YardJudging[]): Round[] {
  const rounds = new Map<string, { seed: number; judging: number; tasks: Partial<Record<YardTask, YardJudging>> }>();
  for (const [k, { task, seed, judging }] of jobs.entries()) {
    const key = `${seed}/${judging}`;
    const round = rounds.get(key) ?? { seed, judging, tasks: {} };
    round.tasks[task] = found[k];
    rounds.set(key, round);
  }
  return [...rounds.values()].flatMap(({ seed, judging, tasks: { cave, waterfall, pen, house } }) =>
    cave && waterfall && pen && house ? [{ seed, judging, tasks: { cave, waterfall, pen, house } }] : [],
  );
}

type Standings = YardJudging["standings"];

const isOrdered = (standings: Standings): boolean => {
  const ratings = ["demonstrator", "preference learner", "cloning", "random"].map((name) => standings[name].mean);
  return ratings.every((rating, k) => k === 0 || rating < ratings[k - 1]);
};
/** Deviations that the preference learner is above the proxy optimiser. */
const gapOf = (standings: Standings): number => {
  const [learner, proxy] = [standings["preference learner"], standings["proxy optimiser"]];
  return (learner.mean - proxy.mean) / Math.hypot(learner.deviation, proxy.deviation);
};
const isFirstOnProxy = (standings: Standings): boolean =>
  AGENTS.every((name) => name === "proxy optimiser" || standings[name].proxy < standings["proxy optimiser"].proxy);
const leads = (standings: Standings): boolean => standings["preference learner"].mean > standings.cloning.mean;
/** The largest distance of an agent from the mean of all, in its own deviations. */
const standout = (standings: Standings): number => {
  const middle = mean(Object.values(standings).map((one) => one.mean));
  return Math.max(...Object.values(standings).map((one) => Math.abs(one.mean - middle) / one.deviation));
};

const FOUR: readonly [number, number] = [0, TASK_NAMES.length];
const AGREEMENT: readonly [number, number] = [-1, 1];

/** All that judges' answers show. */
export function judgedClaims(jobs: readonly JudgingJob[], found: readonly YardJudging[]): StudyResult {
  const rounds = roundsOf(jobs, found);
  const seeds = [...new Set(rounds.map(({ seed }) => seed))];
  /** Tasks of four, the mean over judgings, for each training. */
  const tasks = (holds: (one: YardJudging) => boolean) =>
    sampled(
      seeds.map((seed) =>
        mean(
          rounds.filter((round) => round.seed === seed).map((round) => Object.values(round.tasks).filter(holds).length),
        ),
      ),
      0.95,
      FOUR,
    );
  /** A number of each judging, the mean over tasks. */
  const byJudging = (read: (one: YardJudging) => number) =>
    rounds.map((round) => mean(Object.values(round.tasks).map(read)));
  const agreement = (read: (one: YardJudging) => number) => sampled(byJudging(read), 0.95, AGREEMENT);
  const at = (answers: (typeof LOOKS)[number]) => LOOKS.indexOf(answers);
  const gain = (answers: (typeof LOOKS)[number]) =>
    difference(
      byJudging(({ active }) => active[at(answers)]),
      byJudging(({ random }) => random[at(answers)]),
      0.95,
      AGREEMENT,
    );
  const ordered = claim(
    "TrueSkill puts the demonstrator before the preference learner, the clone and chance: tasks of four",
    is(
      tasks(({ standings }) => isOrdered(standings)),
      atLeast(3),
    ),
  );
  const leading = claim(
    "the preference learner is rated above the clone that it began as: tasks of four",
    is(
      tasks(({ standings }) => leads(standings)),
      atLeast(3),
    ),
  );
  const apart = claim(
    "the proxy optimiser is first on the proxy, and judges rate it 2 deviations below the preference learner: tasks of four",
    [
      is(
        tasks(({ standings }) => isFirstOnProxy(standings) && gapOf(standings) >= 2),
        atLeast(3),
      ),
      beside(
        "first on the proxy",
        tasks(({ standings }) => isFirstOnProxy(standings)),
      ),
      beside("deviations between the two", sampled(byJudging(({ standings }) => gapOf(standings)))),
    ],
  );
  return {
    claims: [
      ordered,
      leading,
      apart,
      claim("after 300 comparisons of 12 agents, ratings order them as their true means do: Kendall's τ", [
        is(
          agreement(({ active }) => active[at(300)]),
          atLeast(0.9),
          "active pairs",
        ),
        beside(
          "random pairs",
          agreement(({ random }) => random[at(300)]),
        ),
        beside(
          "active pairs, Bradley-Terry fit",
          agreement(({ fitted }) => fitted),
        ),
        beside("draws", meanShare(byJudging(({ draws }) => draws))),
      ]),
      claim("active pairs order the agents at least as well as random ones: difference of τ", [
        is(gain(120), atLeast(0), "after 120"),
        is(gain(200), atLeast(0), "after 200"),
      ]),
      claim(
        "judges that lean to the left change no order where sides are balanced: τ with upright judges, 3,000 answers",
        [
          is(
            agreement(({ leanAgreement }) => leanAgreement),
            atLeast(0.95),
          ),
        ],
      ),
      claim("the audit of sides finds judges that lean where sides are not balanced: share of audits with p < 0.01", [
        is(meanShare(byJudging(({ sideP }) => (sideP < 0.01 ? 1 : 0))), atLeast(0.9)),
        beside("of upright judges", meanShare(byJudging(({ uprightSideP }) => (uprightSideP < 0.01 ? 1 : 0)))),
      ]),
    ],
    controls: [
      control(
        "judges that answer by a coin set an agent apart: largest distance from the mean, in deviations",
        is(sampled(byJudging(({ coins }) => standout(coins))), above(2)),
      ),
      control(
        "judges that answer by a coin find the proxy optimiser 2 deviations below the preference learner: tasks of four",
        is(
          tasks(({ coins }) => isFirstOnProxy(coins) && gapOf(coins) >= 2),
          atLeast(3),
        ),
        { of: apart },
      ),
      control(
        "a preference learner that was taught by weights shuffled among tasks leads the clone: tasks of four",
        is(
          tasks(({ misled }) => leads(misled)),
          atLeast(3),
        ),
        { of: leading },
      ),
    ],
    tables: [
      ...TASK_NAMES.map((task) => {
        const read = (name: string, meter: "mean" | "value" | "proxy") =>
          sampled(rounds.map((round) => round.tasks[task].standings[name][meter]));
        return table(
          `${task}: rating, true mean of the rubric, and the proxy's channel, over judgings`,
          AGENTS.map((name) => [
            name,
            {
              rating: read(name, "mean"),
              "rating − 3 deviations": sampled(
                rounds.map(
                  ({ tasks: { [task]: one } }) => one.standings[name].mean - 3 * one.standings[name].deviation,
                ),
              ),
              rubric: read(name, "value"),
              proxy: read(name, "proxy"),
            },
          ]),
        );
      }),
      table("Kendall's τ with the true means, by comparisons", {
        active: Object.fromEntries(LOOKS.map((n, k) => [n, agreement(({ active }) => active[k])])),
        random: Object.fromEntries(LOOKS.map((n, k) => [n, agreement(({ random }) => random[k])])),
      }),
    ],
  };
}
