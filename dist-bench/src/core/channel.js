// Outcomes: what a world reports of each agent at each step, as named numbers with units and ranges. A channel says
// nothing about what is good; a reward or an objective does.
import { unknownName } from "./errors.js";
const scopes = new Set(["own", "joint", "mean", "others", "min", "max"]);
/** Reads `payoff` or `joint.payoff`; a problem where the channel or the scope is not there. */
export function channelReference(text, channels) {
    const dot = text.indexOf(".");
    const named = channels.findIndex((channel) => channel.name === text);
    if (named >= 0)
        return { scope: "own", channel: channels[named], index: named };
    const scope = dot < 0 ? "own" : text.slice(0, dot);
    const name = dot < 0 ? text : text.slice(dot + 1);
    if (!isScope(scope))
        return unknownName("scope", scope, scopes);
    const index = channels.findIndex((channel) => channel.name === name);
    const names = channels.map((channel) => channel.name);
    if (index < 0)
        return unknownName("channel of this world", name, names);
    return { scope, channel: channels[index], index };
}
function isScope(text) {
    return scopes.has(text);
}
/** Value of a channel as agent `seat` sees it. `outcomes` is [agents × channels]. */
export function scopedValue(reference, outcomes, seat, agents, channels) {
    const { scope, index } = reference;
    if (scope === "own")
        return outcomes[seat * channels + index];
    let sum = 0;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < agents; i++) {
        const value = outcomes[i * channels + index];
        sum += value;
        if (value < low)
            low = value;
        if (value > high)
            high = value;
    }
    switch (scope) {
        case "joint":
            return sum;
        case "mean":
            return sum / agents;
        case "others":
            return agents > 1 ? (sum - outcomes[seat * channels + index]) / (agents - 1) : 0;
        case "min":
            return low;
        case "max":
            return high;
        default:
            return scope;
    }
}
