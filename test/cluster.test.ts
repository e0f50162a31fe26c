// A run, a contest and a study on a cluster are those of one machine: with files, logs, recordings and programs of the user's own. What
// cannot travel is told in one sentence, and so is a database that cannot be used. Needs `npm run build` before.

import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize } from "node:v8";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { connected } from "../src/cluster/postgres.ts";
import { requestSlots } from "../src/cluster/request-slots.ts";
import { makeTables } from "../src/cluster/schema.ts";
import { agon, contents, root, scratch, scratchFolder } from "./cli/agon.ts";
import { launchWorker, startWorker, submitted, type TestWorker } from "./fixtures/cluster.ts";
import { newDatabase } from "./fixtures/shared.ts";
import { until } from "./fixtures/until.ts";

const { folder: shared, gone } = scratchFolder();
let worker: TestWorker;
let url: string;
beforeAll(async () => {
  url = await newDatabase();
  worker = await launchWorker(url, "--shared", shared);
});
afterAll(async () => {
  await worker.end();
  gone();
});

/** A folder with these files of the examples, and an experiment. */
function placed(yaml: string, files: readonly string[] = []): string {
  const folder = scratch();
  for (const name of files) cpSync(join(root, "examples", name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, "e.yaml"), yaml);
  return folder;
}

/** What a command leaves in the store, alone and on the cluster. */
async function bothWays(cwd: string, args: readonly string[], stores = [join(scratch(), "a"), join(scratch(), "b")]) {
  const alone = await agon([...args, "--json", "--store", stores[0]], { cwd });
  expect(alone.code, alone.stderr).toBe(0);
  const there = await agon([...args, "--json", "--store", stores[1], "--on", url], { cwd });
  expect(there.code, there.stderr).toBe(0);
  return { alone: contents(stores[0]), there: contents(stores[1]), said: [alone.stdout, there.stdout] as const };
}

describe("a run", () => {
  test.each([
    [
      "a world, a reward and an agent of one's own",
      "environment: ./fishery/fishery.ts\nagents: ./fishery/cautious.js\nobjective: stock\nreward: { use: ./fishery/levy.ts, levy: 2 }\n",
      ["fishery"],
    ],
    [
      "a log of one's own",
      "environment: { id: markets/auction, log: { file: logs/bids.csv, fit: 0.3 }, horizon: 20 }\nagents: { policy: bidder/shaded }\nobjective: joint.spend\n",
      ["logs"],
    ],
    [
      "questions, a judge and recorded answers of one's own",
      `environment: { id: language/questions, file: quiz/quiz.csv, prompt: "Answer in {language}, in as few words as you can: {question}", judge: { use: program, file: quiz/judge.js } }
agents: { policy: llm, model: scripted-student, replay: quiz/answers.jsonl }
objective: { name: worth of the answers, channel: score }
reward: { channel: correct }
`,
      ["quiz"],
    ],
    [
      "a reward that is learnt from a panel",
      `environment: { id: markets/channels, horizon: 10, channels: [{ name: search, most: 0.4, half: 0.1 }, { name: social, most: 0.6, half: 0.15 }] }
agents: { policy: ppo, steps: 400, hidden: [8], copies: 4, rollout: 20 }
objective: payoff
feedback: { use: panel, majority: true, persons: [{ weights: { value: 1 } }, { weights: { value: 1, spend: -1 } }, { weights: { value: 2 } }] }
reward: { learnt: { features: [value, spend], comparisons: 50, from: [random, { policy: constant, level: 0.1 }] } }
`,
      [],
    ],
  ])("with %s", async (_, yaml, files) => {
    const { alone, there } = await bothWays(placed(`${yaml}seeds: 2\n`, files), ["run", "e.yaml"]);
    expect(Object.keys(alone).length).toBeGreaterThan(4);
    expect(there).toEqual(alone);
  });

  test("with players that were trained with code of one's own, in another folder, and what they left is large", async () => {
    const [folder, stores] = [scratch(), [join(scratch(), "a"), join(scratch(), "b")]];
    for (const name of ["school", "lib"]) mkdirSync(join(folder, name));
    const world = "environment: { id: control/cart-pole, horizon: 40 }\nobjective: success\nseeds: 1\nepisodes: 2\n";
    const ppo = "{ policy: ppo, steps: 256, copies: 4, rollout: 32, hidden: [256, 256] }";
    writeFileSync(join(folder, "school/learn.yaml"), `${world}agents: ${ppo}\nreward: ./half.js\n`);
    writeFileSync(join(folder, "play.yaml"), `${world}agents: { policy: trained, run: learn }\nreward: private\n`);
    writeFileSync(join(folder, "lib/share.js"), "export const share = 0.5;\n");
    writeFileSync(
      join(folder, "school/half.js"),
      `import { defineReward } from "agonlab";
import { share } from "../lib/share.js";
const make = () => (spec) => {
  const at = spec.channels.findIndex(({ name }) => name === "payoff");
  return { reset() {}, pay(outcomes, _status, pay) { pay.fill(share * outcomes[at]); } };
};
export default defineReward({ summary: "half of the payoff", make });
`,
    );
    for (const [cwd, file] of [
      [join(folder, "school"), "learn.yaml"],
      [folder, "play.yaml"],
    ]) {
      const { alone, there } = await bothWays(cwd, ["run", file], stores);
      expect(there).toEqual(alone);
    }
    // What is larger than a megabyte lies in the shared folder.
    expect(Object.keys(contents(shared)).length).toBeGreaterThan(0);
  });

  test("whose cell meets a mistake ends as on one machine, and goes on when it is mended", async () => {
    const file = (step: string) =>
      `import { defineAgent } from "agonlab";\nexport default defineAgent({ summary: "x", make: () => () => ({ reset() {}, act(_, action) { ${step} } }) });\n`;
    const folder = placed(
      "environment: coopetition/slcd\nagents: { policy: ./own.js }\nobjective: joint.value\nseeds: 1\n",
    );
    writeFileSync(join(folder, "own.js"), file("action[0] = Number.NaN;"));
    const run = (...more: string[]) => agon(["run", "e.yaml", "--json", ...more], { cwd: folder });
    const alone = await run("--store", "a");
    const there = await run("--store", "b", "--on", url);
    expect(alone.code).toBe(2);
    expect([there.code, there.complaint]).toEqual([alone.code, alone.complaint]);
    writeFileSync(join(folder, "own.js"), file("action[0] = 10;"));
    expect((await run("--store", "b", "--on", url)).code).toBe(0);
  });
});

