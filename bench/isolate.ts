// A worker thread that answers one request after another: a JavaScript engine of its own, so that what was compiled for
// one world does not serve another, while only one of them computes at a time.

import { Worker } from "node:worker_threads";

/** A thread that is asked and answers. */
export interface Isolate<Request, Answer> {
  ask(request: Request): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts the compiled module `file` (a URL) in a thread of its own, with `data` as its workerData. */
export function isolate<Request, Answer>(file: URL, data: unknown): Isolate<Request, Answer> {
  const worker = new Worker(file, { workerData: data });
  return {
    ask: (request) =>
      new Promise<Answer>((resolve, reject) => {
        const answered = (answer: Answer): void => {
          worker.off("error", reject);
          resolve(answer);
        };
        worker.once("message", answered);
        worker.once("error", reject);
        worker.postMessage(request);
      }),
    async close() {
      await worker.terminate();
    },
  };
}
