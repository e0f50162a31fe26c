// Unambiguous labels and known layouts are interpreted; other labels lead to a question.

import { expect, test } from "vitest";
import { type LabelColumn, labelReading } from "./side-words.ts";

const column = (labels: readonly string[], more: Partial<LabelColumn> = {}): LabelColumn => ({
  ...{ labels, columns: ["a", "b", "label"], own: "label", isScore: false },
  ...{ where: "f.csv:1", option: "--labels", ...more },
});
const read = (labels: readonly string[], more: Partial<LabelColumn> = {}) =>
  Object.fromEntries(labelReading(column(labels, more)).sides);
const refusal = (labels: readonly string[], more: Partial<LabelColumn> = {}): string => {
  try {
    labelReading(column(labels, more));
  } catch (error) {
    return String(error);
  }
  return "";
};

test.each([
  [["a", "b", "tie"], { a: "first", b: "second", tie: "tie" }],
  [["left", "right", "same"], { left: "first", right: "second", same: "tie" }],
  [["1-0", "0-1", "1/2-1/2"], { "1-0": "first", "0-1": "second", "1/2-1/2": "tie" }],
  [["1", "2"], { "1": "first", "2": "second" }],
  [["1.0", "2.0", "draw"], { "1.0": "first", "2.0": "second", draw: "tie" }],
  [["model_a", "model_b", "tie (bothbad)"], { model_a: "first", model_b: "second", "tie (bothbad)": "tie" }],
  [["a>b", "b>a", "a=b"], { "a>b": "first", "b>a": "second", "a=b": "tie" }],
  [["left", "of course"], { left: "first" }],
  [
    ["model a", "model b", "tie (inconsistent)"],
    { "model a": "first", "model b": "second", "tie (inconsistent)": "tie" },
  ],
  [["response 1", "response 2", "both_bad"], { "response 1": "first", "response 2": "second", both_bad: "tie" }],
  [["[[a>>b]]", "[[b>a]]", "[[a=b]]"], { "[[a>>b]]": "first", "[[b>a]]": "second", "[[a=b]]": "tie" }],
  [["both good", "both are bad", "b"], { "both good": "tie", "both are bad": "tie", b: "second" }],
  [["leftvote", "rightvote", "tievote"], { leftvote: "first", rightvote: "second", tievote: "tie" }],
  [["a_wins", "b wins", "model b won"], { a_wins: "first", "b wins": "second", "model b won": "second" }],
  [["a is slightly better", "b is much better"], { "a is slightly better": "first", "b is much better": "second" }],
  [["team1", "team2"], { team1: "first", team2: "second" }],
  [["agent_a", "agent_b"], { agent_a: "first", agent_b: "second" }],
  [["win", "loss", "draw"], { win: "first", loss: "second", draw: "tie" }],
  [["tie wins"], {}],
  [[], {}],
])("%j", (labels, sides) => {
  expect(read(labels)).toEqual(sides);
});

test.each([
  [["0", "1"], "0=first,1=second", "0=second,1=first"],
  [["1"], "1=second", "1=first"],
  [["0", "1", "2"], "0=tie,1=first,2=second", "0=first,1=second,2=tie"],
  [["-1", "0", "1"], "-1=second,0=tie,1=first", "-1=first,0=tie,1=second"],
  [["-1.0", "1.0"], "-1=second,1=first", "-1=first,1=second"],
  [["0", "0.5", "1"], "0=second,0.5=tie,1=first", "0=first,0.5=tie,1=second"],
  [["a", "0"], "0=first", "0=second"],
  [["3", "4"], "3=first", "3=first"],
])("%j is ambiguous, and each suggested interpretation resolves it", (labels, ...ways) => {
  const said = refusal(labels);
  for (const way of ways) expect(said).toContain(`--labels ${way}`);
  const pairs = ways.map((way) => Object.fromEntries(way.split(",").map((pair) => pair.split("="))));
  for (const pair of pairs)
    expect(Object.values(read(labels, { said: pair }))).toEqual(expect.arrayContaining(Object.values(pair)));
});

test("right is a side only together with left", () => {
  expect(refusal(["right"])).toContain("--labels right=second, or --labels right=first");
  expect(refusal(["right", "wrong"])).toContain("may be a side or mean correct");
  expect(read(["right"], { said: { right: "second" } })).toEqual({ right: "second" });
});