test("a contest between programs in the sandbox and as processes", async () => {
  const up = `#!${process.execPath}
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  if (JSON.parse(line).type === "move") console.log(JSON.stringify({ move: "up" }));
});`;
  const folder = placed(
    "arena: { id: battlesnake, width: 7, height: 7, horizon: 20 }\nplayers: { hungry: ./snakes/hungry.js, careful: ./snakes/careful.js, up: ./up }\ngames: 2\n",
    ["snakes"],
  );
  writeFileSync(join(folder, "up"), up, { mode: 0o755 });
  chmodSync(folder, 0o755);
  const { alone, there, said } = await bothWays(folder, ["contest", "e.yaml", "--resamples", "50", "--workers", "0"]);
  expect(JSON.parse(said[1]).players).toEqual(JSON.parse(said[0]).players);
  expect(Object.keys(there)).toEqual(Object.keys(alone));
});

test("a contest whose programs are edited between rounds, by rules and by a program that stays with the command", async () => {
  const editor = [
    'const say = (told) => console.log(JSON.stringify(told)); let code = "";',
    'require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => { const told = JSON.parse(line);',
    '  if (told.type === "edit") { code = told.code; say({ type: "trial", code, others: told.samples }); }',
    '  else say({ type: "code", code: told.shares[0] > 0 ? "MOV.I $0,$1\\n" : code }); });',
  ].join("\n");
  const warriors = ["warriors/dwarf.red", "warriors/imp.red"];
  const folder = placed(
    `arena: { id: core-war, core: small }
schedule: { id: edit-and-compete, rounds: 2, trials: 2, trialGames: 4 }
players:
  tester: { program: warriors/dwarf.red, editor: tester }
  blind: { program: warriors/dwarf.red, editor: { id: blind, changes: 5 } }
  own: { program: warriors/dwarf.red, editor: { id: command, command: [${JSON.stringify(process.execPath)}, edit.cjs] } }
samples: [warriors/imp.red]
games: 10
`,
    warriors,
  );
  writeFileSync(join(folder, "edit.cjs"), editor);
  const { alone, there, said } = await bothWays(folder, ["contest", "e.yaml", "--resamples", "20", "--workers", "0"]);
  expect(said[1]).toBe(said[0]);
  // The record of a contest says when it was played.
  const played = (store: Record<string, string>) =>
    Object.entries(store).filter(([name]) => !name.startsWith("contests/"));
  expect(played(alone).length).toBeGreaterThan(10);
  expect(played(there)).toEqual(played(alone));
});

test("a study", async () => {
  const { said } = await bothWays(scratch(), ["study", "coopetition-interdependence", "--seeds", "2"]);
  const [alone, there] = said.map((text) => JSON.parse(text));
  expect(there.results).toEqual(alone.results);
});

