// Pay by one channel, seen from the agent's seat, or by a weighted sum of several.
import { channelReference, scopedValue } from "../core/channel.js";
import { UserError } from "../core/errors.js";
/** The place of `name` among the world's channels; a UserError says which there are. */
export function resolveChannel(name, spec) {
    const found = channelReference(name, spec.channels);
    if ("code" in found)
        throw new UserError(found);
    return found;
}
/** Pays weight × channel: `channel("payoff")`, `channel("joint.value", 0.5)`. */
export function channel(name, weight = 1) {
    return weightedSum({ [name]: weight });
}
/** Pays Σ weight × channel. */
export function weightedSum(weights) {
    return (spec) => {
        const agents = spec.agents.length;
        const channels = spec.channels.length;
        const terms = Object.entries(weights).map(([name, weight]) => ({ reference: resolveChannel(name, spec), weight }));
        return {
            reset() { },
            pay(outcomes, _status, pay) {
                for (let i = 0; i < agents; i++) {
                    let sum = 0;
                    for (const { reference, weight } of terms)
                        sum += weight * scopedValue(reference, outcomes, i, agents, channels);
                    pay[i] = sum;
                }
            },
        };
    };
}
