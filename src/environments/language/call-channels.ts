// What a world with a tool reports of its use.

import type { Channel } from "../../core/channel.ts";
import { event } from "../single-agent.ts";

/** Every call is of use, or of none, or malformed; `useful` and `useless` say when, after "1 for each call". */
export function callChannels(useful: string, useless: string): readonly Channel[] {
  return [
    event("calls", "calls", "1 for each call of the tool, malformed ones too"),
    event("usefulCalls", "calls", `1 for each call ${useful}`),
    event("uselessCalls", "calls", `1 for each call ${useless}`),
    event("brokenCalls", "calls", "1 for each malformed call, which is answered [?]"),
  ];
}
