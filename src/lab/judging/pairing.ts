// What is judged next: which two players, on what, and which of them stands on the left.
//
// Players by the gain that TrueSkill expects of a comparison, as if comparisons under way had told what they are expected to tell. The
// place is one with the fewest votes on these two that the judge has not seen. Of every two players each stands on the left as often as
// the other: the one that stood there less often does, and after equal numbers a draw decides.

import { grouped } from "../../core/grouped.ts";
import { Random } from "../../core/random.ts";
import { allPairs, anticipated, BEST_PAIRS, nextPair, type PlayerPair } from "../../evaluation/ratings/next-pair.ts";
import { newSkills, type Skills } from "../../evaluation/ratings/skill.ts";
import { TRUESKILL, trueSkillGame } from "../../evaluation/ratings/trueskill.ts";
import { type CastVote, verdictIn } from "../../feedback/votes/vote-record.ts";
import type { JudgedPlace } from "./judging-data.ts";
import { type JudgedSubject, placeKey, type SharedPlaces } from "./subject.ts";

/** Two players by name. */
type Named = Pick<CastVote, "left" | "right">;

/** Two players on a place. */
export interface ChosenPair extends Named {
  readonly place: JudgedPlace;
}

/** What a choice depends on. */
export interface PairingState {
  /** Votes that say something of their players, in their order. */
  readonly votes: readonly CastVote[];
  /** Pairs that were handed out to other judges and not answered. */
  readonly underWay: readonly ChosenPair[];
  /** Pairs that this judge has had. */
  readonly seen: readonly ChosenPair[];
  /** Choices so far: each has a stream of its own. */
  readonly choices: number;
}

/** A vote as the pair that it is on. */
export const placed = ({ left, right, seed, prompt, episode }: CastVote): ChosenPair => ({
  left,
  right,
  place: { seed, prompt, episode },
});

/** TrueSkill of these players, vote by vote from where new players begin. Votes on others do not count. */
export function skillsOf(players: readonly string[], votes: readonly CastVote[]): Skills {
  const skills = newSkills(players.length);
  const pairOf = numbered(players);
  for (const vote of votes) {
    const better = verdictIn(vote);
    if (better === "unclear") continue;
    for (const [left, right] of pairOf(vote)) {
      const places = better === "same" ? [1, 1] : better === "left" ? [1, 2] : [2, 1];
      const teams = [left, right].map((player, side) => ({ players: [player], place: places[side] }));
      trueSkillGame(skills, teams, TRUESKILL);
    }
  }
  return skills;
}

/** The next pair for a judge; undefined where the judge has seen all. */
export function chosenPair(subject: JudgedSubject, state: PairingState): ChosenPair | undefined {
  const { players } = subject;
  const { votes, underWay, choices } = state;
  const seen = grouped(state.seen, pairKey);
  const open = allPairs(players.length).flatMap((pair) => {
    const key = pairKey({ left: players[pair[0]], right: players[pair[1]] });
    const own = new Set(seen.get(key)?.map(({ place }) => placeKey(place)));
    const shared = subject.shared(...pair);
    return isUnseen(shared, own) ? [{ pair, key, shared, own }] : [];
  });
  if (open.length === 0) return undefined;
  const random = Random.of(SEED, "judging", choices);
  const skills = anticipated(skillsOf(players, votes), underWay.flatMap(numbered(players)), TRUESKILL);
  const pairs = open.map(({ pair }) => pair);
  // Of few players the published number of pairs would be all of them. Fewer than half would leave the good and the bad unconnected.
  const best = Math.min(BEST_PAIRS, Math.ceil(pairs.length / 2));
  const { pair, key, shared, own } = open[pairs.indexOf(nextPair(skills, TRUESKILL, random, pairs, best))];
  const before = [...votes.map(placed), ...underWay].filter((one) => pairKey(one) === key);
  const place = fewestVotes(shared, own, before, random.integer(shared.count));
  const [first, second] = pair.map((player) => players[player]);
  return isTurned(first, second, before)
    ? { left: second, right: first, place }
    : { left: first, right: second, place };
}

/** Seed of all choices. */
const SEED = 0;

/** Tells pairs of players apart, sides aside. */
const pairKey = ({ left, right }: Named): string => JSON.stringify([left, right].sort());

/** Gives the numbers of two players; nothing where one is not among them. */
function numbered(players: readonly string[]): (pair: Named) => PlayerPair[] {
  const numbers = new Map(players.map((name, k) => [name, k]));
  return ({ left, right }) => {
    const [a, b] = [numbers.get(left), numbers.get(right)];
    return a === undefined || b === undefined ? [] : [[a, b]];
  };
}

/** Whether some place is not among those that a judge has seen. */
function isUnseen({ count, at }: SharedPlaces, seen: ReadonlySet<string>): boolean {
  if (count > seen.size) return true;
  for (let k = 0; k < count; k++) if (!seen.has(placeKey(at(k)))) return true;
  return false;
}

/** The place with the fewest votes of those that a judge has not seen, the first of them from `start` on. There is one. */
function fewestVotes(
  { count, at }: SharedPlaces,
  seen: ReadonlySet<string>,
  before: readonly ChosenPair[],
  start: number,
): JudgedPlace {
  const votes = grouped(before, ({ place }) => placeKey(place));
  let [best, fewest] = [at(start), Number.POSITIVE_INFINITY];
  for (let k = 0; k < count && fewest > 0; k++) {
    const place = at((start + k) % count);
    const key = placeKey(place);
    const cast = votes.get(key)?.length ?? 0;
    if (!seen.has(key) && cast < fewest) [best, fewest] = [place, cast];
  }
  return best;
}

/** Whether the first player stands on the right. */
function isTurned(first: string, second: string, before: readonly ChosenPair[]): boolean {
  const onLeft = before.filter(({ left }) => left === first).length;
  if (2 * onLeft !== before.length) return 2 * onLeft > before.length;
  return Random.of(SEED, "judging", "sides", first, second, onLeft).integer(2) === 1;
}
