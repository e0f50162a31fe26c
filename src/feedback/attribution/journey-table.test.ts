// Tables as users have them, and the mistakes they make.

import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { words } from "../../../test/fixtures/words.ts";
import { Random } from "../../core/random.ts";
import { readJourneys, type TableOptions } from "./journey-table.ts";
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

const touches = (rest: string, more = "") => `journey,channel,time,converted${more}\n${rest}`;
const names = Array.from({ length: 1001 }, (_, k) => `j${k},x,1,1,name ${k}\n`).join("");
const values = `a,x,soon,1,3
,x,1,1,3
b,,1,2,3
b,,1,1,3
a,x,1,1,3
a,x,1,1,4
a,x,1,1
a,x,,1,3
a,x,2,0,3
`;
words("journeys", [
  ["nothing", () => read("")],
  ["columns", () => read("journey,chanel,time,when\n")],
  ["columns twice", () => read("journey,time,time\n")],
  ["columns without a name", () => read("journey,time,\n")],
  [
    "columns of the customer",
    () => read(touches("a,x,1,1,3\n", ",age"), { customer: ["agee"], categorical: ["town"] }),
  ],
  ["customers of whom nothing is known", () => read(touches("a,x,1,1\n"), { customer: ["age"] })],
  ["customers of whom too much is known", () => read(touches(names, ",who"))],
  ["values", () => read(touches(values, ",age"))],
  ["names of the customer", () => read(touches("a,x,1,1,Rome\na,x,0,1,Bern\n", ",town"))],
  ["a touch after the end", () => read(touches("a,x,3,1,2\n", ",end"))],
  ["an open quote", () => read(touches('a,"x,1,1\n'))],
  ["more after a quote", () => read(touches('"a\nb"c,x,1,1\n'))],
]);
