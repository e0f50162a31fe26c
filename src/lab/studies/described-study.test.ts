// A study as pages describe it: its first sentence from verdicts alone, its claims, and its paper.

import { expect, test } from "vitest";
import { onArxiv } from "../../study/paper.ts";
import { citedPaper, describedRecord, findingOf, sentenceOf } from "./described-study.ts";
import { linesOf, type RecordedResult, recordOf, type StudyRecord, summaryOf } from "./record.ts";

const result = (verdict: RecordedResult["verdict"], name = verdict): RecordedResult => ({
  ...{ kind: "claim", verdict, name: String(name), expected: "≥ 1", measured: "2", figures: [] },
});
const record = (...results: RecordedResult[]): StudyRecord => ({
  ...{ id: "x", agon: "0.1.0", commit: "abc", form: "full", seeds: [7, 8], tables: [], seconds: 1.25 },
  ...{ measuredAt: "2026-01-02T03:04:05Z", machine: "m", results },
});

test("the first sentence says the status, and of how many results each verdict is", () => {
  const [holds, open, fails] = (["holds", "undecided", "fails"] as const).map((verdict) => result(verdict));
  expect(sentenceOf(record(holds))).toBe("Unmarked: 1 of 1 claims hold.");
  expect(sentenceOf(record(holds, open, fails))).toBe("Unmarked: 1 of 3 claims hold, 1 fails, 1 undecided.");
});

test("a finding names the headline claims by what came of them, each with its size", () => {
  const headline = (verdict: RecordedResult["verdict"], name: string, measured: string) =>
    ({ ...result(verdict, undefined), name, measured, headline: true }) as const;
  const [pays, open] = [
    headline("holds", "it pays", "difference 3.0 [2.0, 4.0] points, d = 1.20, 20 seeds"),
    headline("undecided", "it lasts", "0.2 [−0.1, 0.5], 1 seed"),
  ];
  const wrong = headline("fails", "it is cheap", "beyond 50 % of “a”: 7 [6, 8], d = 9, 20 seeds");
  expect(findingOf(record(pays, result("fails")))).toBe("Shown: it pays (difference 3.0 [2.0, 4.0] points).");
  expect(findingOf(record(pays, wrong, open))).toBe(
    "Partly shown. Shown: it pays (difference 3.0 [2.0, 4.0] points). Contradicted here: it is cheap (beyond 50 % of “a”: 7 [6, 8]). Not shown here: it lasts (0.2 [−0.1, 0.5]).",
  );
  expect(findingOf(record(open, wrong))).toMatch(/^Contradicted here: it is cheap .* Not shown here: it lasts/);
  expect(findingOf({ ...record(pays), untested: ["With people."] })).toBe(
    "Partly shown. Shown: it pays (difference 3.0 [2.0, 4.0] points). Not tested: With people.",
  );
  expect(sentenceOf({ ...record(pays), untested: ["With people."] })).toBe(
    "Partly shown: 1 of 1 headline claims hold, 1 not tested.",
  );
  expect(findingOf(record(result("holds")))).toBe("Unmarked: 1 of 1 claims hold.");
  expect(findingOf({ ...record(pays, open), form: "short" })).toBe(
    "Partly shown in the short form, with 2 seeds. Shown: it pays (difference 3.0 [2.0, 4.0] points). Not shown here: it lasts (0.2 [−0.1, 0.5]).",
  );
});

