// Uncertainty of a mean or a share. No data, or one value, has no interval: the bounds are null then, never the mean.
import { qnorm, qt } from "lib-r-math.js";
import { deviation, mean } from "./moments.js";
/** Mean with Student's t interval over independent values (the cells' means, one per seed). */
export function estimate(values, confidence = 0.95) {
    const n = values.length;
    if (n === 0)
        return { mean: null, low: null, high: null, n };
    const m = mean(values);
    if (n === 1)
        return { mean: m, low: null, high: null, n };
    const half = (qt(0.5 + confidence / 2, n - 1) * deviation(values)) / Math.sqrt(n);
    return { mean: m, low: m - half, high: m + half, n };
}
/** Share of successes with Wilson's score interval (1927). */
export function wilson(successes, trials, confidence = 0.95) {
    if (trials === 0)
        return { mean: null, low: null, high: null, n: 0 };
    const z = qnorm(0.5 + confidence / 2);
    const p = successes / trials;
    const centre = (p + (z * z) / (2 * trials)) / (1 + (z * z) / trials);
    const half = (z / (1 + (z * z) / trials)) * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials));
    return { mean: p, low: Math.max(0, centre - half), high: Math.min(1, centre + half), n: trials };
}
