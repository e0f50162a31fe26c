// Answers by question and variant agree with the store and with the text of a replay, and differences from the first variant are marked.

import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { ran } from "../../../test/fixtures/ran.ts";
import { readRecord } from "../store/run-record.ts";
import { type AnswerPage, MOST_CHARACTERS } from "./answer-data.ts";
import { heldAnswers, openAnswers } from "./answer-grid.ts";
import { answerQuery } from "./answer-query.ts";
import { answerPageOf, answerSheet } from "./answer-rows.ts";
import { episodeReplay } from "./episode-replay.ts";
import { summaryOf } from "./runs.ts";
import { sidesIn } from "./side-by-side.ts";

const FUNCTIONS = `
environment: { id: language/function, noise: 0.6 }
agents: { policy: oracle, name: expert }
objective: { name: right answers, channel: correct }
reward: { channel: visiblePassed }
variants: { knows: {}, errs: { agents.name: demonstrator }, doubled: { reward: { channel: visiblePassed, weight: 2 } } }
seeds: 2
episodes: 4
`;

async function answered(yaml: string, files: Readonly<Record<string, string>> = {}) {
  const { folder, database } = await ran(yaml, files);
  const [store, run] = [dirname(folder), basename(folder)];
  const grid = await openAnswers(store, sidesIn(store, [run], 1));
  /** A page from the store, checked against the page from a file of all answers. */
  const page = async (address = ""): Promise<AnswerPage> => {
    const query = answerQuery(new URLSearchParams(address.replaceAll("RUN", run)));
    const stored = await grid.page(query);
    const sources = JSON.parse(JSON.stringify(await heldAnswers(store, run, { episodes: 1000, bytes: 1e7 })));
    expect(answerPageOf(answerSheet(sources), query)).toEqual(stored);
    return stored;
  };
  return { store, run, page, database };
}

const answers = ({ rows }: AnswerPage, column: number) =>
  rows.map(({ cells }) => cells[column]?.text?.turns.findLast(({ isWorld }) => !isWorld)?.text);

test("texts, marks and differences agree with the store", async () => {
  const { store, run, page, database } = await answered(FUNCTIONS);
  const all = await page();
  expect([all.total, all.matched, all.rows.length, all.isText, all.isReadable]).toEqual([8, 8, 8, true, true]);
  expect(all.sides.map(({ variant }) => variant)).toEqual(["knows", "errs", "doubled"]);
  const at = (name: string) => all.marks.findIndex((mark) => mark.name === name);
  // A mark that repeats the objective is left out, and a mark with one value is listed once.
  expect(all.marks.slice(0, 2).map(({ name, called }) => called ?? name)).toEqual(["pay", "right answers"]);
  expect(at("correct")).toBe(-1);
  expect(all.same).toContainEqual({ mark: expect.objectContaining({ name: "parses" }), value: 1 });
  const { rows } = await database.query("SELECT variant, seed, episode, pay, correct FROM episodes");
  for (const { seed, episode, cells } of all.rows) {
    for (const [k, cell] of cells.entries()) {
      const { variant } = all.sides[k];
      const stored = rows.find((row) => row.variant === variant && row.seed === seed && row.episode === episode);
      expect([cell?.values[0], cell?.values[1]]).toEqual([stored?.pay, stored?.correct]);
      expect(cell?.changes[1]).toBe(Math.sign(Number(cell?.values[1]) - Number(cells[0]?.values[1])));
      const { text } = await episodeReplay(store, run, { variant, seed, episode });
      const written = `${cell?.text?.question}${cell?.text?.turns.map((turn) => turn.text).join("")}`;
      expect(text?.characters.join("").replace(/¶$/, "")).toBe(written);
    }
    expect(cells[0]?.text?.question).toMatch(/^Write a JavaScript function[\s\S]*returns/);
    // Pay in another unit is not compared.
    expect([cells[1]?.changes[0] === null, cells[2]?.changes[0]]).toEqual([false, null]);
  }
  expect(answers(all, 0).every((answer) => /^function[\s\S]*}$/.test(answer ?? ""))).toBe(true);
});

test("questions are filtered by words, by differences and by marks", async () => {
  const { page } = await answered(FUNCTIONS);
  const all = await page();
  const wrong = all.rows.filter(({ cells }) => cells[1]?.values[1] === 0);
  expect(wrong.length).toBeGreaterThan(0);
  expect(wrong.length).toBeLessThan(8);
  expect((await page("differs=objective")).rows).toEqual(wrong);
  expect((await page("differs=any")).matched).toBeGreaterThanOrEqual(wrong.length);
  expect((await page("where=objective:..0")).rows).toEqual(wrong);
  expect((await page("where=objective:..0&of=RUN/errs")).rows).toEqual(wrong);
  expect((await page("where=objective:..0&of=RUN/knows")).rows).toEqual([]);
  // The search covers question and answers, and ignores case.
  const [row] = all.rows;
  const question = row.cells[0]?.text?.question ?? "";
  expect((await page(`find=${encodeURIComponent(question.toUpperCase())}`)).rows).toContainEqual(row);
  const [answer = ""] = answers(all, 1);
  expect((await page(`find=${encodeURIComponent(answer)}`)).rows).toContainEqual(row);
  expect((await page("find=nothing+has+this")).matched).toBe(0);
  await expect(page("differs=correkt")).rejects.toThrow(/mark that differs between answers/);
  await expect(page("where=objective:..0&of=RUN/er")).rejects.toThrow(/variant on this page.*did you mean/);
});

