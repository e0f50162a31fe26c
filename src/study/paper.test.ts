// Papers as a bibliography and as BibTeX.

import { expect, test } from "vitest";
import { addressOfPaper, authorsOf, bibtex, onArxiv } from "./paper.ts";

test("an entry of BibTeX has what is recorded and nothing else; names of two words are one name, signs of LaTeX are text", () => {
  expect(bibtex("turns", onArxiv("2605.06200", "A^2 & 50% of x_1", "da Silva, Yu, others", "ICML 2026"))).toBe(
    String.raw`@misc{turns,
  title = {{A\^{}2 \& 50\% of x\_1}},
  author = {{da Silva} and Yu and others},
  year = {2026},
  eprint = {2605.06200},
  archivePrefix = {arXiv},
  note = {ICML 2026},
}`,
  );
  expect(bibtex("bare", { title: "T", authors: null, year: 2025, arxiv: null })).toBe(
    "@misc{bare,\n  title = {{T}},\n  year = {2025},\n}",
  );
});

test("authors in words, and where the paper is found", () => {
  const by = (authors?: string) => onArxiv("1809.02230", "T", authors);
  expect(["Xu", "Wu, Sun", "Li, Arava, Dong", "Chen, others"].map((names) => authorsOf(by(names)))).toEqual([
    "Xu",
    "Wu and Sun",
    "Li, Arava and Dong",
    "Chen and others",
  ]);
  expect(authorsOf(by())).toBeNull();
  expect(by().year).toBe(2018);
  expect(addressOfPaper(by())).toBe("https://arxiv.org/abs/1809.02230");
  expect(addressOfPaper({ ...by(), arxiv: null })).toBeNull();
});
