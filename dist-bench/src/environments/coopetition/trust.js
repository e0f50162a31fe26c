// Trust and reputation between every ordered pair of actors: slow to build, fast to erode, and capped by remembered damage.
// Source: Pant & Yu, arXiv 2510.24909 (TR-2). The same two laws serve the environments, the report's sweeps and TR-4.
/** TR-2's default parameters. */
export const TRUST_DEFAULTS = {
    building: 0.1,
    erosion: 0.3,
    damage: 0.6,
    decay: 0.03,
    amplification: 0.5,
    sensitivity: 1,
};
/** s_j = tanh(κ(a_j − b_j)) (TR-2 eq. 6): how an action looks beside what was expected. */
export function signalOf(action, baseline, sensitivity) {
    return Math.tanh(sensitivity * (action - baseline));
}
/** Change of trust T_ij after signal s_j, under the gap rule with the given ceiling; erosion is TR-2 eq. 8. */
export function trustChange(trust, ceiling, signal, dependence, building, erosion, amplification) {
    if (signal > 0)
        return trust < ceiling ? building * signal * (ceiling - trust) : 0;
    return erosion * signal * trust * (1 + amplification * dependence);
}
/** Growth of trust under the product rule, for s > 0. */
export function productGrowth(trust, damage, signal, building) {
    return building * signal * (1 - trust) * (1 - damage);
}
/** Change of reputation damage R_ij after signal s_j (TR-2 eq. 9); `alwaysDecay` forgets during a violation too, as older runs did. */
export function damageChange(damage, signal, rate, decay, alwaysDecay) {
    if (signal < 0)
        return -rate * signal * (1 - damage) - (alwaysDecay ? decay * damage : 0);
    return -decay * damage;
}
/** Moves `pair` by one signal. */
export function updatePair(pair, signal, dependence, parameters, rule) {
    const { trust, damage } = pair;
    const change = signal > 0 && rule.building === "product"
        ? productGrowth(trust, damage, signal, parameters.building)
        : trustChange(trust, 1 - damage, signal, dependence, parameters.building, parameters.erosion, parameters.amplification);
    pair.trust = unit(trust + change);
    pair.damage = unit(damage + damageChange(damage, signal, parameters.damage, parameters.decay, rule.alwaysDecay));
}
function unit(x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}
