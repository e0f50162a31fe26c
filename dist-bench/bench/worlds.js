// Steps per second of every world on one core, beside what the machine's arithmetic alone would allow in the same run.
// The worlds take turns, so that a slow moment of the machine falls on all of them.
import { environments } from "../src/environments/index.js";
import { median } from "../src/evaluation/moments.js";
import { isolate } from "./isolate.js";
import { atLeast, under } from "./target.js";
const LOOPS = ["step", "observe", "limit"];
/** Few enough that no garbage collection falls between the two readings of the heap. */
const HEAP_STEPS = 5000;
/** Measures all worlds. */
export async function benchWorlds(options, progress) {
    const contestants = environments.ids().map((world) => ({
        world,
        thread: isolate(new URL("./world-worker.js", import.meta.url), world),
        counts: new Map(),
        speeds: new Map(LOOPS.map((loop) => [loop, []])),
    }));
    try {
        for (const { thread, counts, world } of contestants) {
            progress(`worlds: warming up ${world}`);
            for (const loop of LOOPS)
                counts.set(loop, await fixedCount(thread, loop, options.seconds));
        }
        for (let k = 0; k < options.repetitions; k++) {
            progress(`worlds: repetition ${k + 1} of ${options.repetitions}`);
            for (const loop of LOOPS) {
                for (const { thread, counts, speeds } of contestants) {
                    const steps = counts.get(loop) ?? 1;
                    const { seconds } = await thread.ask({ loop, steps });
                    speeds.get(loop)?.push(steps / seconds);
                }
            }
        }
        const figures = [];
        for (const contestant of contestants)
            figures.push(await figuresOf(contestant));
        return figures;
    }
    finally {
        for (const { thread } of contestants)
            await thread.close();
    }
}
/** Number of steps that take about so long once the loop has been compiled; from then on it stays the same. */
async function fixedCount(thread, loop, wanted) {
    let steps = 256;
    for (;;) {
        const { seconds } = await thread.ask({ loop, steps });
        if (seconds >= wanted / 2)
            return Math.max(1, Math.round((steps * wanted) / seconds));
        steps *= 2;
    }
}
async function figuresOf({ world, thread, speeds }) {
    const of = (loop) => median(speeds.get(loop) ?? []);
    const left = [];
    let agents = 0;
    for (let k = 0; k < 5; k++) {
        const answer = await thread.ask({ loop: "step", steps: HEAP_STEPS, bytes: true });
        left.push(answer.bytesPerStep);
        agents = answer.agents;
    }
    const steps = of("step");
    const limit = of("limit");
    const bytesPerStep = Math.max(0, median(left));
    return { world, agents, steps, observed: of("observe"), limit, share: steps / limit, bytesPerStep };
}
/** 10 million steps/s with two agents and 20,000 with forty, and no garbage in any world. */
export function worldTargets(figures) {
    const speed = (world) => figures.find((f) => f.world === world)?.steps ?? Number.NaN;
    const most = Math.max(...figures.map(({ bytesPerStep }) => bytesPerStep));
    return [
        atLeast("trust-dilemma", 10_000_000, speed("coopetition/trust-dilemma"), "steps/s"),
        atLeast("apache-project, 40 agents", 20_000, speed("coopetition/apache-project"), "steps/s"),
        under("garbage of any world", 1, most, "bytes/step"),
    ];
}
