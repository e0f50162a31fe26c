// Coopetition-Gym v1 with learners: the same learner in the same world under private, integrated and cooperative pay. The
// short form compares the smallest learners with critics of their own and with one that sees everybody; the long form adds
// the published sixteen in their textbook form.

import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { contributionChecks } from "../../study/testbeds/coopetition/checks.ts";
import { constantLadder, gymWorld, MODES } from "../../study/testbeds/coopetition/play.ts";
import {
  chanceCheck,
  classLeads,
  constantsChecks,
  contributionsCheck,
  noDependenceControl,
  otherModeControl,
  summary,
} from "./learner-checks.ts";
import { type Cell, DIVIDED, type Field, fits, learning, SMALL, sixteen, WORLDS } from "./learner-field.ts";

export const coopetitionLearners: Study = {
  id: "coopetition-learners",
  title: "Learners under private, integrated and cooperative pay",
  source: "arXiv 2605.02063 (Pant & Yu) and its released code, vikpant/strategic-coopetition",
  claim:
    "With learner and world held fixed, the reward's mutuality decides what is learnt, interdependence makes up a third to three fifths of what learners are paid, and which kind of learner leads can depend on it.",
  claimed:
    "median contribution of interdependence 30.1, 23.5, 59.2 and 28.6% in the four classes; apple-app-store: independent ISAC 24,854 above central COMA 23,191 under private pay, COMA 40,670 above ISAC 39,953 under integrated and 40,673 above 38,979 under cooperative pay (released learners, several of which are not the algorithms they are named after)",
  run,
};

const SEEDS = 3;
const [WITHOUT] = WORLDS;

async function run(context: StudyContext): Promise<StudyResult> {
  context.signal.throwIfAborted();
  const seeds = Array.from({ length: context.seeds ?? SEEDS }, (_, k) => 1 + k);
  const field = sixteen();
  const learners = context.full ? [...SMALL, ...field.present] : SMALL;
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
    ...{ contestant: SMALL[0], world: WITHOUT, mode, seed: seeds[0] },
    parameters: { interdependence: 0 },
  }));
  const all = (list: readonly Field[]): Promise<Cell[]> =>
    context.all(
      learning,
      list,
      ({ contestant, world, mode, seed }) => `${contestant.name} in ${world}, ${mode}, seed ${seed}`,
    );

  const ladders = new Map(WORLDS.map((world) => [world, constantLadder(gymWorld(world))]));
  const cells = await all(fields);
  const controls = [otherModeControl(await all(divided))];
  const [own, whole] = await all(without);
  controls.push(noDependenceControl(own, whole));
  const note = context.full && field.absent.length > 0 ? `; not here: ${field.absent.join(", ")}` : "";
  return {
    measured: `learnt share of the box (gap to the best constant) under private / integrated / cooperative pay: ${summary(cells, learners, ladders)}; critics that see everybody against critics of their own: ${classLeads(cells, learners)}${note}`,
    checks: [
      chanceCheck(cells, learners),
      ...constantsChecks(cells, learners, ladders),
      contributionsCheck(cells, learners),
      ...contributionChecks(ladders),
    ],
    controls,
  };
}
