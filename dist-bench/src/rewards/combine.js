// Rewards made of rewards: added, multiplied, bounded, or different for each agent.
import { sameAgent, UserError, unknownName } from "../core/errors.js";
/** Pays the sum of the parts. */
export function sum(...parts) {
    return fold(parts, 0, (total, part) => total + part);
}
/** Pays the product of the parts. */
export function product(...parts) {
    return fold(parts, 1, (total, part) => total * part);
}
/** Pays weight × part. */
export function scaled(part, weight) {
    return fold([part], 0, (_, value) => weight * value);
}
/** Pays the part, but never less than `low` or more than `high`. */
export function bounded(part, low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY) {
    if (low > high) {
        throw new UserError({
            code: "empty-range",
            what: `the lower bound ${low} lies above the upper bound ${high}`,
            hint: "exchange them",
        });
    }
    return fold([part], 0, (_, value) => Math.min(high, Math.max(low, value)));
}
/** Pays each agent by its own reward; `others` serves those not named. Agents go by id or label. */
export function perAgent(named, others) {
    return (spec) => {
        const agents = spec.agents.length;
        const chosen = new Array(agents).fill(others);
        const taken = new Map();
        for (const [name, plan] of Object.entries(named)) {
            const seat = seatOf(name, spec);
            const before = taken.get(seat);
            if (before !== undefined)
                throw new UserError(sameAgent(before, name));
            taken.set(seat, name);
            chosen[seat] = plan;
        }
        const missing = chosen.indexOf(undefined);
        if (missing >= 0) {
            throw new UserError({
                code: "missing-agent",
                what: `no reward is declared for ${spec.agents[missing]}`,
                hint: `name it under "agents", or add "others"`,
            });
        }
        const rewards = new Map();
        const bySeat = chosen.flatMap((plan) => {
            if (plan === undefined)
                return [];
            const reward = rewards.get(plan) ?? plan(spec);
            rewards.set(plan, reward);
            return [reward];
        });
        const scratch = new Float64Array(agents);
        return {
            reset(outcomes) {
                for (const reward of rewards.values())
                    reward.reset(outcomes);
            },
            pay(outcomes, status, pay) {
                for (const reward of rewards.values()) {
                    reward.pay(outcomes, status, scratch);
                    for (let i = 0; i < agents; i++)
                        if (bySeat[i] === reward)
                            pay[i] = scratch[i];
                }
            },
        };
    };
}
/** The seat called `name`, by id or by label. */
export function seatOf(name, spec) {
    const seat = spec.agents.indexOf(name);
    if (seat >= 0)
        return seat;
    const label = spec.labels.indexOf(name);
    if (label >= 0)
        return label;
    throw new UserError(unknownName("agent of this world", name, [...spec.agents, ...spec.labels]));
}
function fold(parts, start, combine) {
    return (spec) => {
        const agents = spec.agents.length;
        const rewards = parts.map((plan) => plan(spec));
        const scratch = new Float64Array(agents);
        return {
            reset(outcomes) {
                for (const reward of rewards)
                    reward.reset(outcomes);
            },
            pay(outcomes, status, pay) {
                pay.fill(start);
                for (const reward of rewards) {
                    reward.pay(outcomes, status, scratch);
                    for (let i = 0; i < agents; i++)
                        pay[i] = combine(pay[i], scratch[i]);
                }
            },
        };
    };
}
