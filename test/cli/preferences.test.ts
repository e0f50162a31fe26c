// `agon preferences` on made comparisons whose judges are known, in every format and layout, and what is wrong with a file.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Random } from "../../src/core/random.ts";
import type { PreferenceFigures } from "../../src/lab/preferences/preference-file.ts";
import { type MadeOptions, madePreferences } from "../fixtures/made-preferences.ts";
import { agon, documentOf, root } from "./agon.ts";
import { csv, folderWith, jsonLines, writeParquet } from "./files.ts";
import { refusedFiles } from "./mistakes.ts";

const figures = (cwd: string, words: string): Promise<PreferenceFigures> => documentOf(`preferences ${words}`, { cwd });

const of = (rows: readonly object[], flags = ""): Promise<PreferenceFigures> =>
  figures(folderWith({ "p.jsonl": jsonLines(rows) }), `p.jsonl ${flags}`);

const made = (options: Partial<MadeOptions> & Pick<MadeOptions, "taste">) =>
  madePreferences({ prompts: 600, seed: 1, ...options });

function weightsOf({ models }: PreferenceFigures, id: string) {
  const match = models.find((model) => model.id === id);
  if (match === undefined) throw new Error(`no model ${id}`);
  return { ...match, weight: (feature: string) => match.coefficients.find((one) => one.feature === feature) };
}

/** A row with the better answer by its side, as one that names it. */
function asChosen({
  prompt,
  first,
  second,
  winner,
}: {
  prompt: string;
  first: string;
  second: string;
  winner: string;
}) {
  return winner === "a" ? { prompt, chosen: first, rejected: second } : { prompt, chosen: second, rejected: first };
}

describe("what predicts a choice", () => {
  test("length, where judges like it; and nothing else", async () => {
    const report = await of(made({ taste: { length: 3 } }));
    const { accuracy, low, weight } = weightsOf(report, "style");
    expect(accuracy ?? 0).toBeGreaterThan(0.7);
    expect(low ?? 0).toBeGreaterThan(0.6);
    expect(weight("length")?.low).toBeGreaterThan(0.5);
    for (const other of ["flattery", "list items", "shown first"])
      expect(weight(other)?.p, other).toBeGreaterThan(0.05);
  });

  test("flattery and the place, where judges like those", async () => {
    const { weight } = weightsOf(await of(made({ taste: { flattery: 1.5, position: 0.8 } })), "style");
    expect(weight("flattery")?.low).toBeGreaterThan(0);
    expect(weight("shown first")?.value).toBeCloseTo(0.8, 0);
    expect(weight("length")?.p).toBeGreaterThan(0.05);
  });

  test("nothing, where a coin is tossed", async () => {
    const report = await of(made({ taste: {}, seed: 3 }));
    for (const { id, low, high, coefficients } of report.models) {
      expect((low ?? 0) < 0.5 && (high ?? 1) > 0.5, id).toBe(true);
      expect(coefficients.filter(({ p }) => p !== null && p < 0.01)).toEqual([]);
    }
    expect(report.more?.lastDoubling.low).toBeLessThan(0);
  });

  test("the weight in the file's own unit is the judges' own", async () => {
    const { weight } = weightsOf(await of(made({ prompts: 1000, taste: { length: 2 } })), "length");
    const { value = 0, low = 0, high = 0, spread = 1 } = weight("length") ?? {};
    expect(value / spread).toBeCloseTo(2, 0);
    expect([low / spread < 2, high / spread > 2]).toEqual([true, true]);
  });
});

test("votes that name the winner read as those that tell its side; without those taken back or not clear", async () => {
  const sides = made({ prompts: 60, taste: { length: 2 } });
  const votes = sides.map(({ winner, first, second, ...row }, k) => ({
    ...{ ...row, id: `v${k}`, left: k % 2 === 0 ? "ada" : "bob", right: k % 2 === 0 ? "bob" : "ada" },
    winner: (winner === "a") === (k % 2 === 0) ? "ada" : "bob",
    ...{ response_a: first, response_b: second, takes_back: null },
  }));
  const [{ id: _, ...one }] = votes;
  const more = [
    { ...one, id: "x" },
    { id: "y", annotator: "ada", takes_back: "x" },
    { ...one, id: "z", winner: "cannot tell" },
  ];
  const [plain, voted] = [await of(sides), await of([...votes, ...more])];
  expect({ ...voted, file: "" }).toEqual({ ...plain, file: "" });
});

