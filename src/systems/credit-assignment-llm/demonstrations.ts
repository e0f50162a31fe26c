// Episodes of a scripted expert that makes mistakes, from none to nothing but mistakes: what judges are trained on, and, in rooms
// larger than any of training, tested on. Each step is labelled by the simulator.

import { greedyChoice } from "../../algorithms/planning/policy.ts";
import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { Random } from "../../core/random.ts";
import { Message } from "../../environments/gridworld/tiles.ts";
import { classificationScores, confusion } from "../../evaluation/statistics/classification.ts";
import { isReached, type Judge, type SubgoalVerdict, type Transition } from "../../feedback/judge.ts";
import { drawRoom, HORIZON, type Room, type RoomStep, reachedBy, SUBGOALS, stepFrom } from "./rooms.ts";

/** An episode, and whether it ended on the stairs. */
interface Episode {
  readonly steps: readonly RoomStep[];
  readonly success: boolean;
}

/** Episodes in new rooms of `size`, one after another; each has its own share of random choices, uniform in [0, 1]. */
function* demonstrations(size: number, seed: number): Generator<Episode, never> {
  for (let k = 0; ; k++) {
    const random = Random.of(seed, "demonstration", size, k);
    const room = drawRoom(size, random);
    yield demonstrated(room, random.uniform(), random);
  }
}

function demonstrated(room: Room, mistakes: number, random: Random): Episode {
  const { mdp } = room;
  const best = greedyChoice(mdp, valueIteration(mdp).actionValues);
  const steps: RoomStep[] = [];
  let state = 0;
  let said: number = Message.none;
  while (steps.length < HORIZON && mdp.terminal[state] === 0) {
    const choice = random.uniform() < mistakes ? random.integer(mdp.actions) : best[state];
    const step = stepFrom(room, state, choice, said);
    steps.push(step);
    said = step.after.message;
    state = mdp.next[mdp.offset[state * mdp.actions + choice]];
  }
  return { steps, success: mdp.terminal[state] === 1 };
}

/** The first `count` of them. */
export function firstDemonstrations(size: number, seed: number, count: number): Episode[] {
  const series = demonstrations(size, seed);
  return Array.from({ length: count }, () => series.next().value);
}

/** All steps of `episodes` episodes of each size: each kind of step as often as it happens. */
export function naturalSteps(sizes: readonly number[], episodes: number, seed: number): RoomStep[] {
  return sizes.flatMap((size) => firstDemonstrations(size, seed, episodes).flatMap(({ steps }) => steps));
}

/** `count` steps, a quarter of them of each sub-goal and half of none, of the sizes in turn. */
export function balancedSteps(sizes: readonly number[], count: number, seed: number): RoomStep[] {
  const wanted = [count / 2, count / 4, count / 4];
  const found: RoomStep[][] = [[], [], []];
  const sources = sizes.map((size) => demonstrations(size, seed));
  const random = Random.of(seed, "balanced");
  for (let k = 0; found.some((steps, kind) => steps.length < wanted[kind]); k++) {
    const { steps } = sources[k % sources.length].next().value;
    const none = steps.filter((step) => reachedBy(step) === 0);
    // Two of the many steps that reach nothing, from each episode.
    const picked = none.length === 0 ? [] : [0, 1].map(() => none[random.integer(none.length)]);
    for (const step of [...steps.filter((other) => reachedBy(other) !== 0), ...picked]) {
      const kind = reachedBy(step);
      if (found[kind].length < wanted[kind]) found[kind].push(step);
    }
  }
  return found.flat();
}

/** Rows and columns of the rooms. */
const SIZES = [7, 9];
/** Balanced steps, and episodes of each size, whose every step is tested besides. */
const BALANCED = 256;
const EPISODES = 40;
const SEED = 4;

/** Steps with the simulator's account of them. */
interface TestSet {
  readonly name: "natural rate" | "balanced";
  readonly steps: readonly RoomStep[];
  readonly labels: readonly SubgoalVerdict[];
}

let drawn: readonly [natural: TestSet, balanced: TestSet] | undefined;

/** Both sets. */
export function testSets(): readonly [natural: TestSet, balanced: TestSet] {
  const labelled = (name: TestSet["name"], steps: readonly RoomStep[]) => ({
    name,
    steps,
    labels: steps.map(reachedBy),
  });
  drawn ??= [
    labelled("natural rate", naturalSteps(SIZES, EPISODES, SEED)),
    labelled("balanced", balancedSteps(SIZES, BALANCED, SEED)),
  ];
  return drawn;
}

/** F1 and recall of each sub-goal of what a judge says; a set with steps of every kind always has them. */
export function scored(judge: Judge, transitions: readonly Transition[], { labels }: TestSet) {
  const said = transitions.map(judge.verdict);
  return SUBGOALS.map((_, k) => {
    const flags = (verdicts: readonly SubgoalVerdict[]) => verdicts.map((bits) => isReached(bits, k));
    const { f1, recall } = classificationScores(confusion(flags(said), flags(labels)));
    if (f1 === null || recall === null) throw new Error("a test set without steps of one kind");
    return { f1, recall };
  });
}

/** Share of the steps that reach sub-goal `k`. */
export function baseRate({ labels }: TestSet, k: number): number {
  return labels.filter((bits) => isReached(bits, k)).length / labels.length;
}