test("each worker has as many cells at a time as it has threads, and what waits for a busy one goes to one that comes later", async () => {
  const [own, folder] = [await newDatabase(), scratch()];
  const go = join(folder, "go");
  writeFileSync(
    join(folder, "waits.js"),
    `import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { defineAgent } from "agonlab";
const make = () => () => ({ async reset() { while (!existsSync(${JSON.stringify(go)})) await wait(20); }, act(_, action) { action[0] = 1; } });
export default defineAgent({ summary: "waits", make });
`,
  );
  writeFileSync(
    join(folder, "e.yaml"),
    "environment: coopetition/slcd\nagents: { policy: ./waits.js }\nobjective: joint.value\nseeds: 5\nepisodes: 1\n",
  );
  const client = new Client(own);
  await client.connect();
  onTestFinished(() => client.end());
  /** Cells that each worker computes now, fewest first. */
  const atWork = async (): Promise<string> => {
    const query = "SELECT count(*)::integer AS n FROM agon.jobs WHERE state = 'taken' GROUP BY worker ORDER BY n";
    const { rows } = await client.query<{ n: number }>(query);
    return rows.map(({ n }) => n).join();
  };
  const beats = async (): Promise<number> =>
    Number((await client.query("SELECT min(beat) AS beat FROM agon.workers")).rows[0].beat);
  /** Resolves after some looks of all workers for more. */
  const looks = async (): Promise<void> => {
    const before = await beats();
    await until(async () => (await beats()) > before + 1);
  };
  await startWorker(own);
  const { done, over } = submitted(["run", "e.yaml", "--on", own, "--json"], folder);
  await until(async () => (await atWork()) === "1", over);
  await looks();
  expect(await atWork()).toBe("1");
  await startWorker(own, "--workers", "3");
  await until(async () => (await atWork()) === "1,3", over);
  // The groups that wait for a thread stay where they are.
  await looks();
  expect(await atWork()).toBe("1,3");
  writeFileSync(go, "");
  expect((await done).code).toBe(0);
});

test("a training whose worker dies goes on elsewhere from its last checkpoint, to the same bytes", async () => {
  const folder = scratch();
  // A checkpoint is looked for each five seconds. While this file is there, each episode takes longer.
  const slow = join(folder, "slow");
  writeFileSync(slow, "");
  writeFileSync(
    join(folder, "own.js"),
    `import { existsSync } from "node:fs";
import { defineReward } from "agonlab";
const still = new Int32Array(new SharedArrayBuffer(4));
const make = () => (spec) => {
  const at = spec.channels.findIndex(({ name }) => name === "payoff");
  return {
    reset() { if (existsSync(${JSON.stringify(slow)})) Atomics.wait(still, 0, 0, 40); },
    pay(outcomes, _status, pay) { pay[0] = outcomes[at]; },
  };
};
export default defineReward({ summary: "what it earns, and slowly", make });
`,
  );
  writeFileSync(
    join(folder, "e.yaml"),
    `environment: { id: control/cart-pole, horizon: 100 }
agents: { policy: ppo, steps: 25600, copies: 4, rollout: 32, hidden: [16], segments: 100 }
objective: success
reward: ./own.js
seeds: 1
episodes: 2
`,
  );
  const [own, store] = [await newDatabase(), join(folder, "there")];
  const client = new Client(own);
  await client.connect();
  onTestFinished(() => client.end());
  /** The share that the training tells of itself, and whose worker tells it. */
  const readShare = async (): Promise<{ share: number; worker: string } | undefined> => {
    const query = "SELECT worker, news FROM agon.jobs WHERE state = 'taken' AND news IS NOT NULL";
    const { rows } = await client.query<{ worker: string; news: Buffer }>(query);
    return rows.length === 0 ? undefined : { share: deserialize(rows[0].news).share, worker: rows[0].worker };
  };
  const first = await startWorker(own);
  const { done, over } = submitted(["run", "e.yaml", "--store", store, "--on", own, "--json"], folder);
  await until(async () => (await client.query("SELECT FROM agon.checkpoints")).rows.length === 1, over);
  const before = await readShare();
  await first.end();
  await startWorker(own);
  const after = async () => {
    const now = await readShare();
    return now !== undefined && now.worker !== before?.worker ? now.share : undefined;
  };
  let share: number | undefined;
  await until(async () => {
    share = await after();
    return share !== undefined;
  }, over);
  // A segment is a hundredth; news come once a second, and the checkpoint is as old as the second before it.
  expect(share).toBeGreaterThan((before?.share ?? 1) / 2);
  rmSync(slow);
  expect((await done).code).toBe(0);
  const alone = join(folder, "alone");
  const { code, stderr } = await agon(["run", "e.yaml", "--store", alone, "--json"], { cwd: folder });
  expect(code, stderr).toBe(0);
  expect(contents(store)).toEqual(contents(alone));
});