test("a search reports the number of episodes not searched, and the next search continues", async () => {
  const { store, run } = await answered(FUNCTIONS);
  const grid = await openAnswers(store, sidesIn(store, [run]), { searched: 10, begun: 100 });
  const search = async () => {
    const { matched, unsearched } = await grid.page(answerQuery(new URLSearchParams("find=solve")));
    return [matched, unsearched];
  };
  const [first, second, third] = [await search(), await search(), await search()];
  // Three questions, and one answer to the fourth, whose other two answers are read because the page shows them.
  expect([first, second, third]).toEqual(matrix("4 14 | 8 2 | 8 0"));
});

test("the answer of a conversation is the agent's last text, after the tool's replies", async () => {
  const { page } = await answered(`
environment: { id: language/calculator, hard: 1, failure: 0 }
agents: { policy: oracle, name: expert }
objective: correct
seeds: 3
`);
  const { rows } = await page();
  for (const { cells } of rows) {
    const [call, reply, answer] = cells[0]?.text?.turns ?? [];
    expect([call.isWorld, reply.isWorld, answer.isWorld]).toEqual([false, true, false]);
    expect(call.text).toMatch(/<.*>$/);
    expect(reply.text).toMatch(/^\[.*\]$/);
    expect(answer.text).toContain(reply.text.slice(1, -1));
  }
});

const DUET = `
environment: { id: ./duet.ts, letters: 1 }
agents: ./player.js
objective: payoff
seeds: 1
variants: { one: {}, apart: { environment.apart: true } }
`;
/** The first seat writes `a`; the second writes `b`, and nothing in its last turn. */
const PLAYER = `import { defineAgent } from "agonlab";
export default defineAgent({ summary: "its letter", make: () => ({ seat }) => {
  let step = 0;
  return { reset() { step = 0; }, act(_, action) { action[0] = seat === 1 && step === 3 ? 0 : 2 + seat; step += 1; } };
} });
`;

test("several writers of a custom world are distinguished by their seats, in one text and in several", async () => {
  const duet = readFileSync(new URL("../../../test/fixtures/duet.ts", import.meta.url), "utf8");
  const { store, run, page } = await answered(DUET, { "duet.ts": duet, "player.js": PLAYER });
  const { isText, sides, rows } = await page();
  expect([isText, sides.map(({ writers }) => writers)]).toEqual([
    true,
    [
      ["Ann", "Bo"],
      ["Ann", "Bo"],
    ],
  ]);
  const [one, apart] = rows[0].cells.map((cell) => cell?.text);
  const turn = (seat: string, text: string) => ({ isWorld: false, text, seat });
  const world = (text: string, seat?: string) => ({ isWorld: true, text, ...(seat !== undefined && { seat }) });
  expect(one).toEqual({
    question: "a=",
    turns: [turn("Ann", "a"), turn("Bo", "b"), world("!"), turn("Ann", "a"), world("!")],
    right: null,
  });
  const [ann, bo] = ["Ann", "Bo"].map((seat) => [world("!", seat)]);
  expect(apart).toEqual({
    question: "Ann: a1=\nBo: a2=",
    turns: [turn("Ann", "aa"), ...ann, turn("Ann", "aa"), ...ann, turn("Bo", "bb"), ...bo, turn("Bo", "b"), ...bo],
    right: null,
  });
  expect(summaryOf(store, readRecord(join(store, run))).isText).toBe(true);
});

test("text that either of two writers may have written is attributed to both; equal texts written separately are attributed separately", async () => {
  const duet = readFileSync(new URL("../../../test/fixtures/duet.ts", import.meta.url), "utf8");
  const yaml = DUET.replace("letters: 1", "letters: 1, alike: true");
  // The first seat writes `aaaa`, the second `abba`.
  const player = PLAYER.replace("seat === 1 && step === 3 ? 0 : 2 + seat", "seat === 1 && step % 3 > 0 ? 3 : 2");
  const { page } = await answered(yaml, { "duet.ts": duet, "player.js": player });
  const turns = (await page()).rows[0].cells[0]?.text?.turns.map(({ seat, text }) => [seat, text]);
  expect(turns).toEqual([
    ["Ann or Bo", "a"],
    ["Bo", "b"],
    [undefined, "!"],
    ["Ann", "a"],
    ["Ann or Bo", "a"],
    [undefined, "!"],
  ]);
  const same = PLAYER.replace("seat === 1 && step === 3 ? 0 : 2 + seat", "2");
  const both = await answered(yaml, { "duet.ts": duet, "player.js": same });
  const { question, turns: own } = (await both.page()).rows[0].cells[1]?.text ?? {};
  expect(question).toBe("a=");
  expect(own?.map(({ seat, text }) => [seat, text])).toEqual(
    ["Ann", "Bo"].flatMap((seat) => [
      [seat, "aa"],
      [seat, "!"],
      [seat, "aa"],
      [seat, "!"],
    ]),
  );
});

