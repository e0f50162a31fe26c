// Gating: a reward counts only while a condition on a channel holds. Conditions keep a second goal from being bought
// with the first ("profit counts only while trust is at least 0.6").
import { scopedValue } from "../core/channel.js";
import { UserError } from "../core/errors.js";
import { resolveChannel } from "./channel-reward.js";
/** Pays `then` to the agents for whom the condition holds at this step, `otherwise` (default nothing) to the rest. */
export function gate(condition, then, otherwise) {
    const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = condition;
    if (condition.atLeast === undefined && condition.atMost === undefined) {
        throw new UserError({
            code: "empty-condition",
            what: `the gate on "${condition.channel}" has no bound`,
            hint: "give atLeast or atMost",
        });
    }
    if (atLeast > atMost) {
        throw new UserError({
            code: "empty-range",
            what: `the gate on "${condition.channel}" never opens: atLeast ${atLeast} lies above atMost ${atMost}`,
            hint: "exchange them",
        });
    }
    return (spec) => {
        const agents = spec.agents.length;
        const channels = spec.channels.length;
        const reference = resolveChannel(condition.channel, spec);
        const open = then(spec);
        const shut = otherwise?.(spec);
        const scratch = new Float64Array(agents);
        return {
            reset(outcomes) {
                open.reset(outcomes);
                shut?.reset(outcomes);
            },
            pay(outcomes, status, pay) {
                open.pay(outcomes, status, pay);
                scratch.fill(0);
                shut?.pay(outcomes, status, scratch);
                for (let i = 0; i < agents; i++) {
                    const value = scopedValue(reference, outcomes, i, agents, channels);
                    if (!(value >= atLeast && value <= atMost))
                        pay[i] = scratch[i];
                }
            },
        };
    };
}
