// A panel of simulated judges whose minds are known: what its votes rate highest, whether an audit sees that it leans to one side, and what
// is left of a judge that is taken out.

import { expect, test } from "vitest";
import { countOf, type Games, GamesWriter, reordered } from "../../core/games.ts";
import { Random } from "../../core/random.ts";
import { type Honesty, simulatedAnnotator } from "../../feedback/annotator.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { trueSkillRating } from "./game-ratings.ts";
import { nextPair } from "./next-pair.ts";
import { newSkills, type Skills } from "./skill.ts";
import { trueSkillGame } from "./trueskill.ts";
import { sideBias } from "./vote-audits.ts";

const TERMS = { beta: 25 / 6, tau: 25 / 300, draw: 0.1 };
const JUDGES = 20;

interface Panel {
  /** What each player is worth. */
  readonly values: readonly number[];
  readonly isActive?: boolean;
  readonly honesty?: Honesty;
  readonly lean?: number;
}

/** 600 votes, each of one judge; the player of the lower number stands first in seven of ten. */
function votes({ values, isActive = false, honesty = "honest", lean = 0 }: Panel): { games: Games; skills: Skills } {
  const random = Random.of(901, "panel");
  const judges = Array.from({ length: JUDGES }, (_, k) =>
    simulatedAnnotator<number>({ value: (x) => x, slope: 12, lean, honesty, random: random.stream("judge", k) }),
  );
  const [pairs, hand] = [random.stream("pairs"), random.stream("hand")];
  const skills = newSkills(values.length, 25, 25 / 3);
  const writer = new GamesWriter(values.map(String));
  for (let vote = 0; vote < 600; vote++) {
    const pair = isActive ? nextPair(skills, TERMS, pairs) : randomOrder(values.length, pairs).slice(0, 2);
    const [low, high] = [Math.min(...pair), Math.max(...pair)];
    const [first, second] = hand.uniform() < 0.7 ? [low, high] : [high, low];
    const judge = hand.integer(JUDGES);
    const answer = judges[judge].judge(values[first], values[second]) ?? Number.NaN;
    writer.addPair(first, second, answer, judge);
    const teams = [first, second].map((player, k) => ({ players: [player], place: answer === k ? 2 : 1 }));
    trueSkillGame(skills, teams, TERMS);
  }
  return { games: writer.end(), skills };
}

test("a panel's votes rate players by what they are worth, also where pairs are chosen, and coins rate none", () => {
  for (const isActive of [false, true]) {
    const { games, skills } = votes({ values: [0, 0.4, 0.8], isActive });
    expect(countOf(games)).toBe(600);
    const [low, middle, high] = skills.mean;
    expect(low + 3 < middle && middle + 3 < high).toBe(true);
  }
  const { mean } = votes({ values: [0, 0.4, 0.8], honesty: "coin" }).skills;
  expect(Math.max(...mean) - Math.min(...mean)).toBeLessThan(6);
});

test("the audit of sides finds a lean, and no lean where there is none", () => {
  const p = (lean: number) => sideBias(votes({ values: [0, 0.05, 0.1], lean }).games)?.p ?? 1;
  expect(p(1.5)).toBeLessThan(0.01);
  expect(p(0)).toBeGreaterThan(0.01);
});

test("votes that are rated again give the same ratings, and a judge of no weight is one that has not voted", () => {
  const { games, skills } = votes({ values: [0, 0.3, 0.6, 1] });
  const rating = trueSkillRating.make(TERMS);
  if (rating.reads !== "games") throw new Error("TrueSkill reads games");
  const numbers = ({ ratings, deviations }: ReturnType<typeof rating.rate>) => [...ratings, ...(deviations ?? [])];
  expect(numbers(rating.rate(games))).toEqual([...skills.mean, ...skills.deviation]);
  const banned = 7;
  const kept = Array.from(games.unit.keys()).filter((game) => games.unit[game] !== banned);
  expect(kept.length).toBeLessThan(600);
  const weights = Float64Array.from({ length: games.units }, (_, judge) => (judge === banned ? 0 : 1));
  expect(numbers(rating.rate(games, weights))).toEqual(numbers(rating.rate(reordered(games, kept))));
});
