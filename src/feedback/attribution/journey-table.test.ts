// Tables as users have them, and the mistakes they make.

import { expect, test } from "vitest";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { readJourneys } from "./journey-table.ts";
import { fitLogisticJourneys } from "./logistic-journeys.ts";

const TABLE = `id,channel,time,age,town,converted
a,search,5,30,Rome,1
b,"email, ours",2,41,"Bern ""B""",0
a,"email, ours",3,30,Rome,1

c,,,25,Rome,0
a,search,4.5,30,Rome,1
`;

test("journeys, their touches by time, and customers", () => {
  for (const text of [TABLE, TABLE.trimEnd().replaceAll("\n", "\r\n"), `\ufeff${TABLE}`]) {
    const journeys = readJourneys(text);
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
  }
});

test("an end, and numbers that are names", () => {
  const journeys = readJourneys("segment,time,converted,channel,id,end\n2,1,false,x,a,10\n1,3,true,x,b,3", {
    categorical: ["segment"],
  });
  expect(journeys.features).toEqual(["segment=1", "segment=2"]);
  expect(Array.from(journeys.before)).toEqual([9, 0]);
  expect(Array.from(journeys.converted)).toEqual([0, 1]);
});

test.each<[string, string, string[]]>([
  ["nothing", "", ["journeys.csv:1: holds no line"]],
  [
    "columns",
    "id,chanel,time,time,\n",
    [
      "journeys.csv:1: time: is named twice",
      "journeys.csv:1: column 5 has no name",
      'journeys.csv:1: there is no column "channel"; did you mean "chanel"?',
      'journeys.csv:1: there is no column "converted"',
    ],
  ],
  [
    "values",
    "id,channel,time,converted,age\na,x,soon,1,3\n,x,1,1,3\nb,,1,2,3\na,x,1,1,4\na,x,1,1\n",
    [
      'journeys.csv:2: time: "soon" is no number',
      "journeys.csv:3: id: is empty",
      'journeys.csv:4: converted: "2" is neither 0 nor 1; 1 where',
      "journeys.csv:4: channel: is empty; a journey without touches",
      'journeys.csv:5: age: "4", but "3" in line 2 of the same id',
      "journeys.csv:6: 4 fields where 5 columns are named",
    ],
  ],
  [
    "a touch after the end",
    "id,channel,time,converted,end\na,x,3,1,2\n",
    ["journeys.csv:2: time: 3 is after the journey's end, 2"],
  ],
  ["an open quote", 'id,channel,time,converted\na,"x,1,1\n', ["journeys.csv:2: a quote that is not closed"]],
  [
    "more after a quote",
    'id,channel,time,converted\n"a\nb"c,x,1,1\n',
    ["journeys.csv:2: something follows a closing quote"],
  ],
])("mistakes in %s are told with line and column", (_, text, expected) => {
  let told = "";
  try {
    readJourneys(text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    told = error.message;
  }
  const lines = told.split("\n");
  expect(lines).toHaveLength(expected.length);
  for (const [k, line] of expected.entries()) expect(lines[k]).toContain(line);
});
