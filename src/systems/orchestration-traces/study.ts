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
  seeds: { first: 20_001, short: 20, full: 100 },
  notDone: [
    "The survey's text: its artifact alone was at hand. Of an orchestrator's decisions only stopping is learnt.",
  ],
  seenBefore: [
    "Rate and entropy of both kinds of credit were chosen on seeds 1 to 5.",
    "An earlier record had seeds 201 to 205; ρ over all messages was 0.85 and 0.39 there. The bound of 0.6 is the bounds' 0.8 less 0.2.",
    "All was run on seeds 901 to 904: ρ of shared credit over won and lost episodes alone was 0.35 and −0.28.",
  ],
  changed: [
    "Over all messages, shared credit tells lost and long episodes from others. The difference to counterfactual credit is a claim too.",
    "There are 20 seeds instead of 5, since five did not decide the control.",
    "Within a trace shared credit is one number: that it ranks nothing there was a claim, which could not fail, and is gone.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const equations = { claims: [exampleEquation(), ...(await poolEquations())] };
  const found = await context.all(working, context.seeds, (seed) => `seed ${seed}`);
  const stops = found.map((one) => one.stops);
  const traces = found.flatMap((one) => [...Object.values(one.stops).map((arm) => arm.traces), one.wide]);
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
