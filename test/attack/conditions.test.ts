// SQL of strangers: conditions of logs and questions to a store that would write a file, read one that is not asked for, or reach an
// address. Each is one sentence, and nothing of it is done, whichever door it comes through. Needs `npm run build` before.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { checkedJson, parseChecked } from "../../src/core/checksum.ts";
import { withFile } from "../../src/logs/user-file.ts";
import { openView } from "../../src/server/view.ts";
import { allowancesOf } from "../../src/server/worlds/allowances.ts";
import { serveWorlds } from "../../src/server/worlds/serve.ts";
import { agon, scratchFolder } from "../cli/agon.ts";
import { words } from "../fixtures/words.ts";

const home = scratchFolder();
const { folder } = home;
const SECRET = "what no question is told";
const secret = join(folder, "secret.txt");
/** What would be written. */
const written = join(folder, "out", "written");

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? "");
  response.end("a\n1\n");
});
let address = "";
let run = "";

const BIDS = "auction,time,bidder,value,region\na1,1,Ann,2,eu\na1,1,Bob,1,us\na2,2,Ann,2,eu\na3,3,Bob,3,us\n";
const EXPERIMENT = `environment: { id: markets/auction, log: { file: bids.csv, where: "region <> 'x'" }, horizon: 1 }
agents: random
objective: joint.spend
seeds: 2
`;

beforeAll(async () => {
  mkdirSync(join(folder, "out"));
  const column = (name: string) => ({ name, data: ["eu", "us"] });
  writeFileSync(secret, SECRET);
  writeFileSync(join(folder, "bids.csv"), BIDS);
  writeFileSync(join(folder, "rows.csv"), "region,hour\neu,1\nus,2\n");
  writeFileSync(join(folder, "rows.jsonl"), '{"region":"eu"}\n{"region":"us"}\n');
  writeFileSync(
    join(folder, "rows.parquet"),
    new Uint8Array(parquetWriteBuffer({ columnData: [column("region"), column("hour")] })),
  );
  writeFileSync(join(folder, "e.yaml"), EXPERIMENT);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.address();
  address = typeof at === "object" ? `http://127.0.0.1:${at?.port}/rows.csv` : "";
  run = JSON.parse((await agon("run e.yaml --json", { cwd: folder })).stdout).run;
});
afterAll(() => {
  server.close();
  home.gone();
});

const COPY = (to = written) => `COPY (SELECT 1 AS a) TO '${to}'`;

/** Conditions that would do more than look at a row; those that close brackets close as many as stand before them in some query. */
const ATTACKS: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(
    [1, 2, 3].map((depth) => [
      `${depth} closing`,
      () => `true${")".repeat(depth)}; ${COPY()}; SELECT 1 ${"FROM (SELECT 1 ".repeat(depth - 1)}WHERE (true`,
    ]),
  ),
  "a comment": () => `true)); ${COPY()}; --`,
  "two statements": () => `true; ${COPY()}`,
  attach: () => `true)); ATTACH '${written}' AS other; --`,
  install: () => "true)); INSTALL httpfs; --",
  set: () => "true)); SET threads = 1; --",
  pragma: () => `true)); PRAGMA profiling_output = '${written}'; --`,
  macro: () => "true)); CREATE MACRO evil() AS 1; --",
  union: () => `true)) UNION ALL SELECT * FROM (SELECT content FROM read_text('${secret}') WHERE (true`,
  "a question": () => `region IN (SELECT content FROM read_text('${secret}'))`,
  "a question of an address": () => `EXISTS (FROM read_csv('${address}'))`,
  "a list of a question": () => `len(ARRAY(SELECT file FROM glob('${folder}/*'))) > 0`,
  "a function of files": () => `read_text('${secret}') IS NOT NULL`,
  "an environment": () => "getenv('HOME') IS NOT NULL",
  "work without end": () => "levenshtein(repeat(region, 100000), repeat('ba', 100000)) > 0",
  "memory without end": () => "len(range(3000000000 + len(region))) > 0",
  chance: () => "random() < 0.5",
  "a clock": () => "now() > region::timestamp",
  "a clock without a call": () => "Current_Timestamp > region::timestamptz",
  "a user": () => "region = user",
  order: () => "true ORDER BY 1",
  limit: () => "true LIMIT 1",
  window: () => "row_number() OVER () = 1",
  total: () => "count(*) > 1",
  parameter: () => "$1",
  place: () => "#1 = 'eu'",
  "no end": () => "true /*",
  nothing: () => "",
  "half a text": () => "region = 'eu",
  "a zero": () => "region = '\0'",
  deep: () => `${"NOT ".repeat(2000)}true`,
  long: () => "1".repeat(20_000),
  "a number": () => "1",
  "a text": () => "'eu'",
  "a column that is not there": () => "regio = 'eu'",
  "a function that is not there": () => "evil(region)",
};
const NAMES = Object.keys(ATTACKS);

