// Repairs as the search meets them: six places in a row with four edits each, a stubborn actor, a value for what is done so far. The
// twin is abstract, so that its chances are known exactly; the repair shop is real code, and its value is the share of shown tests.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { repairShop } from "../../environments/tools/repair-shop/world.ts";

/** L and A: places of a repair, and edits to choose from at each. */
export const PLACES = 6;
export const EDITS = 4;

/** Chances of the right edit at easy places, and at hard ones, a fifth of all; how often a wrong edit is the favourite one. */
const [EASY, HARD, SHARE_HARD, STUBBORN] = [0.55, 0.15, 0.2, 0.7];

/** Edits made so far, place by place: a snapshot that no other branch can change. */
export type Edits = readonly number[];

/** A repair to be found. */
export interface Repair {
  /** The actor, [PLACES × EDITS]: how likely each edit is at a place. */
  readonly chances: Float64Array;
  /** What edits are worth by the value function before noise, −100 to 100. */
  value(edits: Edits): number;
  /** 1 where all edits are made and right (the twin), or all hidden tests pass (the shop); 0 else. */
  solved(edits: Edits): number;
}

/** Chance that one run makes six right edits, each at a place of its own: .0107792. */
export const LINEAR = ((1 - SHARE_HARD) * EASY + SHARE_HARD * HARD) ** PLACES;

/** Chance that one of so many runs does, all in one task, whose hard places are the same for each. */
export function restartsExactly(runs: number): number {
  let [sum, choose] = [0, 1];
  for (let hard = 0; hard <= PLACES; hard++) {
    const linear = EASY ** (PLACES - hard) * HARD ** hard;
    sum += choose * SHARE_HARD ** hard * (1 - SHARE_HARD) ** (PLACES - hard) * (1 - (1 - linear) ** runs);
    choose *= (PLACES - hard) / (hard + 1);
  }
  return sum;
}

/** An actor that finds the right edit of a place by its difficulty, and else mostly makes one and the same mistake. */
function actorOf(right: Edits, random: Random): Float64Array {
  const chances = new Float64Array(PLACES * EDITS);
  for (const [place, edit] of right.entries()) {
    const finds = random.uniform() < SHARE_HARD ? HARD : EASY;
    const favourite = (edit + 1 + random.integer(EDITS - 1)) % EDITS;
    const other = (1 - STUBBORN) / (EDITS - 2);
    for (let k = 0; k < EDITS; k++)
      chances[EDITS * place + k] = k === edit ? finds : (1 - finds) * (k === favourite ? STUBBORN : other);
  }
  return chances;
}

/** 10 + 90·depth/L on the track of right edits, −40 off it. */
export const onTrack =
  (right: Edits): Repair["value"] =>
  (edits) =>
    isOn(right, edits) ? 10 + (90 * edits.length) / PLACES : -40;

const isOn = (right: Edits, edits: Edits): boolean => edits.every((edit, place) => edit === right[place]);

/** The abstract twin, whose value knows the track. */
export function twin(random: Random): Repair {
  const right = Array.from({ length: PLACES }, () => random.integer(EDITS));
  return {
    chances: actorOf(right, random),
    value: onTrack(right),
    solved: (edits) => (edits.length === PLACES && isOn(right, edits) ? 1 : 0),
  };
}

/** A repair of the shop, and what only a leak would tell. */
export interface ShopRepair extends Repair {
  /** Right edits, [PLACES]. */
  readonly right: Edits;
  /** Shares of shown and of hidden tests that pass after edits. */
  tested(edits: Edits): { readonly shown: number; readonly hidden: number };
}

/** A module from `tools/repair-shop`; its value is 200·(share of shown tests that pass) − 100. */
export function shopRepair(random: Random): ShopRepair {
  const world = repairShop.make({ horizon: PLACES + 2 });
  const play = player(world, random);
  world.reset(random.stream("bug"), play.outcomes);
  const start = world.state.buffer.slice();
  const { candidates } = world.state.views;
  const right = Array.from({ length: PLACES }, (_, place) => candidates.indexOf(0, EDITS * place) - EDITS * place);
  const known = new Map<string, { shown: number; hidden: number }>();
  const tested = (edits: Edits) => {
    const key = edits.join("");
    let found = known.get(key);
    if (found === undefined) {
      world.state.buffer.set(start);
      for (const [place, edit] of edits.entries()) play.call(`edit ${place + 1}${"abcd"[edit]}`);
      const shown = play.call("run tests", "shownPassed") / HALF;
      found = { shown, hidden: play.call("finish", "hiddenPassed") / HALF };
      known.set(key, found);
    }
    return found;
  };
  return {
    right,
    tested,
    chances: actorOf(right, random.stream("actor")),
    value: (edits) => scaled(tested(edits).shown),
    solved: (edits) => (edits.length === PLACES && tested(edits).hidden === 1 ? 1 : 0),
  };
}

/** A share on −100 … 100. */
export const scaled = (share: number): number => 200 * share - 100;

/** Tests that are shown; as many are hidden. */
const HALF = 4;

/** Calls tools of the shop by their names. */
function player(world: NumericEnvironment, random: Random) {
  const { choiceNames = [], channels } = world.spec;
  const outcomes = new Float64Array(channels.length);
  const actions = new Float64Array(1);
  return {
    outcomes,
    /** What a channel says after a call. */
    call(tool: string, channel = "payoff"): number {
      actions[0] = choiceNames.indexOf(tool);
      world.step(actions, outcomes, random);
      return outcomes[channels.findIndex(({ name }) => name === channel)];
    },
  };
}
