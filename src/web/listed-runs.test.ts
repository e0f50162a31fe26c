import { expect, test } from "vitest";
import type { RunRow } from "../lab/view/view-data.ts";
import { type ListChoices, listed, secondsOf } from "./listed-runs.ts";

const NOW = Date.parse("2026-05-01T10:01:00Z");

const run = (name: string, more: Partial<RunRow> = {}): RunRow => ({
  ...{ run: name, title: `Title of ${name}`, experiment: name.slice(0, 1), variants: ["private", "shared"], seeds: 2 },
  ...{ firstSeed: 0, hasTexts: false, cells: { planned: 4, done: 4 }, begun: "2026-05-01T10:00:00Z", state: "done" },
  ...{ seconds: 10, finding: null, live: [], stamp: "", results: "" },
  ...more,
});
const live = {
  pid: 1,
  place: "0123456789ab",
  host: "h",
  begun: "2026-05-01T10:00:30Z",
  cells: 0,
  missing: 4,
  trainings: [],
};

const ALL = [
  run("a-1", { begun: "2026-05-01T10:00:03Z", note: "for the Talk", tags: ["may"] }),
  run("b-1", { begun: "2026-05-01T10:00:02Z", state: "running", live: [live], seconds: null }),
  run("b-2", {
    state: "failed",
    failure: "no server",
    finding: { kind: "cannot tell", failed: true, best: null, notes: [], text: "Every episode failed." },
  }),
  run("c-1", {
    begun: "2026-05-01T10:00:01Z",
    seconds: 90,
    finding: { kind: "more", best: "shared", notes: [], text: "More." },
  }),
];
const names = (choices: Partial<ListChoices>): string[] =>
  listed(ALL, { text: "", state: "", experiment: "", order: "time", ...choices }, NOW).map((one) => one.run);

test("runs are found by their words, state and experiment, all together", () => {
  expect(names({ text: "talk MAY" })).toEqual(["a-1"]);
  expect(names({ text: "shared server" })).toEqual(["b-2"]);
  expect(names({ state: "done" })).toEqual(["a-1", "c-1"]);
  expect(names({ experiment: "b", state: "running" })).toEqual(["b-1"]);
  expect(names({ experiment: "b", text: "talk" })).toEqual([]);
});

test("runs are sorted by time, duration, name and finding", () => {
  expect(names({})).toEqual(["a-1", "b-1", "c-1", "b-2"]);
  expect(names({ order: "duration" })).toEqual(["c-1", "b-1", "a-1", "b-2"]);
  expect(names({ order: "name" })).toEqual(["a-1", "b-1", "b-2", "c-1"]);
  expect(names({ order: "finding" })).toEqual(["c-1", "b-2", "a-1", "b-1"]);
});

test("a duration covers all processes, including running ones, and is unknown where none was recorded", () => {
  expect(secondsOf({ seconds: 10, live: [live] }, NOW)).toBe(40);
  expect(secondsOf({ seconds: null, live: [] }, NOW)).toBeNull();
});
