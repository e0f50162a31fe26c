// `agon worker`: computes jobs of a cluster until it is stopped, and prints what happens.

import { availableParallelism } from "node:os";
import { waiting } from "../core/signals.ts";
import { duration } from "../evaluation/number-format.ts";
import type { Flags } from "./commands.ts";
import { answer, note, remark } from "./output.ts";
import { interruptible, progressLine } from "./progress.ts";

/** Works until Ctrl-C, which lets it finish or abort its jobs; a second Ctrl-C ends it at once. */
export async function worker({ on, shared, workers, scratch, json }: Flags<"worker">): Promise<number> {
  const progress = progressLine();
  const begun = performance.now();
  let jobs = 0;
  const tell = (event: object, text: string) => answer({ json }, event, () => remark(text));
  const work = async (signal: AbortSignal): Promise<number> => {
    const cluster = await import("../cluster/worker.ts");
    await waiting(() =>
      cluster.work(on, {
        ...{ threads: workers ?? availableParallelism(), signal },
        ...(shared === undefined ? {} : { shared }),
        ...(scratch === undefined ? {} : { scratch }),
        onEvent: (text) => tell({ event: text }, text),
        onJob(title, seconds) {
          jobs += 1;
          const text = `${jobs} computed in ${duration((performance.now() - begun) / 1000)}, last ${title}`;
          answer({ json }, { job: title, seconds }, () => progress.tell(text));
        },
      }),
    );
    progress.end();
    tell({ jobs }, `${jobs} computed`);
    return 0;
  };
  return interruptible(work, "stopped", () =>
    note("\nstopping: what is under way comes to its end, or goes on elsewhere"),
  );
}
