// What a world with a tool reports of its use.

import type { Channel } from "../../core/channel.ts";
import { flow } from "../single-agent.ts";

/** Every call is of use, or of none, or malformed; `useful` and `useless` say when, after "1 for each call". */
export function callChannels(useful: string, useless: string): readonly Channel[] {
  return [
    flow("calls", "calls", 0, 1, "sum", "1 for each call of the tool, malformed ones too"),
    flow("usefulCalls", "calls", 0, 1, "sum", `1 for each call ${useful}`),
    flow("uselessCalls", "calls", 0, 1, "sum", `1 for each call ${useless}`),
    flow("brokenCalls", "calls", 0, 1, "sum", "1 for each malformed call, which is answered [?]"),
  ];
}
