// Potential-based shaping, F = γ·Φ(s') − Φ(s) (Ng, Harada & Russell, 1999): guides learning without moving the optimum.
// The potential reads state channels only, since a flow is no function of the state; it is 0 in a state that ends the
// episode, and goes on where the episode is merely cut off.
import { scopedValue } from "../core/channel.js";
import { Status } from "../core/environment.js";
import { UserError } from "../core/errors.js";
import { resolveChannel } from "./channel-reward.js";
/** Pays γ·Φ(s') − Φ(s) with Φ = Σ weight × state channel. `discount` is γ in (0, 1], the learner's own. */
export function potential(weights, discount) {
    return (spec) => {
        const agents = spec.agents.length;
        const channels = spec.channels.length;
        const terms = Object.entries(weights).map(([name, weight]) => ({ reference: resolveChannel(name, spec), weight }));
        for (const { reference } of terms) {
            if (reference.channel.state)
                continue;
            const states = spec.channels.filter((c) => c.state).map((c) => c.name);
            throw new UserError({
                code: "not-a-state",
                what: `the potential reads "${reference.channel.name}", which is not part of the state`,
                hint: states.length > 0 ? `state channels: ${states.join(", ")}` : "this world has no state channels",
            });
        }
        const before = new Float64Array(agents);
        const phi = (outcomes, seat) => {
            let value = 0;
            for (const { reference, weight } of terms)
                value += weight * scopedValue(reference, outcomes, seat, agents, channels);
            return value;
        };
        return {
            reset(outcomes) {
                for (let i = 0; i < agents; i++)
                    before[i] = phi(outcomes, i);
            },
            pay(outcomes, status, pay) {
                const ended = (status & Status.terminated) !== 0;
                for (let i = 0; i < agents; i++) {
                    const now = ended ? 0 : phi(outcomes, i);
                    pay[i] = discount * now - before[i];
                    before[i] = now;
                }
            },
        };
    };
}