/** A door does nothing but answer. */
function nothingDone(): void {
  expect(readdirSync(join(folder, "out"))).toEqual([]);
  expect(requests).toEqual([]);
}

const rowsOf = (file: string, where: string): Promise<string> =>
  withFile({ path: join(folder, file), shown: file, where }, async (opened) => {
    await opened.checkCondition();
    const reader = await opened.ask((connection) => connection.runAndReadAll(opened.rows()));
    return `${reader.currentRowCount} rows`;
  });

words(
  "conditions",
  NAMES.map((name) => [
    name,
    () => rowsOf("rows.csv", ATTACKS[name]().replaceAll(folder, "/FOLDER").replaceAll(address, "http://a")),
  ]),
);

describe("a condition", () => {
  test.each(["rows.csv", "rows.jsonl", "rows.parquet"])("is one expression over a row of %s", async (file) => {
    for (const name of NAMES) {
      const refused = await rowsOf(file, ATTACKS[name]()).then(String, (error: unknown) => error);
      expect(refused, name).toMatchObject({ name: "UserError", problems: [{ where: file }] });
    }
    nothingDone();
  });

  test.each<[string, number]>([
    ["region = 'eu'", 1],
    ["hour::int < 3 -- and no more", 2],
    ["(region = 'eu') OR (region LIKE 'u%')", 2],
    ["CASE WHEN hour IN ('1', '2') THEN region BETWEEN 'a' AND 'z' ELSE false END", 2],
    ["NULL", 0],
    ["false", 0],
  ])("holds what SQL has for one row: %s", async (where, rows) => {
    expect(await rowsOf("rows.csv", where)).toBe(`${rows} rows`);
    expect((await agon(["preferences", "rows.csv", "--where", where], { cwd: folder })).code).toBe(2);
  });

  test("on the command line", async () => {
    for (const name of NAMES) {
      const line = ["log", "check", "bids.csv", "--as", "auctions", "--where", ATTACKS[name]()];
      const { code, stderr } = await agon(line, { cwd: folder });
      expect([code, stderr], name).toEqual([2, expect.stringContaining("agon: ")]);
      expect(stderr).not.toContain(SECRET);
    }
    nothingDone();
    const none = await agon(["log", "check", "bids.csv", "--as", "auctions", "--where", "NULL"], { cwd: folder });
    expect([none.code, none.complaint]).toEqual([2, expect.stringContaining("no row meets the condition")]);
  });

  test("in the address of a served world", async () => {
    const world = { id: "markets/auction", directory: folder, cache: join(folder, "kept") };
    const worlds = [{ ...world, name: world.id, allowed: allowancesOf([folder]) }];
    const served = await serveWorlds({ worlds, port: 0, sessions: 4, threads: 0 });
    onTestFinished(() => served.close());
    const answered = async (where: string): Promise<string> => {
      const parameters = JSON.stringify({ log: { file: "bids.csv", where }, horizon: 1 });
      const query = new URLSearchParams({ parameters });
      const response = await fetch(`${served.url}/env/markets/auction/metadata?${query}`);
      const text = await response.text();
      expect(text).not.toContain(SECRET);
      return `${response.status} ${text}`;
    };
    expect(await answered("region <> 'x'")).toMatch(/^200 /);
    for (const name of NAMES) expect(await answered(ATTACKS[name]()), name).toMatch(/^4\d\d /);
    nothingDone();
  });

  test("in the record of another's run, which is reported and viewed", async () => {
    const store = join(folder, ".agon");
    const record = join(store, run, "run.json");
    const before = readFileSync(record, "utf8");
    onTestFinished(() => writeFileSync(record, before));
    const view = await openView({ store, port: 0 });
    onTestFinished(() => view.close());
    for (const name of NAMES.filter((one) => /closing|question|comment|text/.test(one))) {
      const text = JSON.stringify(parseChecked(before))
        .replaceAll(JSON.stringify("region <> 'x'"), JSON.stringify(ATTACKS[name]()))
        .replaceAll(/,"content":"\w+"/g, "");
      expect(text).toContain(JSON.stringify(ATTACKS[name]()));
      writeFileSync(record, checkedJson(JSON.parse(text)));
      rmSync(join(store, "logs"), { recursive: true, force: true });
      const { code, stderr } = await agon(["report", run], { cwd: folder });
      expect([code, stderr], name).toEqual([2, expect.stringContaining("agon: ")]);
      const { status } = await fetch(`${view.url}api/runs/${run}/report`);
      expect(status, name).toBeLessThan(500);
    }
    nothingDone();
  });
});

