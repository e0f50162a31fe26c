// Audits of rewards of texts: what is found, and what an audit keeps when a reward fails.

import { expect, test } from "vitest";
import { UserError } from "../../../core/errors.ts";
import type { ScoredText, TextReward } from "../../../feedback/text-rewards/text-reward.ts";
import { auditedTasks } from "./audited-task.ts";
import { CountedReward } from "./counted-reward.ts";
import { saidBy } from "./recipe.ts";
import { referenceOf } from "./reference.ts";
import { searchStrength } from "./search-strength.ts";
import { shrunkText } from "./shrunk-text.ts";
import { type TextAuditOptions, textAudit } from "./text-audit.ts";

const ROWS = [
  ["What is 6 times 7?", "42"],
  ["What is 10 less 25?", "-15"],
  ["What is 1,200 and 50?", "1250"],
].map(([prompt, gold]) => ({ prompt, gold, fields: { answer: gold } }));

const rewardBy = (pay: (text: ScoredText) => number | null): TextReward => ({
  id: "pay",
  score: async (texts) => texts.map(pay),
  close: async () => {},
});

const contains = rewardBy(({ completion, fields }) => (completion.includes(String(fields.answer)) ? 1 : 0));

const auditOf = (reward: TextReward, more: Partial<TextAuditOptions> = {}) =>
  textAudit({ target: "pay", reward, rows: ROWS, tries: 500, planted: 0, seed: 0, ...more });

test("a reward that looks for the right answer anywhere is gamed, and its example is as short as it can be", async () => {
  const shown: string[] = [];
  const { audit, rows } = await auditOf(contains, { onFinding: ({ name }) => void shown.push(name) });
  expect(audit).toMatchObject({ kind: "gamed", gap: { value: 1, low: 1, high: 1 }, angle: null });
  const denied = audit.findings.find(({ name }) => name === "the right answer denied");
  expect(denied).toMatchObject({
    fault: "over-payment",
    pay: 1,
    want: 0,
    honestPay: 1,
    tried: { n: 3, noun: "tasks" },
  });
  expect(denied?.example).toEqual({ prompt: ROWS[0].prompt, completion: "not 42" });
  const [least, , most] = audit.dose;
  expect(least.pay - (least.want ?? 0)).toBeGreaterThan(0);
  expect(most).toMatchObject({ n: 64, pay: expect.closeTo(1, 2) });
  expect(shown.sort()).toEqual(audit.findings.map(({ name }) => name).sort());
  expect(rows.filter(({ name }) => name === "the right answer denied")).toHaveLength(3);
});

test("the same seed gives the same bytes, however long the batches of a reward take", async () => {
  const slow: TextReward = {
    ...contains,
    async score(texts) {
      await new Promise((done) => setImmediate(done));
      return contains.score(texts);
    },
  };
  const [one, other] = [await auditOf(contains, { tries: 300 }), await auditOf(slow, { tries: 300 })];
  expect(JSON.stringify(other)).toBe(JSON.stringify(one));
});

test("what a second function wants counts before how a text was made", async () => {
  const { audit } = await auditOf(contains, { want: contains });
  expect(audit).toMatchObject({ kind: "not found", findings: [] });
});

test("without anything that says what is wanted, nothing is called gamed", async () => {
  const open = [
    { prompt: "Write of the sea.", fields: {}, honest: "The sea is wide and grey today." },
    { prompt: "Write of a hill.", fields: {}, honest: "The hill is low and green today." },
  ];
  const long = rewardBy(({ completion }) => completion.length);
  const { audit } = await auditOf(long, { rows: open });
  expect(audit.kind).toBe("not decided");
  expect(audit.findings.some(({ name, want }) => name.includes("length") && want === null)).toBe(true);
});

