// The six behavioural targets that TR-3 (arXiv 2601.16237) checks on a grid of 5⁵ team settings, for either reading of whom
// loyalty cares for: the sum of the team-mates' payoffs (the report's figures) or their mean (the released suite).
import { teamEquilibrium } from "../../environments/coopetition/team-equilibrium.js";
import { freeRidingEffort, } from "../../environments/coopetition/team-production.js";
import { gridSize, sweep } from "../../lab/sweep.js";
/** Production settings; members vary fastest. Each is played with every loyalty of `LOYALTIES`. */
export const TEAM_GRID = {
    omega: [10, 15, 20, 25, 30],
    beta: [0.4, 0.45, 0.5, 0.55, 0.6],
    cost: [1.5, 2, 2.5, 3, 3.5],
    members: [3, 4, 5, 6, 8],
};
export const LOYALTIES = [0, 0.3, 0.5, 0.7, 0.9];
/** φ_B and φ_C of the validation. */
export const VALIDATION_WEIGHTS = { benefit: 0.8, relief: 0.3 };
/** Largest effort of TR-3. */
export const EFFORT_MAXIMUM = 50;
/** Rounding that an order between two mean efforts may break. */
const ROUNDING = 1e-9;
/** Computes the equilibria of all 3,125 settings and what the targets need beside them. */
export function loyaltySweep(teammates, weights = VALIDATION_WEIGHTS) {
    const size = gridSize(TEAM_GRID);
    const column = () => new Float64Array(size);
    const unpledged = column();
    const disloyal = column();
    const loyal = column();
    const differentiation = column();
    const synergy = column();
    let [freeRiding, monotone, bounded, unsettled] = [0, 0, 0, 0];
    sweep(TEAM_GRID, (point, index) => {
        const { members } = point;
        const production = productionAt(point);
        const effort = (theta, by = weights) => {
            const equilibrium = teamEquilibrium(new Array(members).fill(theta), production, by, teammates);
            if (!equilibrium.converged)
                unsettled += 1;
            return equilibrium.mean;
        };
        const efforts = LOYALTIES.map((theta) => effort(theta));
        const predicted = freeRidingEffort(members, production);
        if (Math.abs(efforts[0] - predicted) / predicted < 0.05)
            freeRiding += 1;
        if (efforts.every((value, k) => k === 0 || value >= efforts[k - 1] - ROUNDING))
            monotone += 1;
        bounded += efforts.filter((value) => value >= 0 && value <= EFFORT_MAXIMUM).length;
        unpledged[index] = efforts[0];
        disloyal[index] = effort(0.1);
        loyal[index] = efforts[4];
        differentiation[index] = loyal[index] / disloyal[index];
        synergy[index] = synergyOf((by) => effort(0.7, by), weights);
    });
    const sizes = TEAM_GRID.members.length;
    const triples = size / sizes;
    let teamSize = 0;
    for (let triple = 0; triple < triples; triple++) {
        const efforts = unpledged.subarray(triple * sizes, (triple + 1) * sizes);
        if (efforts.every((value, k) => k === 0 || value <= efforts[k - 1] + ROUNDING))
            teamSize += 1;
    }
    const settings = size * LOYALTIES.length;
    const counts = { freeRiding, monotone, teamSize, triples, bounded, unsettled };
    return { settings, unpledged, disloyal, loyal, differentiation, synergy, ...counts };
}
function productionAt({ omega, beta, cost }) {
    return { omega, beta, cost, maximum: EFFORT_MAXIMUM };
}
/** (E(φ_B, φ_C) − E(0, 0)) / (E(φ_B, 0) + E(0, φ_C) − 2·E(0, 0)); 1 where the mechanisms alone add nothing. */
function synergyOf(effort, { benefit, relief }) {
    const none = effort({ benefit: 0, relief: 0 });
    const alone = effort({ benefit, relief: 0 }) + effort({ benefit: 0, relief }) - 2 * none;
    return alone > 0 ? (effort({ benefit, relief }) - none) / alone : 1;
}
