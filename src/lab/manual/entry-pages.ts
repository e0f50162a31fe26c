// The reference of rewards, agents and algorithms. Entries with the same parameters share a section or a page: the first is told
// in full, the others by the defaults that differ.

import { z } from "zod";
import { players } from "../../agents/index.ts";
import type { BoundEntry } from "../../core/registry.ts";
import { arenas } from "../../environments/arenas/index.ts";
import { hostedWorlds } from "../../environments/hosted/index.ts";
import { measures } from "../../evaluation/measures/index.ts";
import { ratings } from "../../evaluation/ratings/index.ts";
import { feedbackSources } from "../../feedback/sources/index.ts";
import { rewardForms as forms } from "../../rewards/forms.ts";
import { rewards } from "../../rewards/index.ts";
import { agents } from "../experiment/agents.ts";
import { algorithmsAtHand, textPartsAtHand } from "../experiment/algorithms.ts";
import type { Group } from "./entries.ts";
import { allParameters, differingParameters, grouped, opening, PARAMETER_HEAD, parameterCells } from "./entries.ts";
import { code, name, type Page, page, sentence, table } from "./markdown.ts";
import { flow, parameterRows } from "./parameter-rows.ts";
import type { Snippets } from "./snippets.ts";

/** Declared forms, then named rewards. */
export async function rewardPage(snippets: Snippets): Promise<Page> {
  const named = await sections(rewards.entries(), snippets.reward);
  return page("reference/rewards.md", "Rewards", [
    "A reward is a name, or a map that has one of these keys. Maps nest, and `weight` scales any of them. How to use them: [design a reward](../guides/design-a-reward.md).",
    formTable(),
    contents(rewards.entries()),
    ...rewardForms(),
    ...named,
  ]);
}

/** Agents that play by a rule, plan, fight in arenas or were trained, and those that learn within an episode. */
export async function agentPages(snippets: Snippets): Promise<Page[]> {
  const isPlayer = (id: string) =>
    Object.hasOwn(players, id) || ["arena-program", "trained", "tree-search", "trajectory-search"].includes(id);
  const of = async (file: string, title: string, entries: readonly BoundEntry<unknown>[]) =>
    page(file, title, [contents(entries), ...(await sections(entries, snippets.agent))]);
  const learners = await agents.all((id) => !isPlayer(id));
  return [
    await of("reference/agents.md", "Agents that play by a rule, plan, or were trained", await agents.all(isPlayer)),
    await of("reference/online-learners.md", "Agents that learn within an episode", learners),
  ];
}

export async function algorithmPages(snippets: Snippets): Promise<Page[]> {
  const pages: Page[] = [];
  for (const group of grouped((await algorithmsAtHand(await textPartsAtHand())).entries())) {
    const pieces = await section(group, snippets.algorithm);
    const names = [group.base, ...group.presets].map(({ id }) => id).join(", ");
    pages.push(page(`reference/algorithms/${group.base.id}.md`, `Algorithms: ${names}`, pieces));
  }
  return pages;
}

/** Text methods and callbacks of the trainer of texts. */
export async function textPartPages(snippets: Snippets): Promise<Page[]> {
  const { methods, callbacks } = await textPartsAtHand();
  const of = async (file: string, title: string, entries: readonly BoundEntry<unknown>[], snippet: Snippet) =>
    page(file, title, [contents(entries), ...(await sections(entries, snippet))]);
  return [
    await of("reference/text-methods.md", "Text methods", methods.entries(), snippets.method),
    await of("reference/callbacks.md", "Callbacks", callbacks.entries(), snippets.callback),
  ];
}

/** What compares episodes for learnt rewards. */
export async function feedbackPage(snippets: Snippets): Promise<Page> {
  const all = await feedbackSources.all();
  return page("reference/feedback.md", "Sources of feedback", [
    "A source compares finished episodes, and [a learnt reward](rewards.md#the-form-learnt) is fitted to its answers: [learn a reward from feedback](../guides/learn-a-reward-from-feedback.md).",
    contents(all),
    ...(await sections(all, snippets.feedback)),
  ]);
}

