// The common step of the twenty Coopetition-Gym worlds: actors invest, keep what they don't invest, share a synergy,
// and watch each other. Sources: arXiv 2510.18802 and 2510.24909 for the mathematics, the Coopetition-Gym v1 release
// (arXiv 2605.02063) for the order of updates. A world adds its own rules through an Extension, never by another loop.
import { observationSize, Status, } from "../../core/environment.js";
import { layout } from "../../core/layout.js";
import { damageChange, productGrowth, signalOf, trustChange } from "./trust.js";
import { NO_ACTION, rootOf } from "./value.js";
// Places of the common channels in a row of outcomes.
const INVESTMENT = 0;
const COOPERATION = 1;
const VALUE = 2;
const PAYOFF = 3;
const UTILITY = 4;
const TRUST = 5;
const DAMAGE = 6;
const COMMON_CHANNELS = 7;
/** Builds a world from its constants and rules; `oraclesOf` gives its reference players. */
export function playable(game, oraclesOf) {
    const n = game.endowment.length;
    const { horizon, theta, trustMatters } = game;
    const { building, erosion, damage: damageRate, decay, amplification, sensitivity } = game.trust;
    const product = game.rule.building === "product";
    const alwaysDecay = game.rule.alwaysDecay;
    const { ends } = game;
    const endowment = Float64Array.from(game.endowment);
    const share = Float64Array.from(game.share);
    const baseline = Float64Array.from(game.baseline);
    const dependence = Float64Array.from(game.dependence.flat());
    const state = layout({
        step: [1],
        gamma: [1],
        actions: [n],
        trust: [n, n],
        reputation: [n, n],
        ...Object.assign({}, ...game.extensions.map((extension) => extension.shapes)),
    });
    const views = state.views;
    const { step: counter, gamma, actions: last, trust, reputation } = state.views;
    const common = {
        agents: n,
        endowment,
        dependence,
        horizon,
        actions: last,
        trust,
        reputation,
        gamma,
        step: counter,
    };
    const extra = uniqueChannels(game.extensions.flatMap((extension) => extension.channels));
    const channels = [...commonChannels(game), ...extra];
    const C = channels.length;
    const place = (name) => channels.findIndex((channel) => channel.name === name);
    const multiplier = place("multiplier");
    const penalty = place("penalty");
    const extensions = game.extensions.map((extension) => extension.bind(common, views, place));
    const extraFields = game.extensions.flatMap((extension) => extension.observation);
    const writers = game.extensions.map((extension, k) => ({
        write: extensions[k].observe,
        size: observationSize(extension.observation),
    }));
    const signals = new Float64Array(n);
    const payoffs = new Float64Array(n);
    const pairs = n > 1 ? n * (n - 1) : 1;
    const fields = [...viewFields(game), ...extraFields];
    const declared = {
        agents: game.endowment.map((_, i) => `agent_${i}`),
        labels: game.labels,
        horizon,
        actionSize: 1,
        actionLow: new Float64Array(n),
        actionHigh: Float64Array.from(endowment),
        actionUnit: "resources invested",
        observation: fields,
        observationSize: observationSize(fields),
        channels,
        publicState: [
            { part: "trust", label: "trust" },
            { part: "reputation", label: "reputation damage" },
        ],
        deterministic: game.deterministic,
        symmetric: isSymmetric(game),
    };
    const spec = oraclesOf === undefined ? declared : { ...declared, oracles: oraclesOf(game, declared) };
    function reset(random, outcomes) {
        state.buffer.fill(0);
        gamma[0] = game.gamma;
        for (let i = 0; i < n; i++) {
            last[i] = baseline[i];
            for (let j = 0; j < n; j++) {
                trust[i * n + j] = i === j || !trustMatters ? 1 : game.initialTrust;
                reputation[i * n + j] = i === j || !trustMatters ? 0 : game.initialDamage;
            }
        }
        for (const extension of extensions)
            extension.reset(random);
        outcomes.fill(0);
        for (let i = 0; i < n; i++) {
            outcomes[i * C + TRUST] = trustMatters ? game.initialTrust : 1;
            outcomes[i * C + DAMAGE] = trustMatters ? game.initialDamage : 0;
            if (multiplier >= 0)
                outcomes[i * C + multiplier] = 1;
        }
        for (const extension of extensions)
            extension.report?.(outcomes, C);
    }
    function step(actions, outcomes, random) {
        let productOfActions = 1;
        let idle = false;
        for (let i = 0; i < n; i++) {
            const given = actions[i];
            const most = endowment[i];
            const a = given < 0 ? 0 : given > most ? most : given;
            last[i] = a;
            signals[i] = trustMatters ? signalOf(a, baseline[i], sensitivity) : 0;
            if (a <= NO_ACTION)
                idle = true;
            productOfActions *= a;
        }
        const surplus = idle ? 0 : gamma[0] * rootOf(productOfActions, last);
        for (let i = 0; i < n; i++) {
            const a = last[i];
            const made = theta * Math.log(1 + a) + share[i] * surplus;
            const payoff = endowment[i] - a + made;
            payoffs[i] = payoff;
            const row = i * C;
            outcomes[row + INVESTMENT] = a;
            outcomes[row + COOPERATION] = a / endowment[i];
            outcomes[row + VALUE] = made;
            outcomes[row + PAYOFF] = payoff;
            outcomes[row + TRUST] = 0;
            outcomes[row + DAMAGE] = 0;
        }
        let trustSum = 0;
        for (let i = 0; i < n; i++) {
            let utility = payoffs[i];
            for (let j = 0; j < n; j++) {
                if (j === i)
                    continue;
                const at = i * n + j;
                const D = dependence[at];
                let T = trust[at];
                let R = reputation[at];
                if (trustMatters) {
                    const s = signals[j];
                    const ceiling = 1 - R;
                    T +=
                        product && s > 0
                            ? productGrowth(T, R, s, building)
                            : trustChange(T, ceiling, s, D, building, erosion, amplification);
                    R += damageChange(R, s, damageRate, decay, alwaysDecay);
                    T = T < 0 ? 0 : T > ceiling ? ceiling : T;
                    R = R < 0 ? 0 : R > 1 ? 1 : R;
                    trust[at] = T;
                    reputation[at] = R;
                }
                const believed = 1 - R < T ? 1 - R : T;
                utility += believed * D * payoffs[j];
                trustSum += T;
                outcomes[j * C + TRUST] += T;
                outcomes[j * C + DAMAGE] += R;
            }
            outcomes[i * C + UTILITY] = utility;
        }
        const others = n > 1 ? n - 1 : 1;
        for (let i = 0; i < n; i++) {
            outcomes[i * C + TRUST] /= others;
            outcomes[i * C + DAMAGE] /= others;
        }
        if (C > COMMON_CHANNELS) {
            for (let i = 0; i < n; i++) {
                if (multiplier >= 0)
                    outcomes[i * C + multiplier] = 1;
                if (penalty >= 0)
                    outcomes[i * C + penalty] = 0;
            }
        }
        counter[0] += 1;
        for (let k = 0; k < extensions.length; k++)
            extensions[k].step(outcomes, C, random);
        let status = Status.running;
        if (ends?.(trust, trustSum / pairs))
            status |= Status.terminated;
        if (counter[0] >= horizon)
            status |= Status.truncated;
        return status;
    }
    function observe(observations) {
        let at = 0;
        for (let i = 0; i < n; i++) {
            at = game.view === "joint" ? observeJoint(observations, at) : observeSeat(observations, at, i);
            for (let k = 0; k < writers.length; k++) {
                writers[k].write?.(observations, at, i);
                at += writers[k].size;
            }
        }
    }
    function observeJoint(out, offset) {
        let at = offset;
        for (let i = 0; i < n; i++)
            out[at++] = last[i];
        for (let k = 0; k < n * n; k++)
            out[at++] = trust[k];
        for (let k = 0; k < n * n; k++)
            out[at++] = reputation[k];
        for (let k = 0; k < n * n; k++)
            out[at++] = dependence[k];
        out[at++] = counter[0];
        return at;
    }
    function observeSeat(out, offset, i) {
        let at = offset;
        out[at++] = last[i];
        for (let j = 0; j < n; j++)
            if (j !== i)
                out[at++] = last[j];
        if (game.view === "parallel")
            for (let k = 0; k < n * n; k++)
                out[at++] = trust[k];
        else
            for (let j = 0; j < n; j++)
                out[at++] = trust[i * n + j];
        for (let j = 0; j < n; j++)
            out[at++] = reputation[i * n + j];
        for (let j = 0; j < n; j++) {
            if (j === i)
                continue;
            let sum = 0;
            for (let k = 0; k < n; k++)
                sum += reputation[j * n + k];
            out[at++] = sum / n;
        }
        for (let j = 0; j < n; j++)
            out[at++] = dependence[i * n + j];
        out[at++] = counter[0] / horizon;
        return at;
    }
    return { spec, state, reset, step, observe };
}
function uniqueChannels(channels) {
    return [...new Map(channels.map((channel) => [channel.name, channel])).values()];
}
function commonChannels(game) {
    const most = Math.max(...game.endowment);
    const gammaMost = Math.max(game.gamma, 1);
    const made = game.endowment.map((e, i) => game.theta * Math.log(1 + e) + game.share[i] * gammaMost * most);
    // e − a + θ·ln(1+a) is concave in a: smallest at an end, largest at a = θ − 1.
    const payoffHigh = game.endowment.map((e, i) => {
        const a = Math.min(e, Math.max(0, game.theta - 1));
        return e - a + game.theta * Math.log(1 + a) + game.share[i] * gammaMost * most;
    });
    const payoffLow = Math.min(...game.endowment.map((e) => Math.min(e, game.theta * Math.log(1 + e))));
    const utilityHigh = payoffHigh.map((own, i) => payoffHigh.reduce((sum, other, j) => (j === i ? sum : sum + game.dependence[i][j] * other), own));
    const unit = "value";
    return [
        {
            name: "investment",
            unit: "resources",
            low: 0,
            high: most,
            over: "mean",
            state: false,
            meaning: "what the actor put into the joint undertaking",
        },
        {
            name: "cooperation",
            unit: "share of endowment",
            low: 0,
            high: 1,
            over: "mean",
            state: false,
            meaning: "investment as a share of the endowment",
        },
        {
            name: "value",
            unit,
            low: 0,
            high: Math.max(...made),
            over: "sum",
            state: false,
            meaning: "value made alone plus the bargained share of the synergy; over all actors it adds up to the value created",
        },
        {
            name: "payoff",
            unit,
            low: payoffLow,
            high: Math.max(...payoffHigh),
            over: "sum",
            state: false,
            meaning: "what was kept plus value (arXiv 2510.18802, eq. 11)",
        },
        {
            name: "utility",
            unit,
            low: payoffLow,
            high: Math.max(...utilityHigh),
            over: "sum",
            state: false,
            meaning: "payoff plus the partners' payoffs, weighted by dependence and trust (arXiv 2510.18802, eq. 13; 2510.24909)",
        },
        {
            name: "trust",
            unit: "share",
            low: 0,
            high: 1,
            over: "last",
            state: true,
            meaning: "mean trust that the partners place in the actor",
        },
        {
            name: "reputationDamage",
            unit: "share",
            low: 0,
            high: 1,
            over: "last",
            state: true,
            meaning: "mean damage to the actor's reputation with the partners",
        },
    ];
}
function viewFields(game) {
    const n = game.endowment.length;
    const most = Math.max(...game.endowment);
    const share = (name, size, meaning) => ({
        name,
        size,
        low: 0,
        high: 1,
        meaning,
    });
    if (game.view === "joint") {
        return [
            { name: "actions", size: n, low: 0, high: most, meaning: "everybody's last action" },
            share("trust", n * n, "trust, row = who trusts"),
            share("reputation", n * n, "reputation damage, row = who remembers"),
            share("dependence", n * n, "dependence, row = who depends"),
            { name: "step", size: 1, low: 0, high: game.horizon, meaning: "steps taken" },
        ];
    }
    return [
        { name: "ownAction", size: 1, low: 0, high: most, meaning: "the agent's last action" },
        { name: "otherActions", size: n - 1, low: 0, high: most, meaning: "the others' last actions, in seat order" },
        game.view === "parallel"
            ? share("trust", n * n, "trust, row = who trusts")
            : share("trustRow", n, "the agent's trust in everybody"),
        share("reputationRow", n, "reputation damage that the agent remembers"),
        share("othersDamage", n - 1, "mean damage that each other agent remembers"),
        share("dependenceRow", n, "the agent's dependence on everybody"),
        share("time", 1, "steps taken as a share of the horizon"),
    ];
}
/** Equal constants for everybody, and no rule that depends on the order of seats. */
function isSymmetric(game) {
    const same = (values) => values.every((value) => value === values[0]);
    const off = game.dependence.flatMap((row, i) => row.filter((_, j) => j !== i));
    return (game.extensions.every((e) => e.symmetric !== false) &&
        same(game.endowment) &&
        same(game.share) &&
        same(game.baseline) &&
        same(off));
}
