// Which studies the list shows.

import { expect, test } from "vitest";
import type { ListedStudy } from "../lab/studies/study-data.ts";
import { toldPaper } from "../lab/studies/told-study.ts";
import { onArxiv } from "../study/paper.ts";
import { fittingStudies } from "./listed-studies.ts";

const study = (id: string, title: string, authors: string, status: ListedStudy["status"]): ListedStudy => ({
  ...{ id, status, sentence: `${status}: 1 of 1 claims hold.` },
  paper: toldPaper(id, onArxiv("2302.01523", title, authors)),
});
const all = [
  study("autobidding", "Multi-channel Autobidding", "Deng, Golrezaei", "reproduced"),
  study("spark", "Co-Evolving Framework", "Xu", "undecided"),
];
const found = (text: string, state = "") => fittingStudies(all, text, state).map(({ id }) => id);

test("every word stands in name, title, authors, number or outcome; a status is the study's own", () => {
  expect(found("")).toEqual(["autobidding", "spark"]);
  expect(found("golrezaei  MULTI")).toEqual(["autobidding"]);
  expect(found("2302.01523 claims")).toEqual(["autobidding", "spark"]);
  expect(found("golrezaei evolving")).toEqual([]);
  expect(found("", "undecided")).toEqual(["spark"]);
  expect(found("autobidding", "undecided")).toEqual([]);
});