test("workers share one limit of requests", async () => {
  const database = await newDatabase();
  const workers = [await requestSlots(database), await requestSlots(database)];
  try {
    let [open, most, ended] = [0, 0, 0];
    const limits = workers.map(({ limiter }) => limiter("3 at http://model", 3));
    const ask = async (): Promise<void> => {
      open += 1;
      most = Math.max(most, open);
      // As long as others wait, so that all places are taken at some time.
      await until(() => open === 3 || ended > 12);
      open -= 1;
      ended += 1;
    };
    await Promise.all(Array.from({ length: 16 }, (_, k) => limits[k % 2](ask)));
    expect([most, ended]).toEqual([3, 16]);
  } finally {
    for (const one of workers) await one.close();
  }
});

describe("what cannot be done is one sentence", () => {
  /** What a run complains of. */
  async function complaint(text: string, on = url): Promise<string> {
    const folder = scratch();
    mkdirSync(join(folder, "in"));
    writeFileSync(join(folder, "answers.jsonl"), "");
    writeFileSync(join(folder, "in/e.yaml"), text);
    const { code, complaint: message } = await agon(["run", "in/e.yaml", "--on", on], { cwd: folder });
    expect(code, message).toBe(2);
    return message;
  }
  const ALLIANCE = "environment: coopetition/slcd\nagents: { policy: random }\nobjective: joint.value\nseeds: 2\n";

  test("an address that is none", async () => {
    expect(await complaint(ALLIANCE, "mysql://here/agon")).toMatch(
      /^agon: mysql:\/\/here\/agon is no address of a PostgreSQL database; write --on postgres:/,
    );
  });

  test("a server that is not there, and a password that is wrong, which is not told", async () => {
    expect(await complaint(ALLIANCE, "postgres://agon:geheim@localhost:9/agon")).toMatch(
      /^agon: the database postgres:\/\/agon@localhost:9\/agon cannot be used: .*; start the server, or mend the address$/m,
    );
    const wrong = await complaint(ALLIANCE, url.replace("secret", "geheim"));
    expect(wrong).toMatch(/cannot be used: password authentication failed.*; give the right user and password$/m);
    expect(wrong).not.toContain("geheim");
    expect(await complaint(ALLIANCE, url.replace(/\w+$/, "nowhere"))).toMatch(
      /database "nowhere" does not exist; create it/,
    );
  });

  test("files by an absolute path", async () => {
    const own = join(root, "examples/fishery/cautious.js");
    expect(await complaint(ALLIANCE.replace("random", own))).toMatch(
      /^agon: variant ".*" names .*cautious\.js by an absolute path, which other machines do not have; name it by its path/m,
    );
    const recording = join(scratch(), "new.jsonl");
    const asks = `{ policy: llm, endpoint: http://localhost:9/v1, model: m, record: ${recording} }`;
    expect(await complaint(ALLIANCE.replace("{ policy: random }", asks))).toMatch(
      /^agon: variant ".*" names .*new\.jsonl by an absolute path, which other machines do not have; name it by its path/m,
    );
  });

  test("another place for large files, and one that is not there", async () => {
    const other = await agon(["worker", "--on", url, "--shared", scratch()]);
    expect([other.code, other.complaint]).toEqual([
      2,
      expect.stringMatching(/large files of this cluster lie in .*, not in/),
    ]);
    const relative = await agon(["worker", "--on", url, "--shared", "here"]);
    expect([relative.code, relative.complaint]).toEqual([
      2,
      expect.stringMatching(/give the absolute path of a folder/),
    ]);
  });

  test("a worker of another version than what waits", async () => {
    const own = await newDatabase();
    const pool = await connected(own);
    onTestFinished(() => pool.end());
    await makeTables(pool);
    await pool.query(
      "INSERT INTO agon.batches (id, title, version, host, jobs) VALUES ('b', 't', '0.0.1+00000000 node 18.0.0', 'h', 1)",
    );
    const { code, complaint: message } = await agon(["worker", "--on", own]);
    expect(code).toBe(2);
    expect(message).toMatch(
      /^agon: what was submitted needs Agon 0\.0\.1\+00000000 node 18\.0\.0, and this worker is .*; install the same Agon and Node/,
    );
  });
});