test.each([
  ["PKU-SafeRLHF", ["response_0", "response_1"], "better_response_id", ["0", "1"], ["first", "second"]],
  ["SHP", ["human_ref_A", "human_ref_B"], "labels", ["0", "1"], ["second", "first"]],
  ["AlpacaEval", ["output_1", "output_2"], "preference", ["0", "1", "2"], ["tie", "first", "second"]],
  ["PandaLM", ["response1", "response2"], "annotator1", ["0", "1", "2"], ["tie", "first", "second"]],
  ["HelpSteer3", ["response1", "response2"], "overall_preference", ["-3", "0", "2"], ["first", "tie", "second"]],
])("the layout of %s is recognised by its columns and named in a note", (name, texts, own, labels, sides) => {
  const { sides: byLabel, note } = labelReading(column(labels, { columns: [...texts, own], own }));
  expect([...byLabel]).toEqual(labels.map((label, k) => [label, sides[k]]));
  expect(note).toContain(`as in ${name}: ${labels[0]} as `);
  expect(refusal(labels, { columns: [...texts.map((text) => `${text}x`), own], own })).toContain(
    "more than one reading",
  );
});

test("a value of one half makes numbers the first side's score, if the column is a result", () => {
  const score = { isScore: true, own: "result" };
  expect(read(["0", "0.5", "1"], score)).toEqual({ "0": "second", "0.5": "tie", "1": "first" });
  expect(labelReading(column(["0.5", "1"], score)).note).toContain('the score of the first side in "result"');
  expect(refusal(["0", "1"], score)).toContain("more than one reading");
});

test("a user's interpretation must name a side and an existing label", () => {
  expect(refusal(["0", "1"], { said: { 0: "good" } })).toContain("write first, second or tie");
  expect(refusal(["0", "1"], { said: { 7: "first" } })).toContain('no label in "label" is 7');
  expect(read(["0", "1.0", "x"], { said: { 1: "first" } })).toEqual({ "1.0": "first" });
});

test.each([
  [
    "the user's labels agree with letters of home, draw and away",
    ["a", "d", "h"],
    { H: "first", D: "tie" },
    { a: "second", d: "tie", h: "first" },
  ],
  ["ties are said beside usual words", ["a", "b", "meh"], { meh: "tie" }, { a: "first", b: "second", meh: "tie" }],
  ["numbers are said beside usual words", ["0", "b"], { 0: "first" }, { "0": "first", b: "second" }],
  ["all labels are said", ["a", "x"], { x: "first", a: "second" }, { a: "second", x: "first" }],
] as const)("%s", (_, labels, said, sides) => {
  expect(read(labels, { said })).toEqual(sides);
});

/** Ways that a question names, as interpretations. */
const meanings = (way: string) => Object.fromEntries(way.split(",").map((pair) => pair.split("=")));

test.each<[string, Record<string, string>, string[]]>([
  ["a x", { x: "first" }, ["x=first,a=first", "x=first,a=second"]],
  ["a b", { a: "second" }, ["a=second,b=second", "a=second,b=first"]],
  ["left right", { left: "second" }, ["left=second,right=second", "left=second,right=first"]],
  ["right wrong", { wrong: "second" }, ["wrong=second,right=second", "wrong=second,right=first"]],
  ["a d", {}, ["a=first", "a=second"]],
])("of %s, of which %j are said, the others are asked about", (text, said, ways) => {
  const labels = text.split(" ");
  for (const way of ways) {
    expect(refusal(labels, { said })).toContain(`--labels ${way}`);
    expect(read(labels, { said: meanings(way) })).toMatchObject(meanings(way));
  }
});

test.each([
  [["black", "white"], ["black", "white"], { black: "first", white: "second" }],
  [["away", "home"], ["home", "away", "draw"], { home: "second", away: "first", draw: "tie" }],
  [["AwayTeam", "HomeTeam"], ["h", "a", "d"], { h: "second", a: "first", d: "tie" }],
  [["hometeam", "awayteam"], ["h", "a", "d"], { h: "first", a: "second", d: "tie" }],
  [["home", "visitor"], ["h", "a"], { h: "first", a: "second" }],
  [["model_b", "model_a"], ["model_a", "model_b"], { model_a: "second", model_b: "first" }],
  [["model_b", "model_a"], ["a", "b", "a>b", "tie"], { a: "second", b: "first", "a>b": "second", tie: "tie" }],
  [["player2", "player1"], ["player1", "player2"], { player1: "second", player2: "first" }],
  [["player_white", "player_black"], ["w", "b"], { w: "first", b: "second" }],
  [["black", "white"], ["w", "b"], { w: "second", b: "first" }],
  [["blue", "red"], ["blue", "red"], { blue: "first", red: "second" }],
  [["blue", "red"], ["b", "r"], { b: "first", r: "second" }],
  [["left", "right"], ["right"], { right: "second" }],
  [["home", "away"], ["a", "b"], { a: "first", b: "second" }],
  [["gpt4", "gpt3"], ["a", "b"], { a: "first", b: "second" }],
] as const)("the columns %j are named by the labels %j", (sides, labels, read) => {
  expect(Object.fromEntries(labelReading(column(labels, { sides })).sides)).toEqual(read);
});

