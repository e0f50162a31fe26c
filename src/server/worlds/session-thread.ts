// Entry point of a thread with sessions. session-threads.ts starts it, and no other file imports it.

import { parentPort } from "node:worker_threads";
import { sessionHost } from "./session-host.ts";
import { handled, type ThreadRequest } from "./session-threads.ts";

const host = sessionHost();
parentPort?.on("message", (request: ThreadRequest) => {
  handled(host, request, (reply) => parentPort?.postMessage(reply));
});
