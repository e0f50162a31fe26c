// Judges of recorded episodes: a panel compares two agents on one seed, pair after pair, and TrueSkill rates the agents by its answers.

import { type Games, GamesWriter } from "../../core/games.ts";
import { Random } from "../../core/random.ts";
import { bradleyTerry } from "../../evaluation/ratings/bradley-terry.ts";
import { nextPair } from "../../evaluation/ratings/next-pair.ts";
import { pairCounts } from "../../evaluation/ratings/pair-counts.ts";
import { newSkills, type Skills } from "../../evaluation/ratings/skill.ts";
import { trueSkillGame } from "../../evaluation/ratings/trueskill.ts";
import { sideBias } from "../../evaluation/ratings/vote-audits.ts";
import { kendall } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type Honesty, simulatedAnnotator } from "../../feedback/annotator.ts";
import { rubric } from "../../feedback/rubric.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { studyJob } from "../../study/study.ts";
import { AGENTS, type AgentName, SHUFFLED, type YardEnds } from "./agents.ts";
import type { YardEnd } from "./players.ts";
import { PROXIES, RUBRICS, SLOPE, type YardTask, yardOf } from "./tasks.ts";

/** TrueSkill as the released code has it. */
export const TERMS = { beta: 25 / 6, tau: 25 / 300, draw: 0.1 };
const FIRST = [25, 25 / 3] as const;

/** Judges of a panel, of whom one in twenty answers by a coin; and how close is a draw, in units of their noise. */
const JUDGES = 20;
const CARELESS = 1;
const DRAW = 0.3;
/** How much better the left one is liked by judges that lean, in the same units. */
const LEAN = 1.5;
/** Share of pairs whose agent of the lower number stands left, where sides are not balanced. */
const UNBALANCED = 0.7;

/** Comparisons after which orders are looked at. */
export const LOOKS = [30, 60, 120, 200, 300] as const;
const ANSWERS = 300;
/** Answers for audits, which need no choice of pairs. */
const MANY = 3000;

/** How a panel is asked. */
interface Panel {
  readonly episodes: readonly (readonly YardEnd[])[];
  readonly value: (left: YardEnd) => number;
  readonly pairing: "active" | "random";
  readonly answers: number;
  readonly random: Random;
  readonly honesty?: Honesty;
  readonly lean?: number;
  readonly isUnbalanced?: boolean;
  /** Told of the skills after each answer. */
  readonly look?: (answers: number, skills: Skills) => void;
}

/** Asks a panel; a judge is the unit of its answers. */
export function asked(panel: Panel): { readonly games: Games; readonly skills: Skills } {
  const { episodes, value, pairing, random, honesty = "honest", lean = 0 } = panel;
  const judges = Array.from({ length: JUDGES }, (_, k) =>
    simulatedAnnotator<YardEnd>({
      ...{ value, slope: SLOPE, lean, draw: DRAW, random: random.stream("judge", k) },
      honesty: k < CARELESS ? "coin" : honesty,
    }),
  );
  const [pairs, hand] = [random.stream("pairs"), random.stream("hand")];
  const skills = newSkills(episodes.length, ...FIRST);
  const writer = new GamesWriter(episodes.map((_, k) => String(k)));
  for (let count = 1; count <= panel.answers; count++) {
    const pair =
      pairing === "active" ? nextPair(skills, TERMS, pairs) : randomOrder(episodes.length, pairs).slice(0, 2);
    const [low, high] = [Math.min(...pair), Math.max(...pair)];
    const isLowLeft = hand.uniform() < (panel.isUnbalanced === true ? UNBALANCED : 0.5);
    const [left, right] = isLowLeft ? [low, high] : [high, low];
    const seed = hand.integer(episodes[0].length);
    const judge = hand.integer(JUDGES);
    const answer = judges[judge].judge(episodes[left][seed], episodes[right][seed]);
    if (answer === undefined) throw new Error("a judge has no budget");
    writer.addPair(left, right, answer, judge);
    const teams = [left, right].map((player, k) => ({
      players: [player],
      place: answer === 0.5 ? 1 : answer === k ? 2 : 1,
    }));
    trueSkillGame(skills, teams, TERMS);
    panel.look?.(count, skills);
  }
  return { games: writer.end(), skills };
}

