// The live view's server asked anything: each request is answered with what is there or with a sentence, none is a bug, nothing outside of
// the store is read, and nothing is begun.

import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { Random } from "../../src/core/random.ts";
import { openStore } from "../../src/lab/store/store.ts";
import { openView, type ServedView } from "../../src/server/view.ts";
import { agon, scratchFolder } from "../cli/agon.ts";
import { SHORT_RUN } from "../fixtures/short-run.ts";
import { attacks } from "./length.ts";

const SECRET = "what lies outside of the store";
let home = { folder: "", gone: () => {} };
let view: ServedView;
let run = "";

beforeAll(async () => {
  home = scratchFolder();
  const { folder } = home;
  writeFileSync(join(folder, "secret.txt"), SECRET);
  writeFileSync(join(folder, "e.yaml"), SHORT_RUN);
  run = JSON.parse((await agon(["run", "e.yaml", "--json"], { cwd: folder })).stdout).run;
  view = await openView({ store: openStore(join(folder, ".agon")), port: 0 });
});
afterAll(async () => {
  await view.close();
  home.gone();
});

const words = (text: string): string[] => text.trim().split(/\s+/);

const PATHS = ["", ...words("report episodes picked replay texts experiment named episodes.parquet check note stop")];
const KEYS = words("variant seed episode filter sort page size from to order side kind name step cell agent row key");
const VALUES = [
  ...words("private cooperative 0 1 -1 2.5 1e999 NaN null true pay joint.value pay>0 differs {} [] \u{1f4a5}"),
  ...words("../secret.txt ..%2fsecret.txt %2e%2e/%2e%2e/etc/passwd /etc/passwd \\..\\secret.txt __proto__ constructor"),
  ...["", " ", "pay >", "' OR 1=1 --", '"; DROP TABLE episodes; --', "<script>alert(1)</script>"],
  ...["\u0000", "a".repeat(5000), "[".repeat(3000)],
];
const NAMES = ["", ...words("latest .. ../.. %2e%2e e-00000000 e.yaml cells logs %00 __proto__"), "a".repeat(300)];
const METHODS = words("GET GET GET POST POST PUT DELETE HEAD OPTIONS PATCH");

const one = <T>(from: readonly T[], random: Random): T => from[random.integer(from.length)];

function queryOf(random: Random): string {
  const pairs = Array.from(
    { length: random.integer(5) },
    () => [one(KEYS, random), one(VALUES, random)] satisfies [string, string],
  );
  return new URLSearchParams(pairs).toString();
}

function pathOf(random: Random): string {
  const name = random.uniform() < 0.7 ? run : one(NAMES, random);
  const kind = random.integer(6);
  if (kind === 0) return `/${one(NAMES, random)}`;
  if (kind === 1) return `/manual/${encodeURIComponent(one(VALUES, random)).slice(0, 500)}`;
  if (kind === 2) return `/api/sides?${queryOf(random)}`;
  return `/api/runs/${name}/${one(PATHS, random)}?${queryOf(random)}`;
}

const BODIES = [
  ...words('{"text":1} {"text":""} {"notes":3} {"tags":["x"],"note":"<b>"} [] null { {"__proto__":{"text":"x"}}'),
  ...["", '{"text":"a: ["}', JSON.stringify({ text: "seeds: [".repeat(2000) }), '{"text":"&a [*a]"}'],
];

/** Every file of the folder, and how long it is. */
const files = () =>
  readdirSync(home.folder, { recursive: true, encoding: "utf8" })
    .sort()
    .filter((file) => !/notes\.json$/.test(file))
    .map((file) => [file, statSync(join(home.folder, file)).size]);

test("requests of any kind", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const before = files();
  for (let k = 0; k < attacks(120, 10_000); k++) {
    const random = Random.of(7, "request", k);
    const method = one(METHODS, random);
    const path = pathOf(random);
    const sends = method !== "GET" && method !== "HEAD";
    const type = random.uniform() < 0.8 ? "application/json" : "text/plain";
    const options = sends ? { body: one(BODIES, random), headers: { "content-type": type } } : {};
    const answer = await fetch(new URL(path, view.url), { method, ...options });
    const text = await answer.text();
    const about = `${k}: ${method} ${path.slice(0, 300)} ${sends ? options.body?.slice(0, 60) : ""}\n${text.slice(0, 300)}`;
    expect(answer.status, about).toBeLessThan(500);
    expect(text, about).not.toContain(SECRET);
    expect(text, about).not.toContain("root:x:");
    // Node itself refuses an address of more than 16 kB, with 431.
    if (answer.status >= 400 && answer.status !== 431 && path.startsWith("/api") && method !== "HEAD")
      expect(text, about).toMatch(/^\{"problems":\[\{.*"what":"./);
  }
  expect(errors).not.toHaveBeenCalled();
  expect(files()).toEqual(before);
});

test("messages of any kind on its socket", async () => {
  const address = `${view.url.replace("http", "ws")}live`;
  for (let k = 0; k < attacks(20, 2_000); k++) {
    const random = Random.of(8, "socket", k);
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {});
    const bytes = Buffer.from(Array.from({ length: random.integer(2000) }, () => random.integer(256)));
    const json = JSON.stringify({ type: one(VALUES, random), run: one(NAMES, random), runs: [one(VALUES, random)] });
    socket.send(random.integer(2) === 0 ? bytes : json);
    socket.terminate();
    await closed;
  }
  const answer = await fetch(new URL("/api/runs", view.url));
  expect(await answer.json()).toHaveLength(1);
});

test("a socket of another origin gets nothing", async () => {
  const socket = new WebSocket(`${view.url.replace("http", "ws")}live`, { origin: "http://evil.example" });
  onTestFinished(() => socket.terminate());
  const [error] = await new Promise<Error[]>((resolve) => socket.once("error", (failure) => resolve([failure])));
  expect(error.message).toContain("403");
});