test("a conversation in the column context is the prompt, as in HelpSteer3", async () => {
  const rows = made({ prompts: 20, answers: 3, taste: { length: 2 } }).map(({ prompt, first, second, winner }) => ({
    ...{ context: [{ role: "user", content: prompt }], response1: first, response2: second },
    overall_preference: winner === "a" ? -2 : 1,
  }));
  const cwd = folderWith({ "h.jsonl": jsonLines(rows) });
  await writeParquet(join(cwd, "h.parquet"), `SELECT * FROM read_json('${join(cwd, "h.jsonl")}')`);
  const report = await figures(cwd, "h.jsonl");
  expect([report.prompts, report.pairs]).toEqual([20, 60]);
  expect({ ...(await figures(cwd, "h.parquet")), file: "" }).toEqual({ ...report, file: "" });
});

test("texts turned round take the labels of their columns, and their players with them", async () => {
  const rows = made({ prompts: 60, taste: { length: 2 } }).map(({ prompt, first, second, winner }, k) => ({
    ...{ prompt, response_a: first, response_b: second, model_a: `p${k % 3}`, model_b: `q${k % 3}` },
    winner: winner === "a" ? "model_a" : "model_b",
  }));
  const cwd = folderWith({ "p.jsonl": jsonLines(rows) });
  const turned = "--columns first=response_b --columns second=response_a";
  const { code, complaint } = await agon(`preferences p.jsonl ${turned}`, { cwd });
  const players = "--columns first_player=model_b --columns second_player=model_a";
  expect([code, complaint]).toEqual([
    2,
    `agon: p.jsonl: the columns first=response_b and first_player=model_a name different sides; write ${players}\n`,
  ]);
  const length = (report: PreferenceFigures) => weightsOf(report, "length").weight("length")?.value ?? 0;
  const straight = length(await figures(cwd, "p.jsonl"));
  expect(length(await figures(cwd, `p.jsonl ${turned} ${players}`))).toBeCloseTo(straight, 1);
});

describe("networks", () => {
  /** Answers of some words, of which judges like forty best: no weight of the length says so. */
  const bent = (prompts: number, lean: number) => {
    const random = Random.of(7, "bent");
    return Array.from({ length: prompts }, (_, k) => {
      const [a, b] = [0, 1].map(() => 5 + random.integer(150));
      const worth = (words: number) => -8 * Math.log(words / 40) ** 2;
      const isFirst = random.uniform() < 1 / (1 + Math.exp(worth(b) - worth(a) - lean));
      const text = (words: number) => "turn the bolt slowly and look ".repeat(40).split(" ").slice(0, words).join(" ");
      return { prompt: `p${k}`, first: text(a), second: text(b), winner: isFirst ? "a" : "b" };
    });
  };

  test("tell what no weighed sum can: a length that is neither short nor long", async () => {
    const report = await of(bent(600, 0));
    expect(report.models.map(({ id }) => id)).not.toContain("transformer");
    const length = weightsOf(report, "length");
    for (const id of ["network", "ensemble", "pairwise"]) {
      const { low, calibration, coefficients } = weightsOf(report, id);
      expect(low ?? 0, id).toBeGreaterThan(length.high ?? 1);
      expect(calibration, id).toBeLessThan(0.15);
      expect(coefficients).toEqual([]);
    }
  });

  /** Judges like the better half of a sentence at its end: which words stand in it says nothing. */
  const ordered = (prompts: number, more: string) => {
    const random = Random.of(8, "order");
    return Array.from({ length: prompts }, (_, k) => {
      const one = ["good", "fast", "sound"][random.integer(3)];
      const other = ["dear", "heavy", "loud"][random.integer(3)];
      const [ends, begins] = [`It is ${other} but ${one}.${more}`, `It is ${one} but ${other}.${more}`];
      const isFirst = random.uniform() < 0.5;
      const [first, second] = isFirst ? [ends, begins] : [begins, ends];
      return { prompt: `p${k}`, first, second, winner: isFirst ? "a" : "b" };
    });
  };

  test("the transformer tells the order of words, where it is asked for", async () => {
    const report = await of(ordered(400, ""), "--model transformer");
    expect(weightsOf(report, "transformer").low).toBeGreaterThan(0.8);
    for (const id of ["length", "network", "pairwise"]) expect(weightsOf(report, id).accuracy).toBeLessThan(0.65);
  });

  test("of texts that are too long the transformer says that it read a part", async () => {
    // Where there is nothing to learn it stops after few passes.
    const long = ordered(204, " And Q7 x9 Z3.".repeat(40));
    const rows = long.map((row, k) => ({ ...row, winner: "ab"[k % 2], split: k < 200 ? "train" : "test" }));
    const report = await of(rows, "--model transformer");
    expect(report.caveats).toContainEqual(
      expect.stringMatching(/^the transformer reads 128 pieces .* of 408 of 408 texts it reads/),
    );
  });

  test("say how far standing first raises a chance, where it is known; of few comparisons there are none", async () => {
    expect(weightsOf(await of(bent(300, 1.5)), "pairwise").positionBias).toBeGreaterThan(0.05);
    const chosen = bent(260, 0).map(asChosen);
    expect(weightsOf(await of(chosen), "pairwise").positionBias).toBe(null);
    expect((await of(bent(100, 0))).models.map(({ id }) => id)).not.toContain("network");
  });
});