test.each([
  ["black white", "1-0 0-1", "1-0=first,0-1=second", "1-0=second,0-1=first"],
  ["black white", "first", "first=first", "first=second"],
  ["response_b response_a", "1 2", "1=first,2=second", "1=second,2=first"],
  ["black opponent", "white", "white=first", "white=second"],
  ["home away", "a", "a=first", "a=second"],
  ["blue red", "b", "b=second", "b=first"],
])("the columns %s beside the labels %s lead to a question", (columns, text, ...ways) => {
  const [labels, [first, second]] = [text.split(" "), columns.split(" ")];
  for (const way of ways) {
    expect(refusal(labels, { sides: [first, second] })).toContain(`--labels ${way}`);
    expect(read(labels, { sides: [first, second], said: meanings(way) })).toEqual(meanings(way));
  }
});

test("a known layout is turned with its columns", () => {
  const columns = ["response_0", "response_1", "better_response_id"];
  const sides = ["response_1", "response_0"] as const;
  const { sides: byLabel, note } = labelReading(column(["0", "1"], { columns, sides, own: "better_response_id" }));
  expect([Object.fromEntries(byLabel), note]).toEqual([
    { "0": "second", "1": "first" },
    "labels are read as in PKU-SafeRLHF: 0 as the second, 1 as the first",
  ]);
});

const FIRST = ["first"] as const;
const BOTH = ["first", "second"] as const;

test("where a label is a player in one row and no player in another, one reading holds for the column", () => {
  const players = (named: Record<string, readonly ("first" | "second")[]>) => new Map(Object.entries(named));
  const always = (labels: readonly string[], named: Parameters<typeof players>[0], said?: Record<string, string>) => {
    const { sides, always } = labelReading(column(labels, { players: players(named), said }));
    return Object.fromEntries([...sides].filter(([label]) => always.has(label)));
  };
  // All are sides.
  expect(always(["1", "2"], { "1": BOTH, "2": FIRST })).toEqual({ "1": "first", "2": "second" });
  expect(always(["2"], { "1": BOTH })).toEqual({ "1": "first" });
  expect(always(["a"], { a: BOTH, b: FIRST })).toEqual({ a: "first", b: "second" });
  // All are names.
  expect(always([], { "1": BOTH, "2": BOTH, "7": FIRST })).toEqual({});
  expect(always(["tie"], { a: BOTH, b: BOTH })).toEqual({});
  expect(always([], { "1": FIRST, "2": ["second"] })).toEqual({});
  // Either.
  const doubtful: [readonly string[], Parameters<typeof players>[0], string, string][] = [
    [["2"], { "2": FIRST, "7": FIRST }, "2=player", "2=second"],
    [["2"], { "7": FIRST }, "2=player", "2=second"],
    [["b"], { a: BOTH, ann: FIRST }, "b=player", "b=second"],
    [["a"], { a: BOTH, ann: FIRST }, "a=player", "a=first"],
    [[], { "1": BOTH, "2": FIRST }, "1=player,2=player", "1=first,2=second"],
    [["tie"], { "0": BOTH, "1": FIRST }, "0=player,1=player", "0=first,1=second"],
  ];
  for (const [labels, named, ...ways] of doubtful) {
    expect(refusal(labels, { players: players(named) })).toContain(`write --labels ${ways.join(", or --labels ")}`);
    const [names, sides] = ways.map(meanings);
    expect(always(labels, named, names)).toEqual({});
    expect(always(labels, named, sides)).toEqual(named[Object.keys(sides)[0]] === undefined ? {} : sides);
  }
  // A number beside those that are said.
  const said = { 1: "first" };
  expect(refusal(["1"], { players: players({ "1": BOTH, "2": FIRST }), said })).toContain("--labels 1=first,2=second");
});
