// Players that fill a page by a rule: from the scores that they see, as a recommender would.

import type { Agent } from "../../core/agent.ts";
import type { Oracle } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { type PagePlaces, pagePlanner } from "./best-page.ts";

/** Scale of the noise by which the old system prefers items, in log-odds. */
const OLD_NOISE = 1.2;
/** What a score is kept away from 0 and 1. */
const ROUNDED = 1e-7;

/** An observation of a page with so many places and candidates. */
export function seenPage(seen: Float32Array, places: number, candidates: number) {
  const part = (k: number) => seen.subarray(places + k * candidates, places + (k + 1) * candidates);
  const placed = part(4);
  return {
    /** Place that is filled next; −1 on a full page. */
    place: seen.subarray(0, places).indexOf(1),
    scores: part(0),
    categories: part(2),
    /** Candidates that are not on the page. */
    free: (): number[] => Array.from(placed.keys()).filter((item) => placed[item] === 0),
  };
}

/** The world's own players, which plan a whole page when they see its first place. */
export function pagePlayers(places: PagePlaces, candidates: number, categories: number): Record<string, Oracle> {
  const count = places.attention.length;
  const { plan, page } = pagePlanner(places, candidates, categories);
  const apart = new Float32Array(candidates);
  const top = Int32Array.from({ length: count }, (_, at) => at);
  const byPlan = (make: (seen: ReturnType<typeof seenPage>, hand: Random) => ArrayLike<number>) => (): Agent => {
    let hand: Random | undefined;
    let planned: Int32Array | undefined;
    return {
      reset(random) {
        hand = random;
        planned = undefined;
      },
      act(observation, action) {
        if (hand === undefined) throw new Error("a recommender acts before its first reset");
        const seen = seenPage(observation, count, candidates);
        if (seen.place === 0 || planned === undefined) planned = Int32Array.from(make(seen, hand));
        action[0] = planned[seen.place];
      },
    };
  };
  const mixed = (items: readonly number[], hand: Random): number[] => {
    const all = [...items];
    shuffle(all, hand);
    return all;
  };
  return {
    ranking: { meaning: "places items by score, best first", play: byPlan(() => top) },
    assigned: {
      meaning: "places the best scores where users look most, as is best where no item loses by its category",
      play: byPlan(() => placesOf(places.order)),
    },
    best: {
      meaning: "places items so that the scores, taken for their use, are of most use",
      play: byPlan(({ scores, categories: kinds }) => {
        plan(scores, kinds, candidates);
        return page;
      }),
    },
    shuffled: {
      meaning: "places the items of the best scores in an order by chance",
      play: byPlan((_, hand) => mixed([...top], hand)),
    },
    logged: {
      meaning: "is the old system: chooses by scores with noise, in an order by chance",
      play: byPlan(({ scores }, hand) => {
        for (let item = 0; item < candidates; item++)
          apart[item] = logOdds(scores[item]) - OLD_NOISE * Math.log(-Math.log(hand.uniform()));
        const chosen = Array.from(apart.keys()).sort((a, b) => apart[b] - apart[a]);
        return mixed(chosen.slice(0, count), hand);
      }),
    },
  };
}

/** Log-odds of a score, which may be rounded to 0 or 1. */
function logOdds(score: number): number {
  const inside = Math.min(1 - ROUNDED, Math.max(ROUNDED, score));
  return Math.log(inside / (1 - inside));
}

/** The turn at which each place is read: the place of the best score is the one that is read first. */
function placesOf(order: ArrayLike<number>): Int32Array {
  const turns = new Int32Array(order.length);
  for (let turn = 0; turn < order.length; turn++) turns[order[turn]] = turn;
  return turns;
}
