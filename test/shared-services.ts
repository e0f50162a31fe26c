// What test files share: a PostgreSQL server and a browser. The first test that needs one starts it, and it ends after the last test.

import { once } from "node:events";
import { createServer } from "node:http";
import { type BrowserServer, chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { startPostgres, type TestServer } from "./fixtures/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address that answers `/database` with a new database, and `/browser` with the browser's. */
    services: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<TestServer> | undefined;
  let browser: Promise<BrowserServer> | undefined;
  const answers: Readonly<Record<string, () => Promise<string>>> = {
    async "/database"() {
      postgres ??= startPostgres();
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
  project.provide("services", `http://127.0.0.1:${address.port}`);
  return async () => {
    door.close();
    await Promise.all([postgres?.then((server) => server.stop()), browser?.then((server) => server.close())]);
  };
}