test("annotators: one that tosses a coin and one that always takes the first are careless, and no other", async () => {
  const annotators = ["ada", "ben", "cleo", "dan", "eve", "finn"];
  const rows = made({ prompts: 300, answers: 3, annotators, coins: ["ben"], firsts: ["eve"], taste: { length: 3 } });
  const report = await of(rows);
  const careless = report.annotators.filter(({ isCareless }) => isCareless);
  expect(careless.map(({ annotator }) => annotator).sort()).toEqual(["ben", "eve"]);
  expect(report.annotators.find(({ annotator }) => annotator === "eve")?.first?.mean).toBe(1);
  expect(report.agreement.comparisons).toBe(report.pairs / 3);
  expect(report.agreement.alpha).toBeGreaterThan(0);
});

test("Krippendorff's alpha and agreement by hand: two annotators, four comparisons, one told apart", async () => {
  const answers = { x: "aabb", y: "aaba" };
  const rows = Object.entries(answers).flatMap(([annotator, winners]) =>
    Array.from(winners, (winner, k) => ({
      prompt: `p${k}`,
      first: "one text",
      second: "another text",
      winner,
      annotator,
    })),
  );
  const { agreement } = await of(rows);
  // Answers (a, a), (a, a), (b, b), (a, b): observed 2 differing of 8 ordered pairs; expected 2·5·3/7.
  expect(agreement.agreement.mean).toBe(0.75);
  expect(agreement.alpha).toBeCloseTo(1 - 2 / ((2 * 5 * 3) / 7), 12);
});

test("rings: three texts of a prompt, each preferred to the next; a majority that ties makes none", async () => {
  const pair = (prompt: string, chosen: string, rejected: string) => ({ prompt, chosen, rejected });
  const ring = [pair("p", "a", "b"), pair("p", "b", "c"), pair("p", "c", "a")];
  const line = [pair("q", "a", "b"), pair("q", "b", "c"), pair("q", "a", "c")];
  const tied = [pair("r", "a", "b"), pair("r", "b", "c"), pair("r", "c", "a"), pair("r", "a", "c")];
  const report = await of([...ring, ...line, ...tied]);
  expect([report.pairs, report.prompts, report.cyclesPossible, report.cycles]).toEqual([10, 3, 3, 1]);
});

