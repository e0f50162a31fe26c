// Apple and two groups of developers over the 66 quarters of the App Store's first years.
import { reciprocalWorld } from "../reciprocal-world.js";
export const appleAppStore = reciprocalWorld({
    name: "apple-app-store",
    summary: "Apple, large developers and small developers over 66 quarters of the App Store",
    horizon: 66,
    labels: ["Apple", "large developers", "small developers"],
    endowment: [100, 80, 60],
    baseline: [30, 24, 18],
    dependence: [
        [0, 0.3, 0.2],
        [0.8, 0, 0.15],
        [0.85, 0.1, 0],
    ],
    initialTrust: 0.6,
    reciprocity: { strength: 1, elasticity: 1.2, steepness: 0.8, memory: 4, weight: 1, amplification: 0.8 },
});