describe("a question to the store", () => {
  const STATEMENTS: Readonly<Record<string, () => string>> = {
    copy: () => COPY(),
    "copy over a cell": () => `COPY episodes TO '${cellOf()}' (FORMAT parquet, USE_TMP_FILE false)`,
    "an explained copy": () => `EXPLAIN ANALYZE ${COPY(cellOf())}`,
    "a prepared copy": () => `PREPARE p AS ${COPY()}`,
    "a second statement": () => `SELECT 1; ${COPY()}`,
    attach: () => `ATTACH '${written}' AS other`,
    export: () => `EXPORT DATABASE '${written}'`,
    install: () => "INSTALL httpfs",
    load: () => "LOAD httpfs",
    set: () => "SET enable_external_access = true",
    pragma: () => `PRAGMA profiling_output = '${written}'`,
    secret: () => "CREATE PERSISTENT SECRET s (TYPE http)",
    "a text": () => `SELECT * FROM read_text('${secret}')`,
    "a file": () => `FROM '${join(folder, "bids.csv")}'`,
    "a list of files": () => `SELECT * FROM glob('${folder}/*')`,
    "a log of the store": () => `SELECT * FROM read_text('${join(folder, ".agon", run, "run.json")}')`,
    "an address": () => `SELECT * FROM read_csv('${address}')`,
  };
  const cellOf = (): string => {
    const cells = join(folder, ".agon", "cells");
    const [file] = readdirSync(cells, { recursive: true, encoding: "utf8" }).filter((one) =>
      /episodes.*parquet/.test(one),
    );
    return join(cells, file);
  };

  test("asks, and does nothing else", async () => {
    const before = readFileSync(cellOf());
    for (const [name, sql] of Object.entries(STATEMENTS)) {
      const { code, stdout, stderr } = await agon(["query", sql()], { cwd: folder });
      expect([code, stdout, stderr], name).toEqual([
        2,
        "",
        expect.stringMatching(/^agon: (the query failed|a query asks)/),
      ]);
      expect(stderr).not.toContain(SECRET);
    }
    expect(readFileSync(cellOf()).equals(before)).toBe(true);
    nothingDone();
  });

  test.each([
    "FROM episodes",
    "DESCRIBE steps",
    "SHOW TABLES",
    "SUMMARIZE episodes",
    "PIVOT episodes ON seed USING sum(pay)",
    "WITH all_of AS (FROM steps) SELECT count(*) FROM all_of",
  ])("may be %s", async (sql) => {
    expect(await agon(["query", sql], { cwd: folder })).toMatchObject({ code: 0 });
  });

  test("is answered with numbers that JSON has, and with words for those that it has not", async () => {
    const sql =
      "SELECT 'nan'::double a, ['inf'::double, 1] b, [2::bigint] c, {'k': 3::bigint} d, 4 a, NULL e, interval 1 day f";
    const { stdout } = await agon(["query", sql, "--json"], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([
      { a: "NaN", b: ["Infinity", 1], c: [2], d: { k: 3 }, "a:1": 4, e: null, f: "1 day" },
    ]);
    const shown = (await agon(["query", sql], { cwd: folder })).stdout;
    expect(shown).toMatch(/NaN.*"Infinity",1.*\{"k":3\}\s+4\s+–/);
  });

  test("with long cells is shown at once, and cut", async () => {
    const { code, stdout } = await agon(["query", "SELECT repeat(' x', 100000) AS a"], { cwd: folder });
    expect([code, stdout.length < 2000, stdout]).toEqual([0, true, expect.stringContaining("… (200,000 characters)")]);
  });
});
