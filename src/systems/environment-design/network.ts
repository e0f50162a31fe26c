// The same comparison for a rule that is a network: a learned policy gradient small enough for evolution.

import { Random } from "../../core/random.ts";
import { atLeast } from "../../study/bound.ts";
import { claim, is } from "../../study/claim.ts";
import { byArm } from "../../study/comparison.ts";
import { type StudyContext, type StudyResult, studyJob } from "../../study/study.ts";
import { curriculumOf, learned, RANDOM, REGRET, unseen } from "./arms.ts";
import { initialLpg, lpgRule } from "./learned-policy-gradient.ts";
import { mainClaims, shareTable } from "./shares.ts";

const NETWORK = "learned policy gradient, 16 recurrent units";
/** Found with domain randomisation on seeds apart from those that count. */
const GENERATIONS = 400;

interface NetworkJob {
  readonly arm: typeof RANDOM | typeof REGRET;
  readonly seed: number;
}

const firstNetwork = (seed: number) => initialLpg(Random.of(seed, "network"));

/** Learns a network; its parameters. */
export async function learnNetwork({ arm, seed }: NetworkJob, signal?: AbortSignal): Promise<Float32Array> {
  const network = { initial: firstNetwork(seed), rule: lpgRule };
  const [centre] = await learned(network, curriculumOf(arm, seed), seed, [GENERATIONS], signal);
  return centre;
}

const networks = studyJob(import.meta.url, learnNetwork);

/** Learns networks by domain randomisation and by regret, from the same first ones, and measures them on unseen levels. */
export async function networkClaims({ all, seeds: many }: StudyContext): Promise<Partial<StudyResult>> {
  const seeds = many.slice(0, 3);
  const jobs = [RANDOM, REGRET].flatMap((arm) => seeds.map((seed) => ({ arm, seed })));
  const centres = await all(networks, jobs, ({ arm, seed }) => `${NETWORK}, ${arm}, seed ${seed}`);
  const measured = (parameters: Float32Array, k: number) => unseen(seeds[0]).measure(lpgRule(parameters), seeds[k], 1);
  const arms = byArm(
    new Map([
      ["before", seeds.map(firstNetwork).map(measured)],
      [RANDOM, centres.slice(0, seeds.length).map(measured)],
      [REGRET, centres.slice(seeds.length).map(measured)],
    ]),
  );
  return {
    claims: [
      claim(`${NETWORK}: it learns to learn`, [
        is(arms.less(RANDOM, "before", "mean"), atLeast(0.2), "mean share on unseen levels, more than before"),
      ]),
      ...mainClaims(arms, RANDOM, REGRET, NETWORK),
    ],
    tables: [shareTable(`${NETWORK}, ${GENERATIONS} generations`, arms, ["before", RANDOM, REGRET])],
  };
}