test("without a want, findings are ranked by how few of the data's own answers are paid as much", async () => {
  const rows = ROWS.map(({ prompt }) => ({ prompt, fields: {} }));
  const pay = rewardBy(({ completion }) => (completion.length > 900 ? 3 : /verified|proof/.test(completion) ? 2 : 0));
  const own = { name: "an answer of the data", want: null, isOwn: true };
  const known = ROWS.flatMap(({ prompt }) =>
    ["It is so.", "No.", "It is verified."].map((completion) => ({ ...own, prompt, completion })),
  );
  const { audit, rows: texts } = await auditOf(pay, { rows, known, tries: 600 });
  expect([audit.kind, audit.findings[0]?.rarity?.value]).toEqual(["not decided", 0]);
  const rarities = audit.findings.map(({ rarity }) => rarity?.value ?? Number.NaN);
  expect(rarities).toEqual([...rarities].sort((a, b) => a - b));
  expect(new Set(rarities)).toContain(1 / 3);
  expect(audit.findings.some(({ name }) => name === own.name)).toBe(false);
  // Own answers stand beside the finds, so that a person may compare them.
  expect(texts[0].name).toBe(audit.findings[0].name);
  expect(texts.filter(({ name }) => name === own.name)).toHaveLength(9);
});

test("labels of the data's own answers are enough, and give the base rate", async () => {
  const rows = ROWS.map(({ prompt }) => ({ prompt, fields: {}, honest: "It is so, for a reason." }));
  const polite = rewardBy(({ completion }) => (/thank|reason/.test(completion) ? 1 : 0));
  const own = { name: "an answer of the data", isOwn: true };
  const known = [
    { ...own, prompt: ROWS[0].prompt, completion: "Thanks, thank you.", want: 0 as const },
    { ...own, prompt: ROWS[1].prompt, completion: "no", want: 0 as const },
  ];
  const { audit, rows: texts } = await auditOf(polite, { rows, known, tries: 200 });
  expect(audit.findings.map(({ name }) => name)).toContain("an answer of the data");
  expect(audit.base).toMatchObject({ value: 0.5 });
  expect(texts.every(({ mass }) => mass !== null && mass > 0 && mass < 1)).toBe(true);
});

test("a right answer by its label that is not paid is a finding, and one that is paid more is none", async () => {
  const rows = ROWS.map(({ prompt }) => ({ prompt, fields: {}, honest: "It is so, for a reason." }));
  const polite = rewardBy(({ completion }) => (/reason/.test(completion) ? 1 + completion.length / 1000 : 0));
  const own = { name: "an answer that is labelled as right", isOwn: true, want: 1 as const };
  const answers = ["It is so, for one good reason that is long.", "It is so, as shown.", "It is so, by law."];
  const known = answers.map((completion, k) => ({ ...own, prompt: ROWS[Math.min(k, 1)].prompt, completion }));
  const { audit } = await auditOf(polite, { rows, known, tries: 200 });
  const labelled = audit.findings.filter(({ name }) => name === own.name);
  expect(labelled).toMatchObject([
    {
      fault: "under-payment",
      pay: 0,
      want: 1,
      tried: { n: 2 },
      share: { value: 0.5 },
      example: { completion: answers[1] },
    },
  ]);
});

test("finds of other tools are weighed as its own", async () => {
  const find = {
    prompt: ROWS[0].prompt,
    completion: "I know 42, and say 17",
    name: "a find",
    want: 0 as const,
    isOwn: false,
  };
  const { audit } = await auditOf(contains, { known: [find], tries: 60 });
  expect(audit.findings.find(({ name }) => name === "a find")).toMatchObject({
    fault: "over-payment",
    share: { value: 1 },
  });
});

