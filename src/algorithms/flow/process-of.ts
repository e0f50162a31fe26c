// The process reward that a guidance names.

import type { NumericSpec } from "../../core/environment.ts";
import { flowNetwork } from "./flow-network.ts";
import type { GuidanceOptions } from "./guidance.ts";
import { type LearntProcess, learntProcess } from "./learnt-process.ts";
import { exactProcess, type ProcessReward, payProcess } from "./process-reward.ts";
import { weightedProcess } from "./weighted-process.ts";

/** A process reward; `learnt` where it must be fitted before it is used, and kept. */
export interface NamedProcess {
  readonly reward: ProcessReward;
  readonly learnt?: LearntProcess;
  close(): void;
}

/** The process reward of `rows` states of a world; undefined for none. Throws a UserError where it does not fit the world. */
export function processOf(
  { spec, rows, tokens }: { readonly spec: NumericSpec; readonly rows: number; readonly tokens?: number | undefined },
  { by, ...options }: GuidanceOptions,
): NamedProcess | undefined {
  const close = () => {};
  switch (by) {
    case "none":
      return undefined;
    case "exact":
      return { reward: exactProcess(spec), close };
    case "pay":
      return { reward: payProcess(options.span), close };
    case "learnt": {
      const network = flowNetwork(spec, { width: options.learnWidth, blocks: 1, tokens });
      const { weights } = options;
      const learnt =
        weights === undefined
          ? learntProcess(network, rows, options)
          : weightedProcess(network, rows, options, weights);
      return { reward: learnt.reward, learnt, close: learnt.close };
    }
    default:
      return by satisfies never;
  }
}

/** Throws a UserError where a guidance does not fit a world. */
export function checkGuidance(spec: NumericSpec, guidance: GuidanceOptions): void {
  if (guidance.by === "exact") exactProcess(spec);
}
