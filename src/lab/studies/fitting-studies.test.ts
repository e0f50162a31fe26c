// Which studies fit words and a status.

import { expect, test } from "vitest";
import { onArxiv } from "../../study/paper.ts";
import { fittingStudies } from "./fitting-studies.ts";
import type { ListedStudy } from "./study-data.ts";
import { toldPaper } from "./told-study.ts";

const study = (id: string, title: string, authors: string, status: ListedStudy["status"]): ListedStudy => ({
  ...{ id, status, outcome: "1 of 1 claims hold.", form: "full", seconds: 1 },
  paper: toldPaper(id, onArxiv("2302.01523", title, authors)),
});
const all = [
  study("autobidding", "Multi-channel Autobidding", "Deng, Golrezaei", "shown"),
  study("spark", "Co-Evolving Framework", "Xu", "not shown here"),
];
const found = (text: string, state = "") => fittingStudies(all, text, state).map(({ id }) => id);

test("every word stands in name, title, authors, number or outcome; a status is the study's own", () => {
  expect(found("")).toEqual(["autobidding", "spark"]);
  expect(found("golrezaei  MULTI")).toEqual(["autobidding"]);
  expect(found("2302.01523 claims not")).toEqual(["spark"]);
  expect(found("golrezaei evolving")).toEqual([]);
  expect(found("", "not shown here")).toEqual(["spark"]);
  expect(found("autobidding", "not shown here")).toEqual([]);
});
