// Every mistake of the user gets one clear sentence and exit code 2; nothing that was computed is lost.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agon, contents, documentOf, filesOfCells, finishedCells, root } from "./agon.ts";
import { folderWith, rowsOf } from "./files.ts";
import { complaintOf, refusedCommands, refusedFiles } from "./mistakes.ts";

const good = `environment: { id: coopetition/slcd, horizon: 10 }
agents: { policy: random }
objective: joint.value
variants: { a: {}, b: { reward: cooperative } }
seeds: 3
`;

const placed = (text: string): string => folderWith({ "e.yaml": text });

describe("an experiment file", () => {
  const changes = rowsOf(`
    an unknown world | slcd | slcdd
    an unknown key | seeds | seedss
    an unknown parameter | horizon | horison
    a number out of range | horizon: 10 | horizon: 0
    a wrong type | horizon: 10 | horizon: ten
    an unknown agent | random | randm
    an unknown reward | reward: cooperative | reward: coperative
    an unknown channel | joint.value | joint.valu
    no variants | { a: {}, b: { reward: cooperative } } | {}
    a name that holds nothing that can be shown | b: { | "b\\0": {
    a name that turns a terminal red | b: { | "b\\e[31m": {
  `);
  const rows = changes.map(([name, from, to]) => [name, good.replace(from, to)]);
  refusedFiles("agon-run", "run e.yaml", "e.yaml", [...rows, ["nothing", ""]]);

  test("problems are data with --json", async () => {
    const { code, stdout } = await agon("run e.yaml --json", { cwd: placed(good.replace("random", "randm")) });
    expect(code).toBe(2);
    expect(JSON.parse(stdout).problems).toEqual([
      expect.objectContaining({ code: "unknown-name", where: "e.yaml:2:19", path: ["agents", "policy"] }),
    ]);
  });
});

refusedCommands(
  "agon-commands",
  `
  runn
  run
  run f.yaml
  run folder.yaml
  run e.yaml --seeds -3
  run e.yaml --sed 3
  run e.yaml --store taken/store
  run e.yaml --store=
  list agennts
  show alliance
  step alliance
  play alliance
  serve alliance
  check alliance
  check molochs-bargain
  show coopetition/slc
  study coopetition-trus
  study mine.yaml
  study fightladder --set seed.count=60
  study fightladder --set seeds.count=many
  report latest
  step coopetition/slcd --set horizon
  `,
  { "e.yaml": good, "folder.yaml/inside": "", taken: "" },
);

