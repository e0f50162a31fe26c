// Entry point of a thread with one game. games.ts starts it, and no other file imports it.

import { parentPort } from "node:worker_threads";
import { type GameRequest, gameHost } from "./game-host.ts";

const host = gameHost();
parentPort?.on("message", (request: GameRequest | "end") => {
  if (request === "end") host.close();
  else host.answer(request).then((reply) => parentPort?.postMessage(reply));
});
