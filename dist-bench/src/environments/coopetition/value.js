// Value creation and interdependence: what actors make alone, what they make together, and who cares about whom.
// Source: Pant & Yu, arXiv 2510.18802 (TR-1); equation numbers are that report's.
/** Actions at or below this create no synergy (TR-1's implementation). */
export const NO_ACTION = 1e-10;
/** The two specifications that TR-1 validates. */
export const LOGARITHMIC = { form: "logarithmic", theta: 20 };
export const POWER = { form: "power", beta: 0.75 };
/** Value that an actor makes of its own investment, f(a) (TR-1 eq. 5, 6). */
export function ownValue(action, value) {
    return value.form === "logarithmic" ? value.theta * Math.log(1 + action) : action ** value.beta;
}
/** f'(a): what one more unit of investment adds to an actor's own value. */
export function marginalValue(action, value) {
    return value.form === "logarithmic" ? value.theta / (1 + action) : value.beta * action ** (value.beta - 1);
}
/** g(a) = (∏ a_i)^(1/N), exactly 0 where somebody contributes nothing (TR-1 eq. 7). */
export function synergy(actions) {
    let product = 1;
    for (let i = 0; i < actions.length; i++) {
        if (actions[i] <= NO_ACTION)
            return 0;
        product *= actions[i];
    }
    return rootOf(product, actions);
}
/** N-th root of the product of `actions`; through logarithms where the product left the range of a double. */
export function rootOf(product, actions) {
    const n = actions.length;
    if (product > 1e-300 && product < 1e300)
        return n === 2 ? Math.sqrt(product) : product ** (1 / n);
    let sum = 0;
    for (let i = 0; i < n; i++)
        sum += Math.log(actions[i]);
    return Math.exp(sum / n);
}
/** V = Σ f(a_i) + γ·g(a) (TR-1 eq. 8). */
export function totalValue(actions, game) {
    let own = 0;
    for (let i = 0; i < actions.length; i++)
        own += ownValue(actions[i], game.value);
    return own + game.gamma * synergy(actions);
}
/** π_i = e_i − a_i + f(a_i) + α_i·γ·g(a) (TR-1 eq. 11). */
export function privatePayoffs(actions, game) {
    const surplus = game.gamma * synergy(actions);
    return game.endowment.map((e, i) => e - actions[i] + ownValue(actions[i], game.value) + game.share[i] * surplus);
}
/** U_i = π_i + Σ_j D_ij·π_j (TR-1 eq. 13); rows of `dependence` are those who depend. */
export function integratedUtilities(payoffs, dependence) {
    return payoffs.map((own, i) => payoffs.reduce((sum, other, j) => (j === i ? sum : sum + dependence[i][j] * other), own));
}
/**
 * D_ij = Σ_d w_d·crit(i, j, d) / Σ_d w_d over what i needs from j (TR-1 eq. 1), [actors × actors], 0 where i needs nothing of j.
 * Depender and dependee are named, so that a matrix cannot be read the wrong way round.
 */
export function dependenceMatrix(actors, dependums) {
    return actors.map((depender) => actors.map((dependee) => {
        const needs = dependums.filter((d) => d.depender === depender && d.dependee === dependee && depender !== dependee);
        const weight = needs.reduce((sum, d) => sum + d.importance, 0);
        return weight === 0 ? 0 : needs.reduce((sum, d) => sum + d.importance * d.criticality, 0) / weight;
    }));
}
