// Rank-velocity shaping (VERL): effective rank of the hidden states of an answer, how fast it grows, whether that speeds up, and
// a bonus by the three that never turns an advantage round, on a small transformer that writes twelve values of a chain. Its states
// are those from which each character is chosen.

import { above, atLeast, atMost, equalTo, within } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import { type Comparison, comparison } from "../../study/comparison.ts";
import { exact, sampled } from "../../study/figure.ts";
import type { Study, StudyContext, StudyResult } from "../../study/study.ts";
import { bySeed, type Table, table } from "../../study/table.ts";
import { type ArmName, type Conduct, RELEASED, UNBOUND, USUAL, writingPart } from "./arms.ts";
import { type Couplings, independentSteps } from "./measuring.ts";

export const verlRank: Study = {
  id: "verl-rank",
  title: "Rank-velocity shaping: exploration and exploitation in hidden states",
  source: "arXiv 2509.23808 (VERL)",
  claim:
    "In hidden states exploration (effective rank) and exploitation (its velocity) are nearly uncorrelated, while token measures are two sides of one thing; a bonus that pays for both, balanced by the rank's acceleration, lifts pass@1 and pass@k of GRPO.",
  claimed:
    "gains of GRPO and PPO over Llama, Qwen and Mistral bases in pass@1 and pass@k, up to 21.4 percentage points (Gaokao 2024)",
  seeds: { first: 101, short: 5, full: 20 },
  notDone: ["Language models of billions of weights; the shaping of PPO."],
  seenBefore: [
    "The bonus without its bound: five times the bonus turned few advantages round on the development seeds, so fifty times stands beside it as the control.",
  ],
  run,
};

const UPDATES = 100;
/** Least gain of pass@1, and where it is neutral. */
const [GAIN, NEUTRAL] = [0.01, 0.02];

type Arms = Comparison<ArmName | "warm", Conduct>;

async function run({ full, seeds, all }: StudyContext): Promise<StudyResult> {
  const few = full ? seeds.length : 3;
  const jobs = seeds.map((seed, k) => ({
    seed,
    updates: UPDATES,
    arms: [...USUAL, ...(k < few ? UNBOUND : []), ...(full ? RELEASED : [])],
  }));
  const written = comparison(await all(writingPart, jobs, ({ seed }) => `writers, seed ${seed}`));
  return {
    claims: [...couplingClaims(written), trainingClaim(written, full)],
    controls: [lots(written), withoutBound(written), reordered(written)],
    tables: [
      written.table(`after ${UPDATES} updates`, ["warm", ...jobs[0].arms], {
        "pass@1": "passAt1",
        "pass@16": "passAt16",
        rank: "rank",
        velocity: "velocity",
        entropy: "entropy",
        characters: "length",
      }),
      warmTable(written),
      bySeed("signs of advantages that were turned round without the bound", {
        "five-fold": written.values("five-fold", "flips"),
        "fifty-fold": written.values("fifty-fold", "flips"),
      }),
    ],
  };
}

/** A number of the warm models' answers, of the seeds in which it has a value. */
function warm(arms: Arms, of: (couplings: Couplings) => number | null): number[] {
  return arms.conducts("warm").flatMap(({ couplings }) => (couplings && of(couplings)) ?? []);
}

/** Token measures are two sides of one thing; whether rank and velocity are not. */
function couplingClaims(arms: Arms): Claim[] {
  const found = (of: "tokens" | "tokensAlone" | "states" | "statesAlone") => sampled(warm(arms, (one) => one[of]));
  return [
    claim(
      "512 answers of the warm model: correlation of mean entropy and mean greatest probability, length taken out",
      [is(found("tokensAlone"), atMost(-0.7)), beside("as it is", found("tokens"))],
    ),
    claim("the same answers: correlation of effective rank and its velocity, length taken out", [
      is(found("statesAlone"), within(-0.4, 0.4)),
      beside("as it is", found("states")),
      beside("curves of six points with independent steps", exact(independentSteps(6))),
      beside("of twenty-five", exact(independentSteps(25))),
    ]),
  ];
}

/** Whether the shaping is worth anything. */
function trainingClaim(arms: Arms, full: boolean): Claim {
  return claim(
    `${UPDATES} updates, every character of an answer shaped: pass@1 and pass@16 beyond plain GRPO`,
    [
      is(arms.less("verl", "grpo", "passAt1"), atLeast(GAIN), "pass@1"),
      is(arms.less("verl", "grpo", "passAt16"), atLeast(0), "pass@16"),
      beside("pass@1 beyond half and half", arms.less("verl", "half", "passAt1")),
      ...(full ? [beside("pass@1, last character alone", arms.less("last", "grpo", "passAt1"))] : []),
      beside("mean bonus", arms.mean("verl", "bonus")),
    ],
    { note: `within ±${NEUTRAL} of pass@1 it is neutral` },
  );
}

function warmTable(arms: Arms): Table {
  const rightness = (k: number) => sampled(warm(arms, ({ rightness: found }) => found[k]));
  return table("answers of the warm model", {
    "share with a curve": { mean: sampled(warm(arms, ({ curves }) => curves)) },
    "correlation of right answers with rank": { mean: rightness(0) },
    "with velocity": { mean: rightness(1) },
    "with acceleration": { mean: rightness(2) },
  });
}

/** The same bonuses, given to answers by lot. */
function lots(arms: Arms): Control {
  return control(
    `bonuses that are given to answers by lot: pass@1 beyond plain GRPO by more than +${GAIN}`,
    is(arms.less("shuffled", "grpo", "passAt1"), above(GAIN)),
  );
}

/** What the bound is for. */
function withoutBound(arms: Arms): Control {
  return control(
    "fifty times the bonus without its bound: every advantage keeps its sign, or pass@1 does not fall",
    [
      is(exact(Math.min(...arms.values("fifty-fold", "flips"))), equalTo(0), "fewest signs turned"),
      is(arms.less("fifty-fold", "grpo", "passAt1"), atLeast(0), "pass@1 beyond plain GRPO"),
      beside("with five times", arms.less("five-fold", "grpo", "passAt1")),
    ],
    { needs: "any" },
  );
}

/** The rank does not know the order of the states, and velocity and acceleration do. */
function reordered(arms: Arms): Control {
  const changes = (of: keyof Couplings["reordered"]) => warm(arms, ({ reordered: found }) => found[of]);
  return control(
    "states of the warm model's answers in another order: velocity and acceleration stay, or the rank changes",
    [
      is(exact(Math.max(...changes("rank"))), above(1e-5), "rank at most"),
      ...(["velocity", "acceleration"] as const).flatMap((of) => [
        is(exact(Math.min(...changes(of))), atMost(1e-3), `${of} at least`),
        beside("on average", sampled(changes(of))),
      ]),
    ],
    { needs: "any" },
  );
}
