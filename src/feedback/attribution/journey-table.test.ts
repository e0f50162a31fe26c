// Tables as users have them, and the mistakes they make.

import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { readJourneys, type TableOptions } from "./journeys.ts";
import { fitLogisticJourneys } from "./logistic-journeys.ts";

const TABLE = `journey,channel,time,age,town,converted
a,search,5,30,Rome,1
b,"email, ours",2,41,"Bern ""B""",0
a,"email, ours",3,30,Rome,1

c,,,25,Rome,0
a,search,4.5,30,Rome,1
`;

const read = (text: string | Uint8Array, options: TableOptions = {}, file = "j.csv") =>
  readJourneys(file, { ...folderOf({ [file]: text }), ...options });

test.each<[string, string | Uint8Array, string]>([
  ["as it is", TABLE, "j.csv"],
  ["with line ends of two characters", TABLE.trimEnd().replaceAll("\n", "\r\n"), "j.csv"],
  ["with a mark of the byte order", `\ufeff${TABLE}`, "j.csv"],
  ["with blanks around names", TABLE.replaceAll("search", " search ").replace("Rome", "Rome "), "j.csv"],
  ["with words for outcomes", TABLE.replaceAll(",1\n", ",true\n").replaceAll(",0\n", ",False\n"), "j.csv"],
  ["packed", gzipSync(TABLE), "j.csv.gz"],
])("journeys, their touches by time, and customers: a table %s", async (_, text, file) => {
  const journeys = await read(text, {}, file);
  expect(journeys).toEqual({
    channels: ["email, ours", "search"],
    features: ["age", 'town=Bern "B"', "town=Rome"],
    starts: Int32Array.of(0, 3, 4, 4),
    channel: Int32Array.of(0, 1, 1, 0),
    before: Float64Array.of(2, 0.5, 0, 0),
    user: Float64Array.of(30, 0, 1, 41, 1, 0, 25, 0, 1),
    converted: Uint8Array.of(1, 0, 0),
  });
  expect(
    fitLogisticJourneys(journeys, { touches: "all", user: true }, Random.of(1)).probabilities(journeys),
  ).toHaveLength(3);
});

test("an end, and numbers that are names", async () => {
  const place = folderOf({ "j.csv": "segment,time,converted,channel,id,end\n2,1,false,x,a,10\n1,3,true,x,b,3" });
  const source = { file: "j.csv", columns: { journey: "id" } };
  const named = await readJourneys(source, { ...place, categorical: ["segment"] });
  expect(named.features).toEqual(["segment=1", "segment=2"]);
  expect(Array.from(named.before)).toEqual([9, 0]);
  expect(Array.from(named.converted)).toEqual([0, 1]);
});

test("from Parquet, with dates, numbers and words of its own types, some columns of the customer only", async () => {
  const day = (k: number) => new Date(Date.UTC(2024, 0, k));
  const buffer = parquetWriteBuffer({
    columnData: [
      { name: "journey", data: [7, 7, 9], type: "INT32" },
      { name: "time", data: [day(3), day(1), day(2)], type: "TIMESTAMP" },
      { name: "channel", data: ["a", "b", "a"], type: "STRING" },
      { name: "converted", data: [true, true, false], type: "BOOLEAN" },
      { name: "new", data: [true, true, false], type: "BOOLEAN" },
      { name: "note", data: ["x", "y", "z"], type: "STRING" },
    ],
  });
  expect(await read(new Uint8Array(buffer), { customer: ["new"] }, "j.parquet")).toEqual({
    channels: ["a", "b"],
    features: ["new=false", "new=true"],
    starts: Int32Array.of(0, 2, 3),
    channel: Int32Array.of(1, 0, 0),
    before: Float64Array.of(2 * 86_400, 0, 0),
    user: Float64Array.of(0, 1, 1, 0),
    converted: Uint8Array.of(1, 0),
  });
});

