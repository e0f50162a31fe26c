// An employer and a worker: wages and effort as gifts.
import { reciprocalWorld } from "../reciprocal-world.js";
export const giftExchange = reciprocalWorld({
    name: "gift-exchange",
    summary: "an employer and a worker who exchange wages and effort as gifts",
    horizon: 100,
    labels: ["employer", "worker"],
    endowment: [100, 80],
    baseline: [30, 24],
    dependence: [
        [0, 0.4],
        [0.7, 0],
    ],
    reciprocity: { strength: 1.2, elasticity: 1.5, steepness: 1, memory: 3, weight: 1.2, amplification: 0.8 },
});
