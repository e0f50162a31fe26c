// What one run of a study may change, and that such a run is no record.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scratch } from "../../../test/cli/agon.ts";
import { studyContext } from "../../../test/fixtures/study.ts";
import { messageOf } from "../../core/errors.ts";
import { atLeast } from "../../study/bound.ts";
import { claim, is } from "../../study/claim.ts";
import type { Study } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { changeable, changesInWords, studyChanges } from "./changed-run.ts";
import { recordsOf } from "./kept-records.ts";
import { runStudy } from "./running.ts";

/** Tells the seeds and the setting that it was run with. */
const study: Study = {
  id: "told",
  title: "",
  source: "",
  claim: "",
  claimed: "",
  seeds: { first: 5, short: 2, full: 20 },
  settings: { updates: { about: "updates of each arm", short: 120, full: 300 } },
  run: ({ seeds, settings: { updates } }) => ({
    claims: [claim("many updates", is(updates, atLeast(100)))],
    controls: [],
    tables: [table("run", { all: { first: seeds[0], count: seeds.length, updates } })],
  }),
};
const { seeds: _, settings: __, ...rest } = study;
const withoutAny: Study = rest;

async function ran(full: boolean, ...set: string[]): Promise<(number | null | undefined)[]> {
  const store = scratch();
  const changes = studyChanges(study, set, full);
  const { tables } = await runStudy(study, { ...studyContext(), full, changes }, store);
  const kept = recordsOf("told", store)[full ? "full" : "short"];
  expect(kept !== undefined).toBe(set.length === 0);
  expect(existsSync(join(store, "studies", "told.short.changed.parts"))).toBe(false);
  return tables[0].rows[0].cells.map((cell) => cell?.value);
}

test("a run has the form's own values, or those that were set; a changed one is not kept", async () => {
  expect(await ran(false)).toEqual([5, 2, 120]);
  expect(await ran(true)).toEqual([5, 20, 300]);
  expect(await ran(false, "updates=60", "seeds.first=901", "seeds.count=3")).toEqual([901, 3, 60]);
  expect(await ran(true, "seeds.first=901")).toEqual([901, 20, 300]);
});

describe("what is said", () => {
  const refused = (of: Study, ...set: string[]): string => {
    try {
      studyChanges(of, set, false);
    } catch (error) {
      return messageOf(error);
    }
    throw new Error("it was taken");
  };

  test("of an unknown path: the nearest, and all that there are", () => {
    const all = "it has seeds.count, seeds.first, updates";
    expect(refused(study, "update=60")).toBe(
      `--set update=60: no setting of told is called "update"; did you mean "updates"? ${all}`,
    );
    expect(refused(study, "colour=red")).toBe(`--set colour=red: no setting of told is called "colour"; ${all}`);
    expect(refused(withoutAny, "seeds.count=2")).toContain("this study has none: nothing in it is drawn");
  });

  test("of a value: what it is a number of, and its own", () => {
    for (const value of ["0", "1.5", "many", "1000001", ""]) {
      expect(refused(study, `updates=${value}`)).toBe(
        `--set updates=${value}: updates, updates of each arm, is no whole number from 1 to 1000000; its own is 120`,
      );
    }
  });

  test("of a changed run: each value, and its own", () => {
    const changes = studyChanges(study, ["updates=60", "seeds.first=0"], true);
    expect(changesInWords(study, changes, true)).toBe("updates = 60 instead of 300, seeds.first = 0 instead of 5");
    expect(changeable(withoutAny, false)).toEqual([]);
  });
});