test("a sample has as many journeys as it may, each with the same probability", async () => {
  const lines = Array.from({ length: 40 }, (_, k) => `j${k},x,${k},${k % 2},${k}`);
  const text = `journey,channel,time,converted,number\n${lines.join("\n")}\n`;
  const seen = new Float64Array(40);
  for (let seed = 0; seed < 40; seed++) {
    const { user, converted } = await read(text, { sample: { most: 10, of: 40, random: Random.of(seed) } });
    expect(user).toHaveLength(10);
    expect(Array.from(user)).toEqual(Array.from(user).sort((a, b) => a - b));
    for (const [k, number] of user.entries()) {
      expect(converted[k]).toBe(number % 2);
      seen[number] += 1;
    }
  }
  // 10 of 40 seeds each, binomially: five deviations are 13.7.
  for (const count of seen) expect(Math.abs(count - 10)).toBeLessThan(14);
  expect(seen.filter((count) => count !== 10).length).toBeGreaterThan(10);
});

test.each<[string, string, TableOptions, string[]]>([
  ["nothing", "", {}, ["j.csv:1: holds no line"]],
  [
    "columns",
    "journey,chanel,time,when\n",
    {},
    [
      'j.csv:1: there is no column "channel"; did you mean columns: { channel: chanel }?',
      'j.csv:1: there is no column "converted"',
    ],
  ],
  ["columns twice", "journey,time,time\n", {}, ['j.csv:1: two columns are called "time"']],
  ["columns without a name", "journey,time,\n", {}, ["j.csv:1: column 3 has no name"]],
  [
    "columns of the customer",
    "journey,channel,time,converted,age\na,x,1,1,3\n",
    { customer: ["agee"], categorical: ["town"] },
    ['j.csv: no column of the customer is called "agee"; did you mean "age"?', 'called "town"'],
  ],
  [
    "customers of whom nothing is known",
    "journey,channel,time,converted\na,x,1,1\n",
    { customer: ["age"] },
    ['called "age"; it has no columns but those of touches'],
  ],
  [
    "customers of whom too much is known",
    `journey,channel,time,converted,who\n${Array.from({ length: 1001 }, (_, k) => `j${k},x,1,1,name ${k}`).join("\n")}\n`,
    {},
    ['such as "who", has at most 1000 names, and this one has 1001; name the columns'],
  ],
  [
    "values",
    "journey,channel,time,converted,age\na,x,soon,1,3\n,x,1,1,3\nb,,1,2,3\nb,,1,1,3\na,x,1,1,3\na,x,1,1,4\na,x,1,1\na,x,,1,3\na,x,2,0,3\n",
    {},
    [
      'j.csv:2: time: "soon" is no time, such as 1704067200 or 2024-01-01 00:00:00+01:00',
      "j.csv:3: journey: is empty",
      "j.csv:4: converted: 2 is neither 0 nor 1; it is 1 where",
      "j.csv:5: channel: is empty; a journey without touches",
      "j.csv:7: age: 4, but 3 in line 6",
      "j.csv:8: 4 fields where 5 columns are named",
      "j.csv:9: time: is no time",
      "j.csv:10: converted: 0, but 1 in line 6",
    ],
  ],
  [
    "names of the customer",
    "journey,channel,time,converted,town\na,x,1,1,Rome\na,x,0,1,Bern\n",
    {},
    ['j.csv:3: town: "Bern", but "Rome" in line 2'],
  ],
  [
    "a touch after the end",
    "journey,channel,time,converted,end\na,x,3,1,2\n",
    {},
    ["j.csv:2: time: 3 is after the journey's end, 2"],
  ],
  ["an open quote", 'journey,channel,time,converted\na,"x,1,1\n', {}, ["j.csv:2: a quote that is not closed"]],
  [
    "more after a quote",
    'journey,channel,time,converted\n"a\nb"c,x,1,1\n',
    {},
    ["a quote that is not closed, or text beside a closing quote"],
  ],
])("mistakes in %s are told with line and column", async (_, text, options, expected) => {
  const error = await read(text, options).catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw error;
  const lines = error.message.split("\n");
  expect(lines).toHaveLength(expected.length);
  for (const [k, line] of expected.entries()) expect(lines[k]).toContain(line);
});