describe("the store", () => {
  test.each([
    ['{"format":99}', "has format 99, and this Agon reads format 3; use a newer Agon, or another --store"],
    ["not json", "is not a store of Agon: its store.json is damaged"],
  ])("that says %s is refused, and left alone", async (text, sentence) => {
    const cwd = folderWith({ "e.yaml": good, ".agon/store.json": text });
    expect(await complaintOf("run e.yaml", { cwd })).toContain(`agon: FOLDER/.agon ${sentence}`);
    expect(readdirSync(join(cwd, ".agon"))).toEqual(["store.json"]);
  });

  test("with damaged files: they are named, the rest is read, and running again repairs them", async () => {
    const cwd = placed(good);
    await agon("run e.yaml", { cwd });
    const store = join(cwd, ".agon");
    const whole = contents(store);
    const [cut, scrambled] = filesOfCells(store, /\/episodes\/\d+\.parquet$/);
    truncateSync(cut, 200);
    const bytes = readFileSync(scrambled);
    bytes.fill(0x5a, 4, bytes.length - 8);
    writeFileSync(scrambled, bytes);

    const report = await agon("report latest --json", { cwd });
    for (const file of [cut, scrambled])
      expect(report.stderr).toContain(`${file}: it is not as it was written; it was left out`);
    expect([report.code, JSON.parse(report.stdout).cells]).toEqual([2, { planned: 6, done: 4 }]);

    const query = await agon("query 'select count(*) as n from episodes' --json", { cwd });
    expect([query.code, JSON.parse(query.stdout)]).toEqual([2, [{ n: 8 }]]);
    expect(query.stderr).toContain(cut);
    expect(await complaintOf("query 'select payy from episodes'", { cwd })).toContain(
      'agon: the query failed: Binder Error: Referenced column "payy" not found',
    );

    const again = await agon("run e.yaml --json", { cwd });
    expect(again.code).toBe(0);
    expect(again.stderr).toContain(`${cut} was damaged; its cell is computed again`);
    expect(contents(store)).toEqual(whole);
  });

  test("in a folder with a name that is a pattern: none of its neighbours is read", async () => {
    const cwd = placed(good);
    for (const store of ["r1", "r*", "[q]?"]) {
      await agon(`run e.yaml --store ${store}`, { cwd });
      for (const [table, n] of Object.entries({ episodes: 12, steps: 120 })) {
        const rows = await documentOf(["query", `select count(*) as n from ${table}`, "--store", store], { cwd });
        expect([store, table, rows]).toEqual([store, table, [{ n }]]);
      }
    }
  });

  test.skipIf(!existsSync("/dev/full"))("on a full disk: what was computed is kept", async () => {
    // A file-size limit refuses writes in the middle of the work as a full disk does, without needing one.
    const cwd = placed(good);
    const { run } = await documentOf("run e.yaml", { cwd });
    const before = contents(join(cwd, ".agon", run));
    const command = `ulimit -f 1; exec '${process.execPath}' '${root}/dist/cli/main.js' run e.yaml --seeds 5 --workers 1`;
    const { status, stderr } = spawnSync("bash", ["-c", command], { cwd, encoding: "utf8" });
    expect(stderr).toMatch(
      /agon: cannot write to .*; what was computed before is kept; make room or give another --store, and run again/,
    );
    expect(status).toBe(2);
    const after = contents(join(cwd, ".agon", run));
    for (const [file, hash] of Object.entries(before)) if (file.endsWith(".parquet")) expect(after[file]).toBe(hash);
    expect(Object.keys(after).filter((file) => file.endsWith(".tmp"))).toEqual([]);
  });
});

describe("a part of one's own", () => {
  const withAgent = good.replace("{ policy: random }", "./agent.ts");
  const reward = 'defineReward({ summary: "r", make: () => () => ({ reset() {}, pay() {} }) })';
  refusedFiles(
    "agon-run-own-agent",
    "run e.yaml",
    "agent.ts",
    [
      ["throws", 'throw new Error("no luck");'],
      ["exports nothing", "export const x: number = 1;"],
      ["is of another kind", `import { defineReward } from "agonlab"; export default ${reward};`],
    ],
    { "e.yaml": withAgent },
  );

  test("that is missing or does not parse", async () => {
    expect(await complaintOf("run e.yaml", { cwd: placed(withAgent) })).toMatch(
      /^agon: e.yaml:2:9: agents: there is no/,
    );
    const cwd = folderWith({ "e.yaml": withAgent, "agent.ts": "export default {" });
    expect(await complaintOf("run e.yaml", { cwd })).toMatch(
      /^agon: e.yaml:2:9: agents: .*agent.ts could not be loaded/,
    );
  });

  const rule = (family: string, payment: string) =>
    `import { defineRule } from "agonlab"; export default defineRule({ summary: "odd", make: () => ({ family: "${family}", truthful: false, mechanism: ({ bidders }) => ({ bidders, run: (bids) => ({ allocation: new Float64Array(bidders), payments: bids.map((bid) => ${payment}) }) }) }) });`;
  refusedFiles(
    "agon-run-own-rule",
    "run e.yaml",
    "rule.js",
    [
      ["is of another family", rule("list", "bid")],
      ["charges too much", rule("auction", "2 * bid + 1")],
    ],
    {
      "e.yaml":
        "environment: { id: markets/auction, rule: ./rule.js }\nagents: oracle\nobjective: joint.spend\nseeds: 1\n",
    },
  );

  const acting = (act: string) =>
    `import { defineAgent } from "agonlab"; export default defineAgent({ summary: "bad", make: () => () => ({ reset() {}, act(_, action) {\n  ${act}; } }) });`;

  test("that throws while it plays is told with its line, and is no bug of Agon", async () => {
    const cwd = folderWith({ "e.yaml": withAgent.replace(".ts", ".js"), "agent.js": acting("[][0].pay") });
    expect(await complaintOf("run e.yaml --workers 1", { cwd })).toBe(
      "agon: FOLDER/agent.js:2:9: Cannot read properties of undefined (reading 'pay'); this line of your own threw it\n",
    );
  });

  test("that names a channel by what cannot be shown is told before anything is computed", async () => {
    const channel = '{ name: "out\\0", unit: "u", low: 0, high: 1, over: "sum", state: false, meaning: "m" }';
    const world = `import { defineEnvironment, layout } from "agonlab"; export default defineEnvironment({ summary: "odd", make: () => ({
      spec: { agents: ["agent_0"], labels: ["one"], horizon: 1, actionSize: 1, actionLow: [0], actionHigh: [1], actionUnit: "x",
        observation: [], observationSize: 0, channels: [${channel}], publicState: [], deterministic: true, symmetric: true },
      state: layout({ t: [1] }), reset() {}, step: () => 2, observe() {} }) });`;
    const text = "environment: ./world.js\nagents: random\nobjective: pay\nseeds: 1\n";
    const cwd = folderWith({ "e.yaml": text, "world.js": world });
    expect(await complaintOf("run e.yaml", { cwd })).toContain(
      "environment: a channel's name holds \\u0000; a name is made of",
    );
    expect(existsSync(join(cwd, ".agon"))).toBe(false);
  });

  test("that plays NaN is told with variant and seed, and finished cells are kept", async () => {
    const text = good.replace("a: {}", "a: {}, c: { agents: ./agent.js }");
    const cwd = folderWith({ "e.yaml": text, "agent.js": acting("action[0] = NaN") });
    expect(await complaintOf("run e.yaml", { cwd })).toBe(
      'agon: variant "c", seed 0: agent_0 played NaN at step 0; an action must be a finite number\n',
    );
    expect(finishedCells(join(cwd, ".agon")).length).toBeGreaterThan(0);
  });
});

