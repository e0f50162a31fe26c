// Coopetition-Gym v1 with learners: the same learner in the same world under private, integrated and cooperative pay. The
// short form compares the smallest learners with critics of their own and with one critic for all seats; the long form adds
// the published sixteen in their textbook form.

import type { Study, StudyContext, StudyResult } from "../../study/study.ts";
import { contributionEquation } from "../../study/testbeds/coopetition/contributions.ts";
import { constantLadder, gymWorld, MODES } from "../../study/testbeds/coopetition/play.ts";
import {
  chanceClaim,
  constantsClaims,
  contributionsClaim,
  leadTable,
  learnerTable,
  noDependenceControl,
  otherModeControl,
  runsOf,
} from "./claims.ts";
import { DIVIDED, type Field, fits, learning, SIXTEEN, SMALL, WORLDS } from "./field.ts";

export const coopetitionLearners: Study = {
  id: "coopetition-learners",
  title: "Learners under private, integrated and cooperative pay",
  source: "arXiv 2605.02063 (Pant & Yu) and its released code, vikpant/strategic-coopetition",
  claim:
    "With learner and world held fixed, the reward's mutuality decides what is learnt, interdependence makes up a third to three fifths of what learners are paid, and which kind of learner leads can depend on it.",
  claimed:
    "median contribution of interdependence 30.1, 23.5, 59.2 and 28.6% in the four classes; apple-app-store: independent ISAC 24,854 above central COMA 23,191 under private pay, COMA 40,670 above ISAC 39,953 under integrated and 40,673 above 38,979 under cooperative pay (released learners, several of which are not the algorithms they are named after)",
  seeds: { first: 1, short: 3, full: 3 },
  notDone: [
    "Twenty worlds, half a million to a million steps and seven seeds: the long form has the sixteen learners in three worlds for 50,000 steps.",
  ],
  seenBefore: ["Rate, spread and batch of the small learners: chosen on seeds 101 to 107, for both together."],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  context.signal.throwIfAborted();
  const { full, seeds } = context;
  const learners = full ? [...SMALL, ...SIXTEEN] : SMALL;
  const places = learners.flatMap((contestant) => WORLDS.map((world) => ({ contestant, world })));
  const fitting = await Promise.all(places.map(({ contestant, world }) => fits(contestant, world)));
  const fields = places
    .filter((_, k) => fitting[k])
    .flatMap((place) => MODES.flatMap((mode) => seeds.map((seed) => ({ ...place, mode, seed }))));
  const twoModes = ["private", "integrated"] as const;
  const divided = SMALL.flatMap((contestant) =>
    twoModes.flatMap((mode) => seeds.map((seed) => ({ contestant, world: DIVIDED, mode, seed }))),
  );
  const without = twoModes.map((mode) => ({
    contestant: SMALL[0],
    world: WORLDS[0],
    mode,
    seed: seeds[0],
    parameters: { interdependence: 0 },
  }));
  const label = ({ contestant, world, mode, seed }: Field) => `${contestant.name} in ${world}, ${mode}, seed ${seed}`;
  const all = (list: readonly Field[]) => context.all(learning, list, label);

  const ladders = new Map(WORLDS.map((world) => [world, constantLadder(gymWorld(world))]));
  const runs = runsOf(await all(fields), learners);
  const otherMode = otherModeControl(await all(divided));
  const [own, whole] = await all(without);
  return {
    claims: [
      chanceClaim(runs),
      ...constantsClaims(runs, ladders),
      contributionsClaim(runs),
      contributionEquation(ladders),
    ],
    controls: [otherMode, noDependenceControl(own, whole)],
    tables: [learnerTable(runs, ladders), leadTable(runs)],
  };
}
