// `agon trace`: checks and measures files of orchestration traces.

import { resolve } from "node:path";
import { sentence } from "../core/errors.ts";
import type { Fault } from "../evaluation/traces/check.ts";
import { familyRewards } from "../evaluation/traces/credit.ts";
import { faultsIn, MOST_FAULTS, readTraceDocuments, readTraces, traceLine } from "../evaluation/traces/file.ts";
import { auditTrace, traceMeters } from "../evaluation/traces/meters.ts";
import { orchestrationReward } from "../evaluation/traces/orchestration-reward.ts";
import { traceJsonSchema } from "../evaluation/traces/schema.ts";
import { traceRollout } from "../evaluation/traces/trace-rollouts.ts";
import { pick as pickFrom } from "../feedback/topology/choice.ts";
import { findRun } from "../lab/store/store.ts";
import { runTraces } from "../lab/view/run-traces.ts";
import type { Flags } from "./commands.ts";
import { answer, number, print, printJson, remark, style, table, whole } from "./output.ts";

/** Prints every fault of a file's traces. Exit code 2 where there is one. */
export async function check(file: string, flags: Flags<"trace check">): Promise<number> {
  const mode = flags.lenient ? "lenient" : "strict";
  const documents = readTraceDocuments(file);
  const traces: { trace: string; faults: Fault[] }[] = [];
  let total = 0;
  for (const [k, document] of documents.entries()) {
    if (total >= MOST_FAULTS) break;
    const faults = faultsIn(document, mode);
    traces.push({ trace: nameOf(document.value) ?? `trace ${k + 1}`, faults });
    total += faults.length;
  }
  const rest = documents.length - traces.length;
  if (rest > 0) remark(`with ${whole(total)} faults the other ${whole(rest)} traces were not looked at`);
  const faulty = traces.filter(({ faults }) => faults.length > 0).length;
  answer(flags, { file, mode, pass: faulty === 0, traces }, () => {
    for (const { trace, faults } of traces) {
      if (faults.length === 0) print(`${style("green", "✓")} ${trace}`);
      for (const fault of faults) print(`${style("red", "✗")} ${trace}: ${sentence(fault)} (${fault.rule})`);
    }
    const count = `${traces.length} ${traces.length === 1 ? "trace" : "traces"}`;
    print("", faulty === 0 ? `${count}, ${mode}: no fault` : `${count}, ${mode}: ${faulty} with faults`);
  });
  return faulty === 0 ? 0 : 2;
}

/** Prints the measures of a file's traces, and the totals that contradict their events. */
export async function meters(file: string, flags: Flags<"trace meters">): Promise<number> {
  const measured = readTraces(file).map((trace) => ({
    trace: trace.trace_id,
    meters: traceMeters(trace),
    rewards: familyRewards(trace),
    orchestration: orchestrationReward(trace, trace.metrics?.task_success ?? trace.rewards.team ?? 0),
    contradictions: auditTrace(trace),
  }));
  if (flags.json) return printJson(measured);
  print(
    table(
      ["trace", "events", "agents", "critical path", "work", "speed-up", "efficiency", "overhead", "amplification"],
      measured.map(({ trace, meters: m }) => [
        trace,
        ...[m.events, m.agents, m.criticalPath, m.work, m.speedUp].map(number),
        ...[m.parallelismEfficiency, m.protocolOverhead, m.errorAmplification].map(number),
      ]),
    ),
  );
  for (const { trace, contradictions } of measured) {
    for (const { path, stated, recomputed } of contradictions)
      print(`${style("red", "✗")} ${trace}: ${path.join(".")} is ${stated}, its events give ${recomputed}`);
  }
  return 0;
}

/** Prints the episodes of a run as traces, one per line. */
export async function exportRun(name: string, flags: Flags<"trace export">): Promise<number> {
  const { store, run } = findRun(flags.store, name);
  for await (const trace of runTraces(resolve(store, run))) process.stdout.write(traceLine(trace));
  return 0;
}

/** Prints which successful traces of the files to imitate and which of their tasks to train on, with weights. */
export async function pick(files: readonly string[], flags: Flags<"trace pick">): Promise<number> {
  const rollouts = files.flatMap((file) => readTraces(file)).map((trace) => traceRollout(trace));
  const manifest = pickFrom(rollouts, flags);
  if (flags.json) return printJson(manifest);
  return print(
    table(
      ["success", "task", "weight", "recovery", "efficiency", "diversity"],
      manifest.trajectories.map((one) => [
        one.id,
        one.task,
        ...[one.weight, one.recovery, one.efficiency, one.diversity].map(number),
      ]),
    ),
    "",
    table(
      ["task", "weight", "pass rate", "error branches", "heterogeneity"],
      manifest.tasks.map((one) => [
        one.task,
        ...[one.weight, one.passRate, one.errorBranches, one.heterogeneity].map(number),
      ]),
    ),
  );
}

export const schema = async (): Promise<number> => print(JSON.stringify(traceJsonSchema(), undefined, 2));

function nameOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const name: unknown = Reflect.get(value, "trace_id");
  return typeof name === "string" && name !== "" ? name : undefined;
}