describe("layouts and formats", () => {
  test("CSV, JSON Lines and Parquet give the same; messages are texts", async () => {
    const chosen = made({ prompts: 60, taste: { length: 2 } }).map(asChosen);
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const message = (role: string, content: string) => ({ role, content });
    const spoken = chosen.map(({ prompt, chosen: better, rejected }) => ({
      prompt: [message("user", prompt)],
      chosen: [message("assistant", better)],
      rejected: [message("assistant", rejected)],
    }));
    const folder = folderWith({
      ...{ "p.jsonl": jsonLines(chosen), "m.jsonl": jsonLines(spoken) },
      "p.csv": csv(["prompt", "chosen", "rejected"], ...chosen.map((row) => Object.values(row).map(quoted))),
    });
    for (const name of ["p", "m"]) {
      const read = `SELECT * FROM read_json_auto('${join(folder, `${name}.jsonl`)}')`;
      await writeParquet(join(folder, `${name}.parquet`), read);
    }
    const plain = await figures(folder, "p.jsonl");
    expect(plain.layout).toBe("chosen");
    for (const file of ["p.csv", "p.parquet"])
      expect({ ...(await figures(folder, file)), file: "p.jsonl" }).toEqual(plain);
    // The prompt in words has the role before it, by which alone the halves and the order of rows differ.
    const [one, other] = [await figures(folder, "m.jsonl"), await figures(folder, "m.parquet")];
    expect({ ...other, file: "m.jsonl" }).toEqual(one);
    const weights = ({ models: [{ coefficients }] }: PreferenceFigures) =>
      coefficients.map(({ feature, value, error }) => [feature, value.toFixed(9), error.toFixed(9)]);
    expect(weights(one)).toEqual(weights(plain));
  });

  test("messages may hold the prompt, and so may turns in one text", async () => {
    const turns = (text: string) => `\n\nHuman: how?\n\nAssistant: ${text}`;
    const spoken = (content: string) => [
      { role: "user", content: "how?" },
      { role: "assistant", content },
    ];
    const report = await of([
      { chosen: turns("a longer answer"), rejected: turns("short") },
      { chosen: spoken("a longer answer"), rejected: spoken("short") },
    ]);
    expect([report.pairs, report.prompts]).toEqual([2, 2]);
    expect(report.models[0].coefficients[0].spread).toBeCloseTo(Math.log(16 / 6), 12);
  });

  test("of more comparisons than are looked at those on drawn prompts are, and that is said", async () => {
    const rows = made({ prompts: 400, taste: { length: 3 } });
    const report = await of(rows, `--most ${rows.length / 2}`);
    expect(report.counts.rows).toBe(rows.length);
    expect(report.counts.undrawn + report.pairs + report.counts.equal).toBe(rows.length);
    expect(report.pairs / rows.length).toBeCloseTo(0.5, 1);
    expect(report.test / report.pairs).toBeCloseTo(0.2, 1);
    expect(report.caveats).toContainEqual(expect.stringContaining("--most sets how many"));
  });

  test("a column for each outcome, of which one is 1, says which text won", async () => {
    const shown = made({ prompts: 60, taste: { length: 2 } }).map(({ prompt, first, second, winner }) => ({
      ...{ prompt, model_a: "m", model_b: "n", response_a: first, response_b: second, winner },
    }));
    const flagged = shown.map(({ winner, ...row }) => ({
      ...row,
      winner_model_a: winner === "a" ? 1 : 0,
      winner_model_b: winner === "b" ? 1 : 0,
      winner_tie: 0,
    }));
    const { caveats, counts, ...plain } = await of(shown);
    const bad = { ...flagged[0], winner_model_a: 1, winner_model_b: 1 };
    const report = await of([...flagged, bad], "--skip-bad-rows");
    expect(report).toMatchObject(plain);
    expect(report.counts).toMatchObject({ judged: counts.judged, skipped: 1 });
    expect(report.caveats).toContainEqual(expect.stringContaining("labels are read as in LMSYS on Kaggle"));
    expect(report.caveats.join()).not.toContain("not read");
  });

  test("rows without a winner are ranked by what their answer would tell", async () => {
    const judged = made({ prompts: 100, taste: { length: 3 } });
    const alike = { prompt: "new", first: "The same length here.", second: "A text as long here.", winner: null };
    const apart = { prompt: "new", first: "Short.", second: "Long. ".repeat(400), winner: null };
    const { more, counts } = await of([...judged, apart, alike]);
    expect(counts.unjudged).toBe(2);
    expect(more?.next.map(({ row }) => row).sort()).toEqual([100, 101]);
    expect(more?.next.every(({ information }) => information > 0)).toBe(true);
  });
});

describe("what is wrong with a file", () => {
  const rows: [string, object][] = [
    ["unknown columns", { prompt: "p", better: "x", rejected: "y" }],
    ["a winner that is none", { first: "x", second: "y", winner: "maybe" }],
    ["a split that is none", { chosen: "x", rejected: "y", split: "dev" }],
    ["equal texts alone", { chosen: "x", rejected: "x" }],
    ["nothing judged", { first: "x", second: "y", winner: "" }],
    ["episodes, in which sides are players", { left: "ada", right: "bob", winner: "ada", takes_back: null }],
  ];
  const texts = rows.map(([name, row]) => [name, jsonLines([row])]);
  refusedFiles("agon-preferences", "preferences p.jsonl", "p.jsonl", texts);

  test("is counted and said: equal texts, empty ones, prompts in both halves, one answer of an annotator", async () => {
    const row = (k: number, more: object) => ({ prompt: `p${k}`, chosen: `text ${k}`, rejected: "other", ...more });
    const rows = [
      ...Array.from({ length: 20 }, (_, k) => row(k, { split: k % 2 === 0 ? "train" : "test", annotator: "a" })),
      row(1, { split: "train", annotator: "b" }),
      { prompt: "q", chosen: "same", rejected: "same", split: "train", annotator: "a" },
      { prompt: "r", chosen: "text", rejected: "", split: "train", annotator: "a" },
    ];
    const report = await of(rows);
    expect(report.counts).toMatchObject({ judged: 22, equal: 1, empty: 1, leaking: 1 });
    expect([report.train, report.test]).toEqual([12, 9]);
    expect(report.caveats.join("\n")).toMatch(/same text twice[\s\S]*empty text[\s\S]*in train and test/);
    const b = report.annotators.find(({ annotator }) => annotator === "b");
    expect(b).toMatchObject({ pairs: 1, reliability: null, isCareless: false });
  });
});

test("the example names its careless annotator in the terminal", async () => {
  const { code, stdout } = await agon(`preferences ${join(root, "examples/preferences/answers.jsonl")}`);
  expect(code).toBe(0);
  expect(stdout).toMatch(/finn .* careless/);
  expect(stdout).toMatch(/^length +\d/m);
});