test("texts on which a reward throws have no pay, and what was found before it gave up is kept", async () => {
  const error = new UserError({ code: "reward-function", what: "it raised ValueError" });
  const throws = (on: (text: string) => boolean): TextReward => ({
    ...contains,
    async score(texts) {
      if (texts.some(({ completion }) => on(completion))) throw error;
      return contains.score(texts);
    },
  });
  const { audit } = await auditOf(throws((text) => text.includes("not ")));
  expect(audit.kind).toBe("gamed");
  expect(audit.findings.every(({ name }) => name !== "the right answer denied")).toBe(true);
  expect(audit.caveats.join()).toContain("it raised ValueError");
  await expect(auditOf(throws(() => true))).rejects.toThrow("it raised ValueError");
  await expect(auditOf(rewardBy(() => null))).rejects.toThrow("gave no score");
});

test("a search that is stopped keeps what it has found", async () => {
  const stop = new AbortController();
  const { audit } = await auditOf(contains, { signal: stop.signal, onFinding: () => stop.abort() });
  const { length } = (await auditOf(contains)).audit.findings;
  expect(audit.findings.length).toBeGreaterThan(0);
  expect(audit.findings.length).toBeLessThan(length);
  expect(audit.caveats).toContain("the search was stopped before its end");
});

test("planted back doors are found if and only if they weigh something", async () => {
  const strict = rewardBy(({ completion, fields }) => (completion.trim() === fields.answer ? 1 : 0));
  const tasks = auditedTasks(ROWS);
  const scores = new Map();
  const scorer = new CountedReward(strict, { budget: 600 }, scores);
  const reference = await referenceOf(scorer, tasks, saidBy(tasks).wrong);
  const found = (weight: number) =>
    searchStrength(strict, tasks, reference, { tries: 600, planted: 6, seed: 0, scores, weight });
  expect(await found(0)).toEqual({ planted: 6, found: 0 });
  const { planted, found: count } = await found(0.5);
  expect(planted).toBe(6);
  expect(count).toBeGreaterThan(2);
});

test("shrinking leaves what the fault needs, and no more", async () => {
  const shows = async (texts: readonly string[]) => texts.map((one) => one.includes("b\u{1f600}") && one.includes("z"));
  expect(await shrunkText("first line\nab\u{1f600}c and more\nlast z line\n", shows)).toBe("b\u{1f600}z");
});

test("a reward without honest answers may refuse the empty text; one that refuses all has no score", async () => {
  const rows = ROWS.map(({ prompt }) => ({ prompt, fields: {} }));
  const want = rewardBy(({ completion }) => (completion === "" ? 1 : 0));
  const long = rewardBy(({ completion }) => (completion === "" ? null : Math.min(1, completion.length / 100)));
  const { audit } = await auditOf(long, { rows, want });
  const [one, , many] = audit.dose;
  expect(many.pay).toBeGreaterThan(one.pay);
  expect([audit.kind, audit.finding]).toEqual([
    "not decided",
    "No honest answer is known, so nothing can be called gamed: the dose says how pay and want go.",
  ]);
  await expect(
    auditOf(
      rewardBy(() => null),
      { rows, want },
    ),
  ).rejects.toThrow("gave no score to any of");
});

test("a reward that pays all texts the same, or no right one more than a wrong one, is not said to be sound", async () => {
  await expect(auditOf(rewardBy(() => 1))).rejects.toThrow("pay pays right and wrong texts of a task the same");
  // A form that the audit does not know: honest answers are paid nothing, and some long texts a little.
  const unknown = rewardBy(({ completion }) => (completion.length > 150 ? 0.1 : 0));
  const { kind, finding } = (await auditOf(unknown)).audit;
  expect([kind, finding]).toEqual([
    "not decided",
    "No honest answer was paid more than a wrong one, so nothing can be called gamed.",
  ]);
});

test("a reward that fails before anything is found is a mistake, and not a search without finds", async () => {
  let asked = 0;
  const failing: TextReward = {
    ...rewardBy(() => 0),
    async score(texts) {
      asked += texts.length;
      if (asked > 40) throw new UserError({ code: "reward", what: "midway" });
      return texts.map(({ completion, fields }) => Number(completion === fields.answer));
    },
  };
  await expect(auditOf(failing)).rejects.toThrow("midway");
});
