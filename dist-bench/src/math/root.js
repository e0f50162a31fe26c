// A root of a scalar function between two points where its sign differs. No derivative is asked for, and unlike a
// minimiser on a flat optimum the answer is good to the last digits.
/**
 * x in [low, high] with f(x) = 0, by Brent's method: inverse quadratic interpolation or a secant where they shrink the
 * bracket well, bisection otherwise. Source: Brent, Algorithms for Minimization without Derivatives (1973), ch. 4.
 * Throws where f has the same sign at both ends, where it is NaN there, or where the evaluations run out.
 */
export function root(f, low, high, options = {}) {
    const { tolerance = 1e-13, maxEvaluations = 200 } = options;
    // b is the best point, a the one before it, c the end on the other side of the root.
    let a = low;
    let b = high;
    let fa = f(a);
    let fb = f(b);
    if (fa === 0)
        return a;
    if (fb === 0)
        return b;
    if (!(Math.sign(fa) * Math.sign(fb) < 0)) {
        throw new Error(`no sign change on [${low}, ${high}]: f is ${fa} and ${fb} at its ends`);
    }
    let c = a;
    let fc = fa;
    let step = b - a;
    let stepBefore = step;
    for (let k = 0; k < maxEvaluations; k++) {
        if (Math.abs(fc) < Math.abs(fb)) {
            [a, b, c] = [b, c, b];
            [fa, fb, fc] = [fb, fc, fb];
        }
        const nearness = 2 * Number.EPSILON * Math.abs(b) + tolerance / 2;
        const half = (c - b) / 2;
        if (Math.abs(half) <= nearness || fb === 0)
            return b;
        const proposed = interpolate(a, fa, b, fb, c, fc);
        const useful = Math.abs(stepBefore) >= nearness && Math.abs(fa) > Math.abs(fb);
        const inside = proposed / half > 0 && Math.abs(proposed) < 1.5 * Math.abs(half) - nearness / 2;
        if (useful && inside && Math.abs(proposed) < Math.abs(stepBefore) / 2) {
            stepBefore = step;
            step = proposed;
        }
        else {
            step = half;
            stepBefore = half;
        }
        a = b;
        fa = fb;
        b += Math.abs(step) > nearness ? step : nearness * Math.sign(half);
        fb = f(b);
        if (fb > 0 === fc > 0) {
            c = a;
            fc = fa;
            step = b - a;
            stepBefore = step;
        }
    }
    throw new Error(`no root found on [${low}, ${high}] within ${maxEvaluations} evaluations`);
}
/** Step from b to the zero of the inverse parabola through three points, or of the secant where two coincide. */
function interpolate(a, fa, b, fb, c, fc) {
    const s = fb / fa;
    if (a === c)
        return ((c - b) * s) / (s - 1);
    const q = fa / fc;
    const r = fb / fc;
    return (-s * ((c - b) * q * (q - r) - (b - a) * (r - 1))) / ((q - 1) * (r - 1) * (s - 1));
}