test("a repeated question is known before it is read, and each repetition is read on demand", async () => {
  const duet = readFileSync(new URL("../../../test/fixtures/duet.ts", import.meta.url), "utf8");
  const yaml = DUET.replace("letters: 1", "letters: 2").replace("seeds: 1", "seeds: 20");
  const { store, run, page } = await answered(yaml, { "duet.ts": duet, "player.js": PLAYER });
  const { rows, total, unfolded } = await page();
  expect([total, unfolded, rows.map(({ cells }) => cells[0]?.text?.question).sort()]).toEqual([2, 0, ["a=", "b="]]);
  expect(rows.reduce((sum, { times = 1 }) => sum + times, 0)).toBe(20);
  // Episodes beyond the limit have rows of their own and are counted: 15 of the first variant, and all 20 of the second, which has another
  // world.
  const few = await openAnswers(store, sidesIn(store, [run], 1), { searched: 100, begun: 5 });
  const partly = await few.page(answerQuery(new URLSearchParams()));
  expect(partly.unfolded).toBe(35);
  expect(partly.total).toBeGreaterThanOrEqual(16);
  const [{ seed, episode, times }] = rows;
  const each = await page(`again=${seed}.${episode}`);
  expect([each.matched, each.rows.length]).toEqual([times, times]);
  expect(new Set(each.rows.map(({ cells }) => cells[0]?.text?.question)).size).toBe(1);
});

const ASKED = `
environment: { id: language/questions, file: ./asked.csv, prompt: "{question}" }
agents: { policy: oracle, name: expert }
objective: correct
record: episodes
seeds: 60
`;
const FILE = `question,answer\n${Array.from({ length: 60 }, (_, k) => `number ${k}?,${k}`).join("\n")}\n`;

test("stored texts need no steps, and are shown in pages of fifty", async () => {
  const { page } = await answered(ASKED, { "asked.csv": FILE });
  const [first, second] = [await page(), await page("page=2")];
  expect([first.rows.length, second.rows.length, second.page, first.pages, first.total]).toEqual([50, 10, 2, 2, 60]);
  expect(second.rows[0].cells[0]?.text).toEqual({
    question: "number 50?",
    turns: [{ isWorld: false, text: "50" }],
    right: "50",
  });
  expect([first.isReadable, first.sides[0].isReplayed]).toEqual([true, false]);
  expect((await page("find=number+5%3F")).rows.map(({ seed }) => seed)).toEqual([5]);
});

test("texts that are too long for a page are truncated with a note, and a search covers the whole text", async () => {
  const long = `${"a".repeat(MOST_CHARACTERS)}needle`;
  const yaml = ASKED.replace("seeds: 60", "seeds: 1").replace("}\n", `, longest: ${2 * MOST_CHARACTERS} }\n`);
  const { page } = await answered(yaml, { "asked.csv": `question,answer\nlong?,${long}\n` });
  const { rows } = await page("find=NEEDLE");
  expect(rows[0].cells[0]?.text?.turns[0].text).toBe(`${"a".repeat(MOST_CHARACTERS)} … 6 more characters`);
});

test("texts that were not stored are not read, and worlds without text have none", async () => {
  const brief = await answered(`${FUNCTIONS}record: episodes\n`);
  const { isReadable, rows } = await brief.page();
  expect([isReadable, rows.length, rows[0].cells.map((cell) => cell?.text)]).toEqual([false, 8, [null, null, null]]);
  const control = await answered("{ environment: control/cart-pole, agents: random, objective: success, seeds: 1 }");
  expect(await control.page()).toMatchObject({ isText: false, silent: ["base"], rows: [], total: 0 });
  expect(summaryOf(control.store, readRecord(join(control.store, control.run))).isText).toBe(false);
});

test("a file has answers up to a limit of episodes and bytes", async () => {
  const { store, run } = await answered(FUNCTIONS);
  const held = async (episodes: number, bytes: number) =>
    (await heldAnswers(store, run, { episodes, bytes })).map((source) => source.episodes?.length);
  expect(await held(23, 1e7)).toEqual([undefined, undefined, undefined]);
  expect(await held(24, 1000)).toEqual([undefined, undefined, undefined]);
  expect(await held(24, 1e7)).toEqual([8, 8, 8]);
});
