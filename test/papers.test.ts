// Papers of the systems, and how Agon itself is cited.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { bibtex } from "../src/study/paper.ts";
import { studies } from "../src/systems/index.ts";
import { papers } from "../src/systems/papers.ts";
import { read } from "./fixtures/manual.ts";

/** Systems of whose paper the sources of the project name no author. */
const NO_AUTHOR = [
  ...[
    "basalt",
    "branch-and-rethink",
    "codeclash",
    "cooper",
    "cpret",
    "critique-rl",
    "deceptive-judge",
    "dense-rewards",
  ],
  ...[
    "distribution-matching-reward",
    "dragon",
    "drive-curation",
    "dual-play",
    "dual-prompt",
    "dualdiff",
    "euphonium",
    "feedback-friction",
    "fightladder",
    "hindsight-simulation",
    "inpo",
    "instructvideo",
  ],
  ...[
    "justifiable-decisions",
    "live-oibench",
    "lucy-skg",
    "magentic-marketplace",
    "marble",
    "matchtir",
    "metacognitive-tools",
    "nash-mirror-prox",
  ],
  ...["orchestration-traces", "pisces", "preference-as-reward", "revisor", "reward-hacking", "reward-topology"],
  ...["self-rewarding-multimodal", "shopping-agent"],
  ...["spark", "swe-rm", "swe-search", "swiss-dynamics", "tool-augmented-mdp", "topocurate", "turn-group-policy"],
  ...["user-feedback", "verl-rank", "video-feedback", "vigor"],
];

/** Systems of whose paper they name no number: a proposal, and a thesis of which the parts have numbers. */
const NO_NUMBER = ["dense-rewards", "reward-design"];

test("every system has a paper, in their order; what is not recorded of one is listed", () => {
  expect(Object.keys(papers)).toEqual(studies.ids());
  const lacking = (field: "authors" | "arxiv") =>
    Object.entries(papers).flatMap(([id, paper]) => (paper[field] === null ? [id] : []));
  expect(lacking("authors").sort()).toEqual(NO_AUTHOR);
  expect(lacking("arxiv").sort()).toEqual(NO_NUMBER);
});

test("numbers are numbers of arXiv, and those that a study's source names", async () => {
  for (const { id, source } of await studies.all()) {
    const { arxiv, year, venue } = papers[id];
    if (arxiv === null) continue;
    expect(arxiv, id).toMatch(/^\d{4}\.\d{5}$/);
    expect(Number(arxiv.slice(2, 4)), id).toBeLessThanOrEqual(12);
    expect(source, id).toContain(`arXiv ${arxiv}`);
    const accepted = Number(/\d{4}/.exec(venue ?? "")?.[0] ?? year);
    expect(accepted - year, id).toBeGreaterThanOrEqual(0);
    expect(accepted - year, id).toBeLessThanOrEqual(2);
  }
});

test("authors that a study's source names stand in its paper", async () => {
  const sources = await studies.all();
  const named = sources.filter(({ id }) => papers[id].authors !== null);
  expect(named.length).toBe(sources.length - NO_AUTHOR.length);
  for (const { id, source } of named) {
    const { authors } = papers[id];
    // A source names all of them, or the first and `et al.`
    const first = source.includes("et al.") ? 1 : authors?.length;
    for (const author of authors?.slice(0, first) ?? []) expect(source, id).toContain(author);
  }
});

test("braces of every entry of BibTeX are pairs", () => {
  for (const [id, paper] of Object.entries(papers)) {
    const text = bibtex(id, paper);
    expect(text.split("{").length, id).toBe(text.split("}").length);
  }
});

test("CITATION.cff is of the version of the package, and has what version 1.2 of its format demands", () => {
  const cited: Readonly<Record<string, unknown>> = parse(read("CITATION.cff"));
  const { version, license } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(cited).toMatchObject({
    "cff-version": "1.2.0",
    message: expect.any(String),
    title: "Agon",
    type: "software",
    authors: [{ name: "The Agon authors" }],
    version,
    license,
  });
});
