// Whether a trace's totals are what its events add up to.

import type { EventType, Trace } from "../../core/trace.ts";
import { traceMeters } from "./meters.ts";

/** A total that its events contradict. */
export interface Discrepancy {
  readonly path: readonly [group: "costs" | "rewards" | "metrics", name: string];
  readonly stated: number;
  readonly recomputed: number;
}

/** How a trace is read. */
export interface AuditOptions {
  /** What `t` counts: seconds can be compared with the wall clock. Default "steps", which cannot. */
  readonly clock?: "seconds" | "steps";
  /** Largest difference that is none, relative to the larger of 1 and the number. Default 1e-9. */
  readonly tolerance?: number;
}

/** Totals that differ from what events say; a total of which they say nothing is left alone. */
export function auditTrace(trace: Trace, { clock = "steps", tolerance = 1e-9 }: AuditOptions = {}): Discrepancy[] {
  const { costs, rewards, metrics = {} } = trace;
  const sums = recomputed(trace, clock);
  const stated = { costs, rewards, metrics };
  return sums.flatMap(({ path, recomputed: value }) => {
    const said = stated[path[0]][path[1]];
    if (said === undefined || Math.abs(said - value) <= tolerance * Math.max(1, Math.abs(said))) return [];
    return [{ path, stated: said, recomputed: value }];
  });
}

type Recomputed = Pick<Discrepancy, "path" | "recomputed">;

function recomputed(trace: Trace, clock: "seconds" | "steps"): Recomputed[] {
  const { events } = trace;
  const meters = traceMeters(trace);
  const count = (type: EventType) => events.filter((event) => event.type === type).length;
  const tokens = events.flatMap((event) => event.tokens ?? []);
  const channels = new Set(events.flatMap(({ rewards = {} }) => Object.keys(rewards)));
  const known = (path: Discrepancy["path"], value: number | null): Recomputed[] =>
    value === null ? [] : [{ path, recomputed: value }];
  return [
    ...known(["costs", "tool_calls"], count("tool_call")),
    ...known(["costs", "messages"], count("message")),
    ...known(["costs", "tokens"], tokens.length === 0 ? null : tokens.reduce((sum, number) => sum + number, 0)),
    ...known(["costs", "wall_clock_s"], clock === "seconds" ? meters.criticalPath : null),
    ...[...channels].flatMap((channel) =>
      known(
        ["rewards", channel],
        events.reduce((sum, { rewards = {} }) => sum + (Object.hasOwn(rewards, channel) ? rewards[channel] : 0), 0),
      ),
    ),
    ...known(["metrics", "parallelism_efficiency"], meters.parallelismEfficiency),
    ...known(["metrics", "protocol_overhead"], meters.protocolOverhead),
    ...known(["metrics", "error_amplification"], meters.errorAmplification),
  ];
}
