// The shared frame of text environments, tested with a small task: replies to calls, ends of episodes, and final reports.

import { expect, it } from "vitest";
import { shown, writes } from "../../../test/fixtures/written-text.ts";
import { Status } from "../../core/environment.ts";
import { flow } from "../declaration.ts";
import { type LanguageTask, languageWorld } from "./language-world.ts";

/** `q=` asks for `ok`. A call is answered with its own text, doubled; `x` gets no reply. */
const task: LanguageTask = {
  context: 16,
  horizon: 14,
  channels: [
    flow("told", "words", 0, 1, "sum", "1 at the end"),
    flow("toldRight", "words", 0, 1, "sum", "1 at the end of a right answer"),
    flow("length", "characters", 0, 100, "sum", "characters of the text at its end"),
  ],
  hidden: 1,
  noise: 1,
  ask: (_random, hidden) => {
    hidden[0] = 7;
    return "q=";
  },
  reply: (call, text, hidden) => {
    expect(text.endsWith(call === undefined ? ">" : `<${call}>`)).toBe(true);
    expect(hidden[0]).toBe(7);
    return call === undefined ? "?" : call === "x" ? undefined : call + call;
  },
  judge: (answer) => answer === "ok",
  conclude(text, correct, hidden, report) {
    expect(hidden[0]).toBe(7);
    report("told", 1);
    report("toldRight", correct ? 1 : 0);
    report("length", text.length);
  },
  texts: { secret: (text, hidden) => `${text[0]}${hidden[0]}` },
  write: (_text, _random, noise) => (noise > 0 ? "no$" : "ok$"),
};

it.each([
  ["an end", "ok$", "q=ok$", Status.terminated, 1],
  ["a wrong end", "no$", "q=no$", Status.terminated, 0],
  ["nothing", "", "q=", Status.terminated, 0],
  ["a call that is answered, and an end", "a<b>ok$", "q=a<b>[bb]ok$", Status.terminated, 1],
  ["an end, and what stood before a call does not count", "ok<b>$", "q=ok<b>[bb]$", Status.terminated, 0],
  ["a malformed call and an end", "b>ok$", "q=b>[?]ok$", Status.terminated, 1],
  ["an end, and an answer is no part of the next call", "<b>b>$", "q=<b>[bb]b>[?]$", Status.terminated, 0],
  ["a call that is not answered", "<x>ok$", "q=<x>", Status.terminated, 0],
  ["an answer that does not fit", "<abcd>ok$", "q=<abcd>[abcdabc", Status.terminated, 0],
  ["a character in the last place", "<abc>#ok$", "q=<abc>[abcabc]#", Status.terminated, 0],
  ["an end in the last place", "a<bc>ok$", "q=a<bc>[bcbc]ok$", Status.terminated, 1],
  [
    "as many characters as may be written",
    "#".repeat(20),
    `q=${"#".repeat(14)}`,
    Status.terminated | Status.truncated,
    0,
  ],
])("ends after %s", (_what, written, text, status, correct) => {
  const played = writes(languageWorld(task), 1, () => written);
  expect(played).toMatchObject({ text, status, views: { text, secret: "q7" } });
  expect(played.sums).toMatchObject({ correct, told: 1, toldRight: correct, length: text.length });
});

it("ends at the horizon even if the text has room", () => {
  const { status, sums, text } = writes(languageWorld({ ...task, horizon: 3 }), 1, () => "#####");
  expect(text).toBe("q=###");
  expect(status).toBe(Status.truncated);
  expect(sums).toMatchObject({ characters: 3, finished: 0, told: 1 });
});

it("treats > as a character where there are no tools", () => {
  const { reply: _, ...plain } = task;
  expect(writes(languageWorld(plain), 1, () => "<b>ok$").text).toBe("q=<b>ok$");
});

it("has an expert without errors, by default or by definition", () => {
  const written = (some: Partial<LanguageTask> = {}, name = "expert") =>
    shown(languageWorld({ ...task, ...some }), name, 1)[0].text;
  expect(written()).toBe("q=ok$");
  expect(written({}, "demonstrator")).toBe("q=no$");
  expect(written({ expert: (text) => (text.includes("]") ? "ok$" : "<c>") })).toBe("q=<c>[cc]ok$");
});

it("rejects a report to an unknown channel", () => {
  const careless: LanguageTask = { ...task, conclude: (_text, _correct, _hidden, report) => report("tolt", 1) };
  expect(() => writes(languageWorld(careless), 1, () => "")).toThrow('"tolt"');
});

it("converts a text to a trace of its question, its calls with their replies, and its answer", () => {
  const environment = languageWorld(task);
  const { text } = writes(environment, 1, () => "<a>ok$");
  expect(text).toMatch(/^q=<a>\[.*\]ok\$$/);
  const trace = environment.trace?.("t");
  if (trace === undefined) throw new Error("no trace");
  expect(trace.events.map(({ id, type, t, agent }) => `${id}: ${type} at ${t} of ${agent}`)).toEqual([
    "question: message at 0 of world",
    "call 0: tool_call at 3 of writer",
    "result 0: tool_result at 3 of tool",
    "answer: return at 6 of writer",
  ]);
  expect(trace.edges.map(({ src, dst, type }) => `${src} ${type} ${dst}`)).toEqual([
    "question message call 0",
    "call 0 tool_dependency result 0",
    "result 0 causal answer",
  ]);
  expect([trace.rewards.team, trace.costs.tool_calls, trace.costs.wall_clock_s]).toEqual([1, 1, 6]);
  const wrong = languageWorld(task);
  writes(wrong, 1, () => "no$");
  expect(wrong.trace?.("t").events.at(-1)).toMatchObject({ id: "answer", wrong_claims: 1 });
  const endless = languageWorld(task);
  writes(endless, 1, () => "##");
  expect(endless.trace?.("t").events.at(-1)).toMatchObject({ id: "unfinished", type: "message", tokens: 2 });
});

it("reports a verdict with the configured error rate, on right and on wrong answers", () => {
  const verdicts = (misjudged: number, written: string) => {
    const world = languageWorld({ ...task, misjudged });
    return Array.from({ length: 1000 }, (_, seed) => writes(world, seed, () => written).sums.verdict);
  };
  const share = (misjudged: number, written: string) => verdicts(misjudged, written).reduce((a, b) => a + b, 0) / 1000;
  for (const wrong of ["no$", "", "#".repeat(20)]) {
    expect(Math.abs(share(0.2, wrong) - 0.2)).toBeLessThan(0.05);
    expect(share(1, wrong)).toBe(1);
  }
  expect(Math.abs(share(0.2, "ok$") - 0.8)).toBeLessThan(0.05);
  expect(verdicts(0, "ok$")[0]).toBeUndefined();
});
