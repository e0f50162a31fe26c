// Seeds that one run of a study has in place of its own.

import { expect, test } from "vitest";
import { messageOf } from "../../core/errors.ts";
import type { Study } from "../../study/study.ts";
import { changesInWords, studyChanges } from "./changed-run.ts";

const study: Study = {
  ...{ id: "small", title: "", source: "", claim: "", claimed: "", experiment: "experiment.yaml" },
  seeds: { first: 5, short: 2, full: 20 },
};

const refused = (...set: string[]): string => {
  try {
    studyChanges(study, set, false);
  } catch (error) {
    return messageOf(error);
  }
  throw new Error("it was taken");
};

test("of an unknown path the nearest is named, and all that there are", () => {
  const all = "it has seeds.count, seeds.first; agon run small --set … changes any other value of its file";
  expect(refused("seeds.cuont=60")).toBe(
    `--set seeds.cuont=60: no setting of small is called "seeds.cuont"; did you mean "seeds.count"? ${all}`,
  );
  expect(refused("seeds=3")).toBe(`--set seeds=3: no setting of small is called "seeds"; write --seeds 3; ${all}`);
  expect(refused("colour=red")).toBe(`--set colour=red: no setting of small is called "colour"; ${all}`);
});

test("of a value it is said what it is a number of, and its own", () => {
  for (const value of ["0", "1.5", "many", "1000001", ""]) {
    expect(refused(`seeds.count=${value}`)).toBe(
      `--set seeds.count=${value}: seeds.count, number of seeds, is no whole number from 1 to 1000000; its own is 2`,
    );
  }
});

test("a changed run is told by each value, and its own", () => {
  const changes = studyChanges(study, ["seeds.count=60", "seeds.first=0"], true);
  expect(changesInWords(study, changes, true)).toBe("seeds.count = 60 instead of 20, seeds.first = 0 instead of 5");
});
