// Coopetition-Gym v1 with learners: the same learner in the same world under private, integrated and cooperative pay. The
// short form compares the smallest learners with critics of their own and with one critic for all seats; the long form adds
// the published sixteen in their textbook form, and the two learners of the published crossover for longer.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { contributionEquation, type Ladders } from "../../study/testbeds/coopetition/contributions.ts";
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
import { CROSSING, DIVIDED, type Field, fieldsOf, learning, SIXTEEN, SMALL, WORLDS } from "./field.ts";
import { CROSSED, crossoverClaims, PAYS, parametersOf, SURVEYED, survey, TWENTY } from "./survey.ts";

export const coopetitionLearners: Study = {
  id: "coopetition-learners",
  title: "Learners under private, integrated and cooperative pay",
  source: "arXiv 2605.02063 (Pant & Yu) and its released code, vikpant/strategic-coopetition",
  claim:
    "With learner and world held fixed, the reward's mutuality decides what is learnt, interdependence makes up a third to three fifths of what learners are paid, and which kind of learner leads can depend on it.",
  claimed:
    "median contribution of interdependence 30.1, 23.5, 59.2 and 28.6% in the four classes; apple-app-store: independent ISAC 24,854 above central COMA 23,191 under private pay, COMA 40,670 above ISAC 39,953 under integrated and 40,673 above 38,979 under cooperative pay (released learners, several of which are not the algorithms they are named after)",
  seeds: { first: 2001, short: 5, full: 7 },
  notDone: [
    "Half a million to a million steps with layers of 128: the sixteen have 10,000 steps and layers of 16, with three of the seven seeds. Those of the crossover have 100,000 steps and layers of 32.",
    "Forty seats in apache-project: its first phase is played, with eight.",
    "Cooperative pay in the twenty worlds: the sixteen learn under private and integrated pay.",
  ],
  seenBefore: [
    "Rate, spread and batch of the small learners: chosen on seeds 101 to 107, for both together.",
    "The small learners on seeds 1 to 3. What a training of the sixteen takes: seed 901.",
  ],
  changed: [
    "The short form has five new seeds in the place of seeds 1 to 3, which left a claim undecided.",
    "The long form had the sixteen in three worlds and was never recorded. It has all twenty worlds, the published medians and the published crossover as claims.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  context.signal.throwIfAborted();
  const ladders = new Map(WORLDS.map((world) => [world, constantLadder(gymWorld(world))]));
  const parts: Partial<StudyResult>[] = [await compared(context, ladders)];
  if (context.full) parts.push(await surveyed(context), await crossed(context));
  return combined(...parts);
}

const label = ({ contestant, world, mode, seed }: Field) => `${contestant.name} in ${world}, ${mode}, seed ${seed}`;

/** The small learners under each pay, and the controls. */
async function compared({ seeds, all }: StudyContext, ladders: Ladders): Promise<StudyResult> {
  const fields = await fieldsOf(SMALL, WORLDS, MODES, seeds);
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
  const runs = runsOf(await all(learning, fields, label), SMALL);
  const otherMode = otherModeControl(await all(learning, divided, label));
  const [own, whole] = await all(learning, without, label);
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

/** The sixteen in the twenty worlds. */
async function surveyed({ seeds, all }: StudyContext): Promise<StudyResult> {
  const fields = await fieldsOf(SIXTEEN, TWENTY, PAYS, seeds.slice(0, SURVEYED), parametersOf);
  const ladders = new Map(TWENTY.map((world) => [world, constantLadder(gymWorld(world, parametersOf(world)))]));
  return survey(runsOf(await all(learning, fields, label), SIXTEEN), ladders);
}

/** The two learners of the published crossover, in its world. */
async function crossed({ seeds, all }: StudyContext): Promise<Partial<StudyResult>> {
  const fields = await fieldsOf(CROSSING, [CROSSED], MODES, seeds);
  return { claims: crossoverClaims(await all(learning, fields, label)) };
}
