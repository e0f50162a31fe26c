// The entry of a thread that holds sessions. It is begun by session-threads.ts, and imported by no other file.

import { parentPort } from "node:worker_threads";
import { sessionHost } from "./session-host.ts";
import { handled, type ThreadRequest } from "./session-threads.ts";

const host = sessionHost();
parentPort?.on("message", (request: ThreadRequest) => {
  handled(host, request, (reply) => parentPort?.postMessage(reply));
});
