// Every mistake of the user gets one clear sentence and exit code 2; nothing that was computed is lost.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agon, contents, filesOfCells, finishedCells, scratch } from "./agon.ts";

const good =
  "environment: { id: coopetition/slcd, horizon: 10 }\nagents: { policy: random }\nobjective: joint.value\nvariants: { a: {}, b: { reward: cooperative } }\nseeds: 3\n";

function placed(text: string): string {
  const folder = scratch();
  writeFileSync(join(folder, "e.yaml"), text);
  return folder;
}

describe("an experiment file", () => {
  test.each([
    [
      "an unknown world",
      good.replace("coopetition/slcd", "coopetition/slcdd"),
      'e.yaml:1:20: environment.id: no environment is called "coopetition/slcdd"; did you mean "coopetition/slcd"?',
    ],
    [
      "an unknown key",
      good.replace("seeds", "seedss"),
      'e.yaml:5:1: seedss: unknown key "seedss"; did you mean "seeds"?',
    ],
    [
      "an unknown parameter",
      good.replace("horizon", "horison"),
      'e.yaml:1:38: environment.horison: unknown key "horison"; did you mean "horizon"?',
    ],
    [
      "a number out of range",
      good.replace("horizon: 10", "horizon: 0"),
      "e.yaml:1:47: environment.horizon: is 0; it must be at least 1",
    ],
    [
      "a wrong type",
      good.replace("horizon: 10", "horizon: ten"),
      'e.yaml:1:47: environment.horizon: is "ten"; it must be a number',
    ],
    [
      "an unknown agent",
      good.replace("random", "randm"),
      'e.yaml:2:19: agents.policy: no agent is called "randm"; did you mean "random"?',
    ],
    [
      "an unknown reward",
      good.replace("reward: cooperative", "reward: coperative"),
      'e.yaml:4:33: variants.b.reward: no reward is called "coperative"; did you mean "cooperative"?',
    ],
    [
      "an unknown channel",
      good.replace("joint.value", "joint.valu"),
      'e.yaml:3:12: objective: no channel of this world is called "valu"; did you mean "value"?',
    ],
    [
      "no variants",
      good.replace(/variants:.*\n/, "variants: {}\n"),
      "e.yaml:4:11: variants: there are no variants; name one, or leave the key out",
    ],
    [
      "a name that holds nothing that can be shown",
      good.replace("b: {", '"b\\0": {'),
      'e.yaml:4:27: variants."b\\u0000": the variant\'s name holds \\u0000; a name is made of characters that can be shown',
    ],
    [
      "a name that turns a terminal red",
      good.replace("b: {", '"b\\e[31m": {'),
      'e.yaml:4:31: variants."b\\u001b[31m": the variant\'s name holds \\u001b; a name is made of characters that can be shown',
    ],
    [
      "nothing",
      "",
      "e.yaml:1:1: the file holds no experiment; it must be a map with environment, agents and objective",
    ],
  ])("with %s", async (_, text, sentence) => {
    const { code, stdout, stderr } = await agon(["run", "e.yaml"], { cwd: placed(text) });
    expect(stderr.trim()).toBe(`agon: ${sentence}`);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  test("that is missing names the nearest", async () => {
    const { code, stderr } = await agon(["run", "f.yaml"], { cwd: placed(good) });
    expect(stderr.trim()).toBe('agon: f.yaml cannot be read: there is no such file; did you mean "e.yaml"?');
    expect(code).toBe(2);
  });

  test("problems are data with --json", async () => {
    const { code, stdout } = await agon(["run", "e.yaml", "--json"], { cwd: placed(good.replace("random", "randm")) });
    expect(code).toBe(2);
    expect(JSON.parse(stdout).problems).toEqual([
      expect.objectContaining({ code: "unknown-name", where: "e.yaml:2:19", path: ["agents", "policy"] }),
    ]);
  });
});

describe("the command line", () => {
  test.each([
    [["runn"], "unknown command 'runn'"],
    [["run"], "missing required argument 'file'"],
    [["run", "e.yaml", "--seeds", "-3"], "It must be a whole number from 1 on."],
    [["run", "e.yaml", "--sed", "3"], "unknown option '--sed'"],
    [["list", "agennts"], 'no kind of thing is called "agennts"; did you mean "agents"?'],
    [["show", "alliance"], '"alliance" is an example, not something with parameters; agon run alliance runs it'],
    ...["step", "play", "serve"].map((command): [string[], string] => [
      [command, "alliance"],
      '"alliance" is an example, not a world; agon run alliance runs it, agon examples alliance shows it',
    ]),
    [["check", "alliance"], '"alliance" is an example, not'],
    [["show", "coopetition/slc"], 'did you mean "coopetition/slcd"?'],
    [["study", "coopetition-trus"], 'no study is called "coopetition-trus"; did you mean "coopetition-trust"?'],
    [["report", "latest"], "there is no store at"],
    [["step", "coopetition/slcd", "--set", "horizon"], '"--set horizon" assigns nothing'],
  ])("%j", async (args, sentence) => {
    const { code, stderr } = await agon(args, { cwd: placed(good) });
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });
});

describe("the store", () => {
  test("of another version is refused", async () => {
    const folder = placed(good);
    mkdirSync(join(folder, ".agon"));
    writeFileSync(join(folder, ".agon/store.json"), '{"format":99}');
    const { code, stderr } = await agon(["run", "e.yaml"], { cwd: folder });
    expect(stderr.trim()).toBe(
      `agon: ${folder}/.agon has format 99, and this Agon reads format 3; use a newer Agon, or another --store`,
    );
    expect(code).toBe(2);
    expect(readdirSync(join(folder, ".agon"))).toEqual(["store.json"]);
  });

  test("where something else lies is left alone", async () => {
    const folder = placed(good);
    mkdirSync(join(folder, ".agon"));
    writeFileSync(join(folder, ".agon/store.json"), "not json");
    const { code, stderr } = await agon(["run", "e.yaml"], { cwd: folder });
    expect(stderr).toContain("is not a store of Agon: its store.json is damaged");
    expect(code).toBe(2);
  });

  test("with damaged files: they are named, the rest is read, and running again repairs them", async () => {
    const folder = placed(good);
    await agon(["run", "e.yaml"], { cwd: folder });
    const store = join(folder, ".agon");
    const whole = contents(store);
    const [cut, scrambled] = filesOfCells(store, /\/episodes\/\d+\.parquet$/);
    truncateSync(cut, 200);
    const bytes = readFileSync(scrambled);
    bytes.fill(0x5a, 4, bytes.length - 8);
    writeFileSync(scrambled, bytes);

    const report = await agon(["report", "latest", "--json"], { cwd: folder });
    expect(report.code).toBe(2);
    for (const file of [cut, scrambled])
      expect(report.stderr).toContain(`${file}: it is not as it was written; it was left out`);
    expect(JSON.parse(report.stdout).cells).toEqual({ planned: 6, done: 4 });

    const query = await agon(["query", "select count(*) as n from episodes", "--json"], { cwd: folder });
    expect(query.code).toBe(2);
    expect(query.stderr).toContain(cut);
    expect(JSON.parse(query.stdout)).toEqual([{ n: 8 }]);

    const again = await agon(["run", "e.yaml", "--json"], { cwd: folder });
    expect(again.code).toBe(0);
    expect(again.stderr).toContain(`${cut} was damaged; its cell is computed again`);
    expect(contents(store)).toEqual(whole);
  });

  test("in a folder with a name that is a pattern: none of its neighbours is read", async () => {
    const folder = placed(good);
    for (const store of ["r1", "r*", "[q]?"]) {
      await agon(["run", "e.yaml", "--store", store], { cwd: folder });
      for (const [table, n] of Object.entries({ episodes: 12, steps: 120 })) {
        const sql = `select count(*) as n from ${table}`;
        const { stdout } = await agon(["query", sql, "--store", store, "--json"], { cwd: folder });
        expect([store, table, JSON.parse(stdout)]).toEqual([store, table, [{ n }]]);
      }
    }
  });

  test("in a place that cannot be written", async () => {
    const folder = placed(good);
    writeFileSync(join(folder, "taken"), "");
    const { code, stderr } = await agon(["run", "e.yaml", "--store", "taken/store"], { cwd: folder });
    expect(stderr).toMatch(/^agon: cannot write to .*taken\/store: a part of the path is not a folder; /);
    expect(code).toBe(2);
  });

  test.skipIf(!existsSync("/dev/full"))("on a full disk: what was computed is kept", async () => {
    // A file-size limit refuses writes in the middle of the work as a full disk does, without needing one.
    const folder = placed(good);
    const { run } = JSON.parse((await agon(["run", "e.yaml", "--json"], { cwd: folder })).stdout);
    const before = contents(join(folder, ".agon", run));
    const { spawnSync } = await import("node:child_process");
    const { root } = await import("./agon.ts");
    const limited = spawnSync(
      "bash",
      ["-c", `ulimit -f 1; exec '${process.execPath}' '${root}/dist/cli/main.js' run e.yaml --seeds 20`],
      { cwd: folder, encoding: "utf8" },
    );
    expect(limited.stderr).toMatch(
      /agon: cannot write to .*; what was computed before is kept; make room or give another --store, and run again/,
    );
    expect(limited.status).toBe(2);
    const after = contents(join(folder, ".agon", run));
    for (const [file, hash] of Object.entries(before)) if (file.endsWith(".parquet")) expect(after[file]).toBe(hash);
    expect(Object.keys(after).filter((file) => file.endsWith(".tmp"))).toEqual([]);
  });

  test("a faulty query says what is wrong", async () => {
    const folder = placed(good);
    await agon(["run", "e.yaml"], { cwd: folder });
    const { code, stderr } = await agon(["query", "select payy from episodes"], { cwd: folder });
    expect(stderr).toContain('agon: the query failed: Binder Error: Referenced column "payy" not found');
    expect(code).toBe(2);
  });
});

describe("a part of one's own", () => {
  const broken: [string, string, string][] = [
    ["is missing", "", "there is no file"],
    ["does not parse", "export default {", "agent.ts could not be loaded"],
    ["throws", 'throw new Error("no luck");', "agent.ts could not be loaded: no luck"],
    ["exports nothing", "export const x: number = 1;", "the default export of"],
    [
      "is of another kind",
      'import { defineReward } from "agonlab"; export default defineReward({ summary: "r", make: () => () => ({ reset() {}, pay() {} }) });',
      "is a reward; an agent is made by defineAgent",
    ],
  ];
  test.each(broken)("that %s", async (_, code, sentence) => {
    const folder = placed(good.replace("{ policy: random }", "./agent.ts"));
    if (code !== "") writeFileSync(join(folder, "agent.ts"), code);
    const outcome = await agon(["run", "e.yaml"], { cwd: folder });
    expect(outcome.stderr).toContain("e.yaml:2:9: agents: ");
    expect(outcome.stderr).toContain(sentence);
    expect(outcome.code).toBe(2);
  });

  test("that is a rule of another family, or charges too much, is told", async () => {
    const rule = (family: string, payment: string) =>
      `import { defineRule } from "agonlab"; export default defineRule({ summary: "odd", make: () => ({ family: "${family}", truthful: false, mechanism: ({ bidders }) => ({ bidders, run: (bids) => ({ allocation: new Float64Array(bidders), payments: bids.map((bid) => ${payment}) }) }) }) });`;
    const sold =
      "environment: { id: markets/auction, rule: ./rule.js }\nagents: oracle\nobjective: joint.spend\nseeds: 1\n";
    const ran = (own: string) => {
      const folder = placed(sold);
      writeFileSync(join(folder, "rule.js"), own);
      return agon(["run", "e.yaml"], { cwd: folder });
    };
    const other = await ran(rule("list", "bid"));
    expect(other.stderr).toContain(
      './rule.js is a rule of the family "list", and here one of the family "auction" is needed',
    );
    const dear = await ran(rule("auction", "2 * bid + 1"));
    expect(dear.stderr).toContain("the rule ./rule.js charges bidder 1");
    expect([other.code, dear.code]).toEqual([2, 2]);
  });

  test("that throws while it plays is told with its line, and is no bug of Agon", async () => {
    const folder = placed(good.replace("{ policy: random }", "./agent.js"));
    const own = join(folder, "agent.js");
    writeFileSync(
      own,
      'import { defineAgent } from "agonlab"; export default defineAgent({ summary: "bad", make: () => () => ({ reset() {}, act() {\n  [][0].pay; } }) });',
    );
    const { code, complaint } = await agon(["run", "e.yaml", "--workers", "1"], { cwd: folder });
    expect(complaint.trim()).toBe(
      `agon: ${own}:2:9: Cannot read properties of undefined (reading 'pay'); this line of your own threw it`,
    );
    expect(code).toBe(2);
  });

  test("that names a channel by what cannot be shown is told before anything is computed", async () => {
    const folder = placed("environment: ./world.js\nagents: random\nobjective: pay\nseeds: 1\n");
    const channel = '{ name: "out\\0", unit: "u", low: 0, high: 1, over: "sum", state: false, meaning: "m" }';
    writeFileSync(
      join(folder, "world.js"),
      `import { defineEnvironment, layout } from "agonlab"; export default defineEnvironment({ summary: "odd", make: () => ({
        spec: { agents: ["agent_0"], labels: ["one"], horizon: 1, actionSize: 1, actionLow: [0], actionHigh: [1], actionUnit: "x",
          observation: [], observationSize: 0, channels: [${channel}], publicState: [], deterministic: true, symmetric: true },
        state: layout({ t: [1] }), reset() {}, step: () => 2, observe() {} }) });`,
    );
    const { code, complaint } = await agon(["run", "e.yaml"], { cwd: folder });
    expect(complaint).toContain("environment: a channel's name holds \\u0000; a name is made of");
    expect(code).toBe(2);
    expect(existsSync(join(folder, ".agon"))).toBe(false);
  });

  test("that plays NaN is told with variant and seed, and finished cells are kept", async () => {
    const folder = placed(good.replace("a: {}", "a: {}, c: { agents: ./agent.ts }"));
    writeFileSync(
      join(folder, "agent.ts"),
      'import { defineAgent } from "agonlab"; export default defineAgent({ summary: "bad", make: () => () => ({ reset() {}, act(_o: Float32Array, action: Float64Array) { action[0] = NaN; } }) });',
    );
    const { code, complaint } = await agon(["run", "e.yaml", "--workers", "1"], { cwd: folder });
    expect(complaint.trim()).toBe(
      'agon: variant "c", seed 0: agent_0 played NaN at step 0; an action must be a finite number',
    );
    expect(code).toBe(2);
    expect(finishedCells(join(folder, ".agon")).length).toBeGreaterThan(0);
  });
});

describe("pay", () => {
  const paying = (weight: number) =>
    placed(good.replace("b: { reward: cooperative }", `b: { reward: { channel: payoff, weight: ${weight} } }`));

  test("whose squares are too large for a number is reported, with intervals", async () => {
    const { code, stdout } = await agon(["run", "e.yaml", "--json", "--workers", "1"], { cwd: paying(1e160) });
    const { variants, effects } = JSON.parse(stdout);
    const [{ pay: plain }, { pay: large }] = variants;
    for (const bound of ["mean", "low", "high"]) expect(large[bound] / plain[bound]).toBeCloseTo(1e160, -150);
    expect(effects.find(({ measure }: { measure: string }) => measure === "pay").p).toBeGreaterThan(0);
    expect(code).toBe(0);
  });

  test("that cannot be added up is told, and finished cells are kept", async () => {
    const folder = paying(1e305);
    const { code, complaint } = await agon(["run", "e.yaml", "--workers", "1"], { cwd: folder });
    expect(complaint.trim()).toMatch(
      /^agon: variant "b", seed 0: the pay of agent_0 in episode 0 comes to \S+e\+30\d; it must be a number from -1e\+300 to 1e\+300$/,
    );
    expect(code).toBe(2);
    expect(finishedCells(join(folder, ".agon")).length).toBeGreaterThan(0);
  });
});

describe("a program that plays", () => {
  test.each([
    ["hangs", 0.5, "setInterval(() => {}, 1000)", "gave no answer for 0.5 seconds"],
    ["dies", 600, "process.exit(3)", "ended with exit code 3"],
    [
      "prints nonsense",
      600,
      'require("readline").createInterface({ input: process.stdin }).on("line", () => console.log("hello"))',
      'answered "hello", and not {"action":[…]}',
    ],
  ])("and %s", async (_, timeout, script, sentence) => {
    const folder = placed(
      `environment: coopetition/slcd\nagents: { policy: program, command: [node, player.cjs], timeout: ${timeout} }\nobjective: trust\nseeds: 1\n`,
    );
    writeFileSync(join(folder, "player.cjs"), script);
    const { code, complaint } = await agon(["run", "e.yaml"], { cwd: folder });
    expect(complaint.trim()).toBe(`agon: variant "base", seed 0: the program "node player.cjs" ${sentence}`);
    expect(code).toBe(2);
  });
});

test("a file that cannot be read", async () => {
  const folder = placed(good);
  chmodSync(join(folder, "e.yaml"), 0o000);
  mkdirSync(join(folder, "d.yaml"));
  const { code, stderr } = await agon(["run", "d.yaml"], { cwd: folder });
  expect(stderr).toContain("d.yaml cannot be read: it is a folder");
  expect(code).toBe(2);
  writeFileSync(
    join(folder, "binary.yaml"),
    Uint8Array.from({ length: 4096 }, (_, k) => (197 * k) % 256),
  );
  const binary = await agon(["run", "binary.yaml"], { cwd: folder });
  expect(binary.code).toBe(2);
});
