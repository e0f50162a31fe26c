// What test files share: a PostgreSQL server, a browser and a folder of states. The first test that needs a server starts it, and it ends
// after the last test.

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserServer, chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import type { TestServer } from "./fixtures/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address that answers `/database` with a new database, and `/browser` with the browser's. */
    services: string;
    /** Folder in which each worker has one of its own. */
    states: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<TestServer> | undefined;
  let browser: Promise<BrowserServer> | undefined;
  const answers: Readonly<Record<string, () => Promise<string>>> = {
    async "/database"() {
      postgres ??= postgresServer();
      return (await postgres).database();
    },
    async "/browser"() {
      const args = ["--no-sandbox", "--disable-background-networking"];
      browser ??= chromium.launchServer({ executablePath: chromiumHere ?? "", args });
      return (await browser).wsEndpoint();
    },
  };
  const door = createServer(async ({ url = "" }, response) => {
    try {
      response.end(await answers[url]());
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  const address = door.address();
  if (typeof address !== "object" || address === null) throw new Error("the services have no port");
  const states = mkdtempSync(join(tmpdir(), "agon-states-"));
  project.provide("states", states);
  project.provide("services", `http://127.0.0.1:${address.port}`);
  return async () => {
    door.close();
    rmSync(states, { recursive: true, force: true });
    await Promise.all([postgres?.then((server) => server.stop()), browser?.then((server) => server.close())]);
  };
}

/**
 * Starts the server. Its package would end this process with 0 once nothing is left to do, also where tests have failed; the server
 * is stopped by what `setup` gives back.
 */
async function postgresServer(): Promise<TestServer> {
  const [ends, exits] = [process.listeners("beforeExit"), process.listeners("exit")];
  const { startPostgres } = await import("./fixtures/postgres.ts");
  // What a signal ends still stops the server.
  for (const listener of process.listeners("beforeExit"))
    if (!ends.includes(listener)) process.off("beforeExit", listener);
  for (const listener of process.listeners("exit")) if (!exits.includes(listener)) process.off("exit", listener);
  return startPostgres();
}
