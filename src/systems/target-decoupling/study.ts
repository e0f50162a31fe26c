// Target decoupling: value functions of four horizons, and what goes wrong when the actor may choose between them. The
// mechanisms are shown exactly; what they do to learning is measured on a lander that moves in one dimension, and with `--full`
// on Lunar Lander.

import { gathered } from "../../study/comparison.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type Flight, type Flown, flying, type LanderArm, PAPER_ARMS, VERTICAL_ARMS } from "./arms.ts";
import { decouplingTables, routingClaims, solvedClaim, trainedControls } from "./claims.ts";
import { gradientEquations } from "./gradient.ts";
import { horizonEquations } from "./horizon.ts";
import { surrogateClaims } from "./surrogate.ts";

export const targetDecoupling: Study = {
  id: "target-decoupling",
  title: "Target decoupling: value functions of several horizons, and an actor that sees only the longest",
  source: "arXiv 2604.13517 (Sun) and its released code, ben-dlwlrma/Representation-Over-Routing",
  claim:
    "An actor that may weigh advantages of several horizons is led astray: a trained router raises the surrogate without better play, a router that trusts the smallest error drifts to the shortest horizon; training the actor on the longest horizon alone removes that pathway.",
  claimed:
    "first version: consistently above Lunar Lander's solved threshold of 200 with minimal variance; revised version: a better worst seed and less spread, no general gain of performance. No figures could be read",
  seeds: { first: 101, short: 10, full: 20 },
  notDone: ["A trunk that actor and critic share. Lunar Lander is trained in the long form alone."],
  seenBefore: [
    "Seeds 1 to 36: the world's numbers, its starts and the learning rate were chosen on them.",
    "Seeds 101 to 105: after a run in which the 0.5 head alone landed in 58 % of episodes, the world's hover pay (0.5, now 0.15), band, time step and ceiling were changed until it did not.",
  ],
  run,
};

/** The exact parts: seconds. */
export function exactParts(): StudyResult {
  return combined(surrogateClaims(), horizonEquations(), { claims: gradientEquations() });
}

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds, full, signal } = context;
  const flown = async (task: Flight["task"], arms: readonly LanderArm[], some: readonly number[]) => {
    const flights = some.flatMap((seed) => arms.map((arm): Flight => ({ task, arm, seed })));
    const found = await context.all(flying, flights, ({ arm, seed }) => `${task} lander, ${arm}, seed ${seed}`);
    return gathered<LanderArm, Flown>(flights, found);
  };
  signal.throwIfAborted();
  const exact = exactParts();
  const vertical = await flown("vertical", VERTICAL_ARMS, seeds);
  const parts: Partial<StudyResult>[] = [
    exact,
    {
      claims: routingClaims("vertical", vertical),
      controls: trainedControls(vertical),
      tables: decouplingTables("vertical", VERTICAL_ARMS, vertical),
    },
  ];
  if (full) {
    const lunar = await flown("lunar", PAPER_ARMS, seeds.slice(0, 5));
    parts.push({
      claims: [...routingClaims("lunar", lunar), solvedClaim(lunar)],
      tables: decouplingTables("lunar", PAPER_ARMS, lunar),
    });
  }
  return combined(...parts);
}
