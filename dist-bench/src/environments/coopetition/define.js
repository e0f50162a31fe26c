// How one of the twenty worlds is written down: its constants, its own parameters, and the parameters that all share.
import { z } from "zod";
import { bind } from "../../core/registry.js";
import { playable } from "./game.js";
import { valueOracles } from "./oracles.js";
const share = (meaning) => z.number().min(0).max(1).optional().describe(meaning);
/** Parameters that every world of the family takes, with its own horizon as default. */
export function commonParameters(horizon) {
    return z.strictObject({
        horizon: z.int().min(1).max(1_000_000).default(horizon).describe("steps until the episode is truncated"),
        view: z
            .enum(["parallel", "own-row", "joint"])
            .default("parallel")
            .describe("what an agent sees: its seat and all of trust, its seat and its own trust, or the joint observation"),
        interdependence: z.number().min(0).max(1).default(1).describe("scales the dependence matrix; 0 switches it off"),
        theta: z.number().min(0).max(1_000).optional().describe("weight of the logarithmic value function"),
        gamma: z.number().min(0).max(1).optional().describe("weight of the synergy"),
        building: z
            .enum(["gap", "product"])
            .default("gap")
            .describe("how trust is built: released code, or the report's first version"),
        trust: z
            .strictObject({
            building: share("λ+: share of the gap that a fully cooperative step closes"),
            erosion: share("λ−: share of trust that a full violation destroys"),
            damage: share("μ_R: damage of a full violation to reputation"),
            decay: share("δ_R: share of the damage forgotten per step"),
            amplification: z.number().min(0).max(10).optional().describe("ξ: how much dependence amplifies erosion"),
            sensitivity: z.number().min(0).max(100).optional().describe("κ: steepness of the signal around the baseline"),
            initial: share("trust at the start"),
            initialDamage: share("reputation damage at the start"),
        })
            .prefault({})
            .describe("overrides of the world's trust parameters"),
    });
}
/** Turns a definition into an entry of the registry. */
export function world(definition) {
    return bind({
        id: `coopetition/${definition.name}`,
        summary: definition.summary,
        source: definition.source,
        parameters: definition.parameters,
        make: (parameters) => {
            const constants = definition.constants(parameters);
            return playable(gameOf(constants, parameters), constants.oracles ?? valueOracles);
        },
    });
}
function gameOf(constants, parameters) {
    const [building, erosion, damage, decay, amplification, sensitivity, initial, initialDamage] = constants.trust;
    const published = { building, erosion, damage, decay, amplification, sensitivity };
    const { initial: ownInitial, initialDamage: ownDamage, ...overrides } = parameters.trust;
    const n = constants.endowment.length;
    const gamma = n > 1 ? (parameters.gamma ?? constants.gamma) : 0;
    const labels = constants.labels ?? constants.endowment.map((_, i) => `agent ${i}`);
    return {
        labels,
        horizon: parameters.horizon,
        endowment: constants.endowment,
        share: constants.share,
        baseline: constants.baseline,
        dependence: constants.dependence.map((row) => row.map((d) => d * parameters.interdependence)),
        theta: parameters.theta ?? constants.theta,
        gamma,
        expectedGamma: constants.expectedGamma ?? gamma,
        trust: { ...published, ...definedOnly(overrides) },
        rule: { building: parameters.building, alwaysDecay: false },
        initialTrust: ownInitial ?? initial,
        initialDamage: ownDamage ?? initialDamage ?? 0,
        trustMatters: constants.trustMatters ?? true,
        view: parameters.view,
        ...(constants.ends === undefined ? {} : { ends: constants.ends }),
        extensions: constants.extensions ?? [],
        deterministic: !(constants.random ?? false),
    };
}
function definedOnly(overrides) {
    return Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
}
/** `count` copies of a number. */
export function each(count, value) {
    return new Array(count).fill(value);
}
/** Dependence that is the same between every pair. */
export function everyPair(count, value) {
    return Array.from({ length: count }, (_, i) => Array.from({ length: count }, (_, j) => (i === j ? 0 : value)));
}
