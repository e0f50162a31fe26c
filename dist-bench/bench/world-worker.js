// One world in a thread of its own: plays it for a fixed number of steps with actions drawn beforehand, stores nothing,
// and tells how long that took. Episodes begin again where they end; the resets count.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import { Random } from "../src/core/random.js";
import { environments } from "../src/environments/index.js";
import { rewards } from "../src/rewards/index.js";
import { arithmeticLimit, lawsOf } from "./arithmetic-limit.js";
/** Numbers in all rows of actions together: they stay in the processor's cache. */
const DRAWN = 16_384;
/** Rows of actions, uniform in the agents' boxes; their number is a power of two. */
function drawnActions(spec, random) {
    const width = spec.actionLow.length;
    const rows = 2 ** Math.floor(Math.log2(DRAWN / width));
    return Array.from({ length: rows }, () => Float64Array.from(spec.actionLow, (low, k) => random.uniform(low, spec.actionHigh[k])));
}
function loopsOf(id) {
    const environment = environments.get(id).make({});
    const { spec } = environment;
    const n = spec.agents.length;
    const reward = rewards.get("integrated").make({})(spec);
    const random = Random.of(1, "environment", 0);
    const rows = drawnActions(spec, Random.of(1, "actions"));
    const mask = rows.length - 1;
    const outcomes = new Float64Array(n * spec.channels.length);
    const observations = new Float32Array(n * spec.observationSize);
    const pay = new Float64Array(n);
    const begin = () => {
        environment.reset(random, outcomes);
        reward.reset(outcomes);
    };
    begin();
    const laws = lawsOf(environment);
    function step(steps) {
        let sum = 0;
        for (let k = 0; k < steps; k++) {
            const status = environment.step(rows[k & mask], outcomes, random);
            reward.pay(outcomes, status, pay);
            sum += pay[0];
            if (status !== 0)
                begin();
        }
        return sum;
    }
    function observe(steps) {
        let sum = 0;
        for (let k = 0; k < steps; k++) {
            const status = environment.step(rows[k & mask], outcomes, random);
            reward.pay(outcomes, status, pay);
            if (status !== 0)
                begin();
            environment.observe(observations);
            sum += pay[0] + observations[0];
        }
        return sum;
    }
    return { agents: n, loops: { step, observe, limit: arithmeticLimit(laws, rows) } };
}
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
const { agents, loops } = loopsOf(String(workerData));
function answer({ loop, steps, bytes = false }) {
    const play = loops[loop];
    if (bytes && typeof collect === "function")
        collect();
    const heap = bytes ? process.memoryUsage().heapUsed : 0;
    const start = performance.now();
    const sum = play(steps);
    const seconds = (performance.now() - start) / 1000;
    const bytesPerStep = bytes ? (process.memoryUsage().heapUsed - heap) / steps : 0;
    return { agents, seconds, bytesPerStep, sum };
}
parentPort?.on("message", (request) => parentPort?.postMessage(answer(request)));