describe("pay", () => {
  const paying = (weight: number) =>
    placed(good.replace("b: { reward: cooperative }", `b: { reward: { channel: payoff, weight: ${weight} } }`));

  test("whose squares are too large for a number is reported, with intervals", async () => {
    const { variants, effects } = await documentOf("run e.yaml", { cwd: paying(1e160) });
    const [{ pay: plain }, { pay: large }] = variants;
    for (const bound of ["mean", "low", "high"]) expect(large[bound] / plain[bound]).toBeCloseTo(1e160, -150);
    expect(effects.find(({ measure }: { measure: string }) => measure === "pay").p).toBeGreaterThan(0);
  });

  test("that cannot be added up is told, and finished cells are kept", async () => {
    const cwd = paying(1e305);
    expect(await complaintOf("run e.yaml --workers 1", { cwd })).toMatch(
      /^agon: variant "b", seed 0: the pay of agent_0 in episode 0 comes to \S+e\+30\d; it must be a number from -1e\+300 to 1e\+300\n$/,
    );
    expect(finishedCells(join(cwd, ".agon")).length).toBeGreaterThan(0);
  });
});

const says = 'require("readline").createInterface({ input: process.stdin }).on("line", () => console.log("hello"))';
refusedFiles(
  "agon-run-program",
  "run e.yaml",
  "player.cjs",
  [
    ["hangs", "setInterval(() => {}, 1000)", "--set agents.timeout=0.5"],
    ["dies", "process.exit(3)"],
    ["prints nonsense", says],
  ],
  {
    "e.yaml":
      "environment: coopetition/slcd\nagents: { policy: program, command: [node, player.cjs], timeout: 600 }\nobjective: trust\nseeds: 1\n",
  },
);

test("a file of bytes that are no text", async () => {
  const cwd = placed(good);
  writeFileSync(
    join(cwd, "binary.yaml"),
    Uint8Array.from({ length: 4096 }, (_, k) => (197 * k) % 256),
  );
  expect(await complaintOf("run binary.yaml", { cwd })).toMatch(/^agon: /);
});
