// The process reward that a rule's guidance names, with what a rule must keep, prepare and close for it.

import type { FlowNetwork } from "./flow-network.ts";
import { flowNetwork } from "./flow-network.ts";
import { drawnBy, type FlowPlace, type FlowRule } from "./flow-rule.ts";
import type { GuidanceOptions } from "./guidance.ts";
import { learntProcess } from "./learnt-process.ts";
import { exactProcess, type ProcessReward, payProcess } from "./process-reward.ts";

/** A process reward, and the parts of the rule that serve it. */
export interface NamedProcess {
  readonly reward: ProcessReward;
  readonly rule: Pick<FlowRule, "kept" | "prepare" | "close">;
}

/** The process reward of `rows` states; undefined for none. */
export function processOf(place: FlowPlace, { by, ...options }: GuidanceOptions): NamedProcess | undefined {
  switch (by) {
    case "none":
      return undefined;
    case "exact":
      return { reward: exactProcess(place.spec), rule: {} };
    case "pay":
      return { reward: payProcess(options.span), rule: {} };
    case "learnt": {
      const network: FlowNetwork = flowNetwork(place.spec, { width: options.learnWidth, blocks: 1, tokens: place.network.tokens });
      const { parameters, reward, prepare, close } = learntProcess(network, place.rows, options);
      return {
        reward,
        rule: {
          kept: { process: parameters },
          prepare: (draw, random) => prepare((own) => draw(own, drawnBy(place, place.reference)), random),
          close,
        },
      };
    }
    default:
      return by satisfies never;
  }
}