/** What is measured once a seed. */
export async function measurePage(snippets: Snippets): Promise<Page> {
  const all = await measures.all();
  return page("reference/measures.md", "Measures", [
    "A measure is a number of each seed, beside the channels of its episodes. It is taken of players as their training has left them, and is never paid. `measures:` names it, and [a claim](../guides/compare-incentives.md#measure-what-no-channel-says) may be about it.",
    contents(all),
    ...(await sections(all, snippets.measure)),
  ]);
}

/** Where programs fight. */
export async function arenaPage(): Promise<Page> {
  const all = await arenas.all();
  return page("reference/arenas.md", "Arenas", [
    "An arena plays games between programs: [let programs fight](../guides/let-programs-fight.md).",
    contents(all),
    ...all.flatMap((one) => [
      ...opening(one, `agon match ${one.id} FIRST SECOND --games 100`, "sh"),
      allParameters(one),
    ]),
  ]);
}

export async function ratingPage(): Promise<Page> {
  const all = await ratings.all();
  return page("reference/ratings.md", "Ratings", [
    "A rating gives players numbers by their games: [rate players and judges](../guides/rate-players-and-judges.md).",
    contents(all),
    ...all.flatMap((one) => [...opening(one, `agon rate games.csv --model ${one.id}`, "sh"), allParameters(one)]),
  ]);
}

/** Environments of other frameworks. */
export async function hostedPage(): Promise<Page> {
  const all = await hostedWorlds.all();
  return page("reference/hosted.md", "Environments of Python", [
    "Environments of other frameworks are worlds, in a process of a user's interpreter: [bring a Gymnasium environment](../guides/bring-a-gymnasium-environment.md).",
    contents(all),
    ...all.flatMap((one) => [
      ...opening(one, `agon show ${one.id} --set ${one.id}=NAME --set python=.venv/bin/python`, "sh"),
      allParameters(one),
    ]),
  ]);
}

type Snippet = (entry: BoundEntry<unknown>) => Promise<string>;

async function sections(entries: readonly BoundEntry<unknown>[], snippet: Snippet): Promise<string[]> {
  const pieces: string[] = [];
  for (const group of grouped(entries)) pieces.push(...(await section(group, snippet)));
  return pieces;
}

async function section({ base, presets }: Group<unknown>, snippet: Snippet): Promise<string[]> {
  const pieces = [...opening(base, await snippet(base)), allParameters(base)];
  for (const entry of presets) pieces.push(...opening(entry, await snippet(entry)), differingParameters(entry, base));
  return pieces;
}

const contents = (entries: readonly BoundEntry<unknown>[]): string =>
  table(
    ["name", "what it is"],
    entries.map(({ id, summary }) => [`[${name(id)}](#${id.replaceAll("/", "")})`, summary]),
  );

function formTable(): string {
  const rows = Object.entries(forms).map(([key, { grammar }]) => {
    return [`[${name(key)}](#the-form-${key.toLowerCase()})`, grammar.description ?? ""];
  });
  return table(["form", "what it is"], rows);
}

function rewardForms(): string[] {
  return Object.entries(forms).flatMap(([key, { grammar }]) => {
    const rows = parameterRows(grammar).filter((row) => row.name !== "weight");
    return [
      `## The form ${name(key)}`,
      sentence(grammar.description ?? ""),
      ...examplesOf(grammar).map((reward) => code("yaml", `${besides(key)}reward: ${flow(reward)}`)),
      table(PARAMETER_HEAD, rows.map(parameterCells)),
    ];
  });
}

/** What an experiment needs beside a reward of this form. */
const besides = (key: string): string => (key === "learnt" ? "feedback: { use: person, slope: 0.1 }\n" : "");

const examplesOf = (form: z.ZodType): unknown[] => [...(z.toJSONSchema(form, { io: "input" }).examples ?? [])];
