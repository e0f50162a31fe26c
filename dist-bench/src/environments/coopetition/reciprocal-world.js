// The five TR-4 worlds share value and trust constants and differ in who plays and how reciprocity works.
import { commonParameters, world } from "./define.js";
import { reciprocityOracles } from "./oracles.js";
import { reciprocityModifier } from "./reciprocity.js";
/** The entry of a reciprocal world. */
export function reciprocalWorld(definition) {
    const n = definition.endowment.length;
    const released = definition.name.replace(/(^|-)([a-z])/g, (_, __, letter) => letter.toUpperCase());
    return world({
        name: definition.name,
        summary: definition.summary,
        source: `Coopetition-Gym v1 ${released}-v0 (arXiv 2605.02063; arXiv 2604.01240)`,
        parameters: commonParameters(definition.horizon),
        constants: ({ interdependence }) => ({
            ...(definition.labels === undefined ? {} : { labels: definition.labels }),
            endowment: definition.endowment,
            share: definition.endowment.map(() => 1 / n),
            baseline: definition.baseline,
            dependence: definition.dependence,
            theta: 20,
            gamma: 0.65,
            trust: [0.1, 0.3, 0.6, 0.03, 0.5, 1, definition.initialTrust ?? 0.5],
            extensions: [
                reciprocityModifier(definition.reciprocity, definition.endowment, definition.dependence.map((row) => row.map((d) => d * interdependence))),
            ],
            oracles: (game, spec) => reciprocityOracles(game, definition.reciprocity, spec),
        }),
    });
}
