// Orchestration traces: one format for what a team of agents did, checked as strictly as its schema and its validator together;
// meters and credit computed from it; and when to stop, the decision that no system of the survey trains, learnt beside its
// exact optimum.

import { combined, type Study, type StudyContext, type StudyResult, studyJob } from "../../study/study.ts";
import { creditClaims, credits } from "./credit.ts";
import { exampleEquation, poolEquations } from "./published.ts";
import { stopping, stoppingClaims } from "./stopping.ts";
import { anyChoice, teamOf } from "./team.ts";
import { tamperingControl, written } from "./written-traces.ts";

export const orchestrationTraces: Study = {
  id: "orchestration-traces",
  title: "Orchestration traces: what a team of agents did, who is credited, and when to stop",
  source: "arXiv 2605.02801 and its artifact, xxzcc/awesome-llm-mas-rl",
  claim:
    "What a team does can be written as one timed graph of events, on which rewards, costs and credit are computed; of an orchestrator's five decisions, stopping is the one that no system of the pool (May 2026) trains.",
  claimed: "a pool of 84 entries with published counts, a schema with an example; no benchmark figure",
  // None of the set-up was chosen on these seeds.
  seeds: { first: 201, short: 5, full: 20 },
  notDone: [
    "Over all messages of a seed the team's reward tells won from lost episodes; credits compared within won and within lost ones alone.",
  ],
  seenBefore: ["Rate and entropy of both kinds of credit were chosen on seeds 1 to 5."],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const equations = { claims: [exampleEquation(), ...(await poolEquations())] };
  context.signal.throwIfAborted();
  const found = await context.all(working, context.seeds, (seed) => `seed ${seed}`);
  const stops = found.map((one) => one.stops);
  const traces = found.flatMap(({ wide, stops: { team, stops, dealt } }) => [
    ...[team, stops, dealt].map((arm) => arm.traces),
    wide,
  ]);
  const credit = { claims: creditClaims(found.map((one) => one.credit)) };
  return combined(equations, stoppingClaims(stops), { controls: [tamperingControl(traces)] }, credit);
}

/** All that a seed plays and trains, and the traces of a wider team that plays every choice alike. */
export async function work(seed: number, signal?: AbortSignal) {
  return {
    stops: await stopping(seed, signal),
    credit: credits(seed),
    wide: written(teamOf({ width: 3, loss: 0.1, reports: "bit" }), anyChoice(), seed, 200),
  };
}

const working = studyJob(import.meta.url, work);