/** One judging of one task's recorded agents. */
export interface JudgingJob {
  readonly task: YardTask;
  /** Of the training, and of the judging. */
  readonly seed: number;
  readonly judging: number;
  readonly recorded: YardEnds;
}

/** An agent's rating, and what is true of it. */
interface Standing {
  readonly mean: number;
  readonly deviation: number;
  readonly value: number;
  readonly proxy: number;
}
export type YardJudging = Awaited<ReturnType<typeof judge>>;

/** Asks a panel in all the ways that the study compares. */
export async function judge({ task, seed, judging, recorded }: JudgingJob) {
  const { channels } = yardOf(task).spec;
  const value = rubric(RUBRICS[task], channels);
  const proxy = channels.findIndex(({ name }) => name === PROXIES[task]);
  const random = Random.of(seed, "basalt", "judging", task, judging);
  const names: readonly AgentName[] = AGENTS;
  const episodes = names.map((name) => recorded[name]);
  const worth = (all: readonly YardEnd[]) => mean(all.map(value));
  const truth = episodes.map(worth);
  const curve = (pairing: Panel["pairing"]) => {
    const agreement: number[] = [];
    const look = (answers: number, { mean: ratings }: Skills) => {
      if (LOOKS.some((one) => one === answers)) agreement.push(kendall(ratings, truth) ?? 0);
    };
    return {
      agreement,
      ...asked({ episodes, value, pairing, answers: ANSWERS, random: random.stream(pairing), look }),
    };
  };
  const [active, drawn] = [curve("active"), curve("random")];
  const standings = (skills: Skills): Record<string, Standing> =>
    Object.fromEntries(
      names.map((name, k) => [
        name,
        {
          ...{ mean: skills.mean[k], deviation: skills.deviation[k], value: truth[k] },
          proxy: mean(episodes[k].map((left) => left[proxy])),
        },
      ]),
    );
  const misled = asked({
    ...{ value, pairing: "random", answers: ANSWERS, random: random.stream("misled") },
    episodes: names.map((name) => recorded[name === "preference learner" ? SHUFFLED : name]),
  });
  const coins = asked({
    episodes,
    value,
    pairing: "random",
    answers: ANSWERS,
    random: random.stream("coins"),
    honesty: "coin",
  });
  const many = { episodes, value, pairing: "random", answers: MANY, random: random.stream("audit") } as const;
  const [upright, leaning] = [asked(many), asked({ ...many, lean: LEAN })];
  const oneSided = asked({ ...many, answers: ANSWERS, lean: LEAN, isUnbalanced: true });
  return {
    standings: standings(active.skills),
    misled: standings(misled.skills),
    coins: standings(coins.skills),
    active: active.agreement,
    random: drawn.agreement,
    fitted: kendall(strengths(active.games), truth) ?? 0,
    draws: drawn.games.place.filter((place, k) => k % 2 === 1 && place === drawn.games.place[k - 1]).length / ANSWERS,
    leanAgreement: kendall(strengths(upright.games), strengths(leaning.games)) ?? 0,
    sideP: sideBias(oneSided.games)?.p ?? 1,
    uprightSideP: sideBias(asked({ ...many, answers: ANSWERS, isUnbalanced: true }).games)?.p ?? 1,
  };
}
export const judging = studyJob(import.meta.url, judge);

/** Strengths by all answers at once, in which their order does not matter. */
const strengths = (games: Games): Float64Array =>
  bradleyTerry(pairCounts(games), { ties: "davidson", ridge: 0.01 }).strengths;