test("facts that tests decide are headlines: in the status, the finding, the counts and the group, and without an interval", () => {
  const fact = (of: string) => ({ fact: of, file: "src/a.test.ts", test: "pays", about: "200 markets" });
  const wrong = { ...fact("it is cheap"), contradicted: true } as const;
  const held = { ...result("holds", "fails"), headline: true } as const;
  const [open, shown] = [{ ...held, verdict: "undecided" } as const, { ...record(held), facts: [fact("it pays")] }];
  expect(findingOf(shown)).toBe("Shown: fails (2). Shown by tests: it pays (200 markets).");
  expect(findingOf({ ...record(open), facts: [fact("it pays"), wrong], form: "short" })).toBe(
    "Partly shown in the short form, with 2 seeds. Shown by tests: it pays (200 markets). Contradicted by tests: it is cheap (200 markets). Not shown here: fails (2).",
  );
  expect(sentenceOf({ ...record(open), facts: [fact("it pays"), wrong], untested: ["With people."] })).toBe(
    "Partly shown: 0 of 1 headline claims hold, 1 undecided, 1 shown by tests, 1 contradicted by tests, 1 not tested.",
  );
  expect(sentenceOf({ ...record(result("fails")), facts: [wrong] })).toBe(
    "Contradicted here: 1 contradicted by tests; 0 of 1 others hold, 1 fails.",
  );
  expect(summaryOf(shown)).toMatchObject({
    status: "shown",
    claims: { holds: 1 },
    headlines: [
      { claim: "fails", verdict: "holds" },
      { claim: "it pays", verdict: "shown by tests", test: "src/a.test.ts: pays" },
    ],
  });
  const [{ results }] = describedRecord(shown).groups;
  expect(results.map(({ kind, verdict, measured }) => [kind, verdict, measured])).toEqual([
    ["claim", "holds", "2"],
    ["fact", "shown by tests", "200 markets: “pays” in src/a.test.ts"],
  ]);
  expect(linesOf(shown)[0]).toMatchObject({ facts: [fact("it pays")] });
  expect(recordOf(linesOf(shown))).toEqual(shown);
});

test("headline claims decide where there are any, and stand before the others", () => {
  const headline = { ...result("holds", "fails"), headline: true } as const;
  const one = record(headline, result("fails"), result("undecided"));
  expect(sentenceOf(one)).toBe("Shown: 1 of 1 headline claims hold; 0 of 2 others hold, 1 fails, 1 undecided.");
  expect(describedRecord(one).groups.map(({ title, results }) => [title, results.length])).toEqual([
    ["Headline claims", 1],
    ["Other claims", 2],
  ]);
  expect(sentenceOf(record({ ...headline, verdict: "fails" }, result("holds")))).toBe(
    "Contradicted here: 0 of 1 headline claims hold, 1 fails; 1 of 1 others hold.",
  );
});

test("where no headline claim is tested, that is said before the others", () => {
  const bare = {
    ...record(result("holds"), result("fails"), result("fails")),
    untested: ["With people.", "At scale."],
  };
  expect(sentenceOf(bare)).toBe("Not shown here: none of 2 headline claims is tested; 1 of 3 others hold, 2 fail.");
});

test("a record has its claims, the conditions of its run, and the line that runs it anew", () => {
  const summary = describedRecord(record(result("holds"), result("fails")));
  expect(summary.groups.map(({ title, results }) => [title, results.length])).toEqual([["Claims", 2]]);
  expect(summary.command).toBe("agon study x --full");
  expect(summary.conditions).toBe("Long form, 2 seeds from 7, 1.3 s on m, 2026-01-02, commit abc.");
  expect(describedRecord({ ...record(), commit: "abc-dirty" }).conditions).toMatch(
    /commit abc with uncommitted changes\.$/,
  );
  expect(describedRecord({ ...record(), form: "short" }).command).toBe("agon study x");
});

test("a paper is cited by what is recorded of it", () => {
  const cited = (authors?: string, venue?: string) =>
    citedPaper("x", onArxiv("2302.01523", "T", authors, venue)).citation;
  expect(cited("Wu, Sun", "ICML 2023")).toBe("Wu and Sun, 2023, ICML 2023, arXiv 2302.01523");
  expect(cited()).toBe("2023, arXiv 2302.01523");
  expect(citedPaper("x", { title: "T", authors: ["Devidze"], year: 2025, arxiv: null }).citation).toBe("Devidze, 2025");
});
