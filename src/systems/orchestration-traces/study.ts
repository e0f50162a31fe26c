// Orchestration traces: one format for what a team of agents did, checked as strictly as its schema and its validator
// together; meters and credit computed from it; and the decision that the survey found nobody to train, when to stop, learnt
// beside its exact optimum.

import type { Agent } from "../../core/agent.ts";
import type { Random } from "../../core/random.ts";
import { bestFixedTeam } from "../../environments/team/fixed-team.ts";
import { optimalStop, stopValue } from "../../environments/team/optimal-stop.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { maximise } from "../../math/maximise.ts";
import {
  type Check,
  type Control,
  holds,
  type Study,
  type StudyContext,
  type StudyResult,
} from "../../study/legacy.ts";
import { creditChecks, creditPart } from "./credit-checks.ts";
import { exactChecks } from "./exact-checks.ts";
import { formatChecks } from "./format-checks.ts";
import { type Arm, EPISODES, type Learned, learningPart } from "./learning.ts";
import { teamOf } from "./playing.ts";
import { poolChecks } from "./pool.ts";
import { type Written, written } from "./writing.ts";

export const orchestrationTraces: Study = {
  id: "orchestration-traces",
  title: "Orchestration traces: what a team of agents did, who is credited, and when to stop",
  source: "arXiv 2605.02801 and its artifact, xxzcc/awesome-llm-mas-rl",
  claim:
    "What a team does can be written as one timed graph of events, on which rewards, costs and credit are computed; of an orchestrator's five decisions, stopping is the one that no system of the pool (May 2026) trains.",
  claimed: "a pool of 84 entries with published counts, a schema with an example; no benchmark figure",
  run,
};

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 201;
const ARMS: readonly Arm[] = ["team", "stops", "dealt"];

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = Array.from({ length: context.seeds ?? (context.full ? 20 : 5) }, (_, k) => FIRST_SEED + k);
  const exact = [...formatChecks(), ...(await poolChecks()), ...exactChecks()];
  context.signal.throwIfAborted();
  const jobs = seeds.flatMap((seed) => ARMS.map((arm) => ({ arm, seed })));
  const learned = await context.all(learningPart, jobs, ({ arm, seed }) => `${arm}, seed ${seed}`);
  const credits = await context.all(
    creditPart,
    seeds.map((seed) => ({ seed })),
    ({ seed }) => `credit, seed ${seed}`,
  );
  const of = (arm: Arm) => learned.filter((_, k) => jobs[k].arm === arm);
  const wide = seeds.map((seed) => written(teamOf({ width: 3, loss: 0.1, reports: "bit" }), anyChoice(4), seed, 200));
  const traces = [...learned.map((one) => one.traces), ...wide];
  const { protocol } = teamOf();
  const best = optimalStop(protocol).value;
  return {
    measured:
      `best stop ${best.toFixed(4)}, best fixed number (${bestFixedTeam(protocol).workers} workers) ` +
      `${bestFixedTeam(protocol).value.toFixed(4)}; learnt with the team's credit ${values(of("team"))}, with credit at stops ` +
      `${values(of("stops"))}, from other episodes' rewards ${values(of("dealt"))}; ` +
      `${mean(learned.map(({ seconds }) => seconds)).toFixed(1)} s a training`,
    checks: [
      ...exact,
      ...stopChecks("the team's credit for every decision", of("team"), best),
      ...stopChecks("credit at the stops alone", of("stops"), best),
      ...traceChecks(traces),
      ...creditChecks(credits),
    ],
    controls: [dealtRewards(of("dealt")), tampering(traces)],
  };
}

const values = (learned: readonly Learned[]) => learned.map(({ value }) => value.toFixed(3)).join(" ");

/** Plays every choice alike. */
function anyChoice(choices: number): Agent {
  let hand: Random | undefined;
  return {
    reset(random) {
      hand = random;
    },
    act(_observation, action) {
      action[0] = hand?.integer(choices) ?? 0;
    },
  };
}

function stopChecks(name: string, learned: readonly Learned[], best: number): Check[] {
  const shares = learned.map(({ value }) => value / best);
  const gain = pairedEffect(
    learned.map(({ fixed }) => fixed),
    learned.map(({ value }) => value),
  );
  return [
    holds(
      `a stop learnt in ${EPISODES} episodes by REINFORCE, ${name}`,
      "≥ 95% of the best stop's value, each seed",
      shares.map((share) => `${(100 * share).toFixed(1)}%`).join(" "),
      shares.every((share) => share >= 0.95),
    ),
    holds(
      `beats the best fixed number of workers, ${name}`,
      "by ≥ 0.02, each seed",
      `${learned.map(({ value, fixed }) => (value - fixed).toFixed(3)).join(" ")}; mean ${gain.mean?.toFixed(3)} [${gain.low?.toFixed(3)}, ${gain.high?.toFixed(3)}], d = ${gain.effectSize?.toFixed(1)}`,
      learned.every(({ value, fixed }) => value - fixed >= 0.02),
    ),
  ];
}

const total = (all: readonly Written[], of: (one: Written) => number) => all.reduce((sum, one) => sum + of(one), 0);

function traceChecks(all: readonly Written[]): Check[] {
  const episodes = total(all, (one) => one.episodes);
  const faulty = total(all, (one) => one.faulty);
  const unsteady = total(all, (one) => one.unsteady);
  const accused = total(all, (one) => one.accused);
  const furthest = Math.max(...all.map((one) => one.furthest));
  return [
    holds(`${episodes} episodes as traces`, "all valid in strict mode", `${faulty} faulty`, faulty === 0),
    holds("their text, read and written again", "the same bytes", `${unsteady} differ`, unsteady === 0),
    holds(
      "reward, costs and critical path from their events",
      "the world's own numbers (1e-9)",
      `furthest ${furthest.toExponential(1)}`,
      furthest <= 1e-9,
    ),
    holds("their totals against their events", "no contradiction", `${accused} contradictions`, accused === 0),
  ];
}

/** Stops at random, whatever was heard, with the best of all chances to stop; and with choices alike. */
function randomStops() {
  const { protocol } = teamOf();
  const worth = (stop: number) =>
    stopValue(protocol, (_evidence, _workers, _time, chances) => chances.fill(1 - stop).fill(stop, 0, 1));
  return { best: maximise(worth, 0, 1, 21, 1e-3), alike: worth(0.5) };
}

/** What is learnt from other episodes' rewards drifts; a random stop is given the best of what drift may find. */
function dealtRewards(learned: readonly Learned[]): Control {
  const value = mean(learned.map((one) => one.value));
  const { best, alike } = randomStops();
  return {
    name: "learnt from rewards dealt to other episodes, the stop is better than the best random one by more than 0.02",
    failed: value <= best.value + 0.02,
    measured:
      `${value.toFixed(3)} on average beside ${best.value.toFixed(3)} (stops with chance ${best.at.toFixed(2)}; ` +
      `${alike.toFixed(3)} where choices are alike); by seed ${values(learned)}`,
  };
}

function tampering(all: readonly Written[]): Control {
  const tampered = total(all, (one) => one.episodes - one.faulty);
  const foundOut = total(all, (one) => one.foundOut);
  return {
    name: "a trace with one cost changed agrees with its events",
    failed: foundOut === tampered,
    measured: `${foundOut} of ${tampered} found out, each at the cost that was changed and nowhere else`,
  };
}
