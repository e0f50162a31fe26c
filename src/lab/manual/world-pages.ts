// The reference of worlds: a page for each family, which tells once what all of its worlds have.

import { choicesInWords } from "../../core/choices-in-words.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { grouped } from "../../core/grouped.ts";
import { opening, PARAMETER_HEAD, parameterCells } from "./entries.ts";
import { name, type Page, page, sentence, table } from "./markdown.ts";
import { parameterRows } from "./parameter-rows.ts";
import { worldSnippet } from "./snippets.ts";
import type { World } from "./worlds.ts";

/** Families in the order of the manual: what stands before the slash of a world's name, and the title of its page. */
export const WORLD_FAMILIES: Readonly<Record<string, string>> = {
  coopetition: "Worlds of coopetition: rivals who gain by working together",
  control: "Classic control and a lander",
  driving: "Roads: cars among drivers whose type is hidden",
  gridworld: "Grid worlds",
  bandits: "Bandits: arms that pay",
  images: "Images with their right answers",
  pictures: "Pictures drawn to a caption, which a parser reads",
  games: "Games with a winner, in which programs fight too",
  continuing: "Continuing worlds: processes without episodes",
  tabular: "Finite processes with episodes",
  duels: "Duels: pairs of episodes or of answers that an annotator compares",
  language: "Worlds of text, judged by programs",
  team: "Teams: an orchestrator and its workers",
  tools: "Worlds with tools",
  commons: "Common resources: pools, and societies that live on one",
  persuasion: "Persuasion: messages that an audience votes on",
  recommender: "Recommenders: pages that users look at and click",
  marketplace: "Marketplaces: assistants who shop, and businesses that sell",
  markets: "Markets: auctions, places in lists, campaigns, channels, journeys, requests",
  contracts: "Contracts: effort that the payer does not see",
  matching: "Matching: impressions offered to advertisers",
  fairness: "Decisions over people",
  retrieval: "Retrieval: texts that belong together, and pipelines of search",
  overoptimisation: "Rewards that are optimised too far",
  recorded: "Recorded episodes",
};

export const worldPages = (worlds: readonly World[]): Page[] =>
  [...grouped(worlds, ({ entry }) => entry.id.split("/")[0])].map(([family, members]) => {
    const title = WORLD_FAMILIES[family];
    if (title === undefined) throw new Error(`the family "${family}" has no title in the manual`);
    return familyPage(family, title, members);
  });

const CHANNEL_HEAD = ["channel", "unit", "range", "over an episode", "meaning"];
const FIELD_HEAD = ["field", "size", "range", "meaning"];

function familyPage(family: string, title: string, worlds: readonly World[]): Page {
  const parameters = sharedRows(worlds.map(({ entry }) => parameterRows(entry.parameters).map(parameterCells)));
  const channels = sharedRows(worlds.map(({ spec }) => channelRows(spec)));
  const fields = sharedRows(worlds.map(({ spec }) => fieldRows(spec)));
  const common = [
    titled("Parameters of all of them", PARAMETER_HEAD, parameters.common),
    titled("Channels of all of them", CHANNEL_HEAD, channels.common),
    titled("Observation fields of all of them", FIELD_HEAD, fields.common),
  ].filter((piece) => piece !== "");
  return page(`reference/worlds/${family}.md`, title, [
    table(
      ["world", "what it is"],
      worlds.map(({ entry: { id, summary } }) => [`[${name(id)}](#${id.replaceAll("/", "")})`, summary]),
    ),
    ...(common.length === 0 ? [] : ["## What all of them have", ...common]),
    ...worlds.flatMap((world, k) => {
      const { entry, spec } = world;
      return [
        ...opening(entry, worldSnippet(world)),
        facts(spec),
        titled("Parameters", PARAMETER_HEAD, parameters.own[k]),
        titled("Channels", CHANNEL_HEAD, channels.own[k]),
        titled("Observation fields", FIELD_HEAD, fields.own[k]),
        titled(
          "Oracles",
          ["oracle", "plays"],
          Object.entries(spec.oracles ?? {}).map(([oracle, { meaning }]) => [name(oracle), meaning]),
        ),
      ];
    }),
  ]);
}

const titled = (title: string, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? "" : `**${title}**\n\n${table(head, rows)}`;

const channelRows = (spec: NumericSpec): string[][] =>
  spec.channels.map(({ name: channel, unit, low, high, over, meaning, judge }) => [
    ...[name(channel), unit, `${short(low)} … ${short(high)}`, over],
    judge === undefined ? meaning : `${meaning}; the word of ${judge}`,
  ]);

const fieldRows = (spec: NumericSpec): string[][] =>
  spec.observation.map(({ name: field, size, low, high, meaning }) => [
    ...[name(field), String(size), `${short(low)} … ${short(high)}`, meaning],
  ]);

function facts(spec: NumericSpec): string {
  const { agents, labels, horizon, deterministic, symmetric } = spec;
  const named = labels.slice(0, 8).join(", ");
  const seats = agents.length === 1 ? `one, ${named}` : `${agents.length}: ${named}${agents.length > 8 ? ", …" : ""}`;
  return [
    `- Agents: ${seats}${symmetric && agents.length > 1 ? "; they are interchangeable" : ""}`,
    `- Horizon: ${horizon} steps`,
    `- Action: ${actionOf(spec)}`,
    `- Randomness: ${deterministic ? "none; the same actions give the same episode" : "drawn from the seed"}`,
  ].join("\n");
}

function actionOf(spec: NumericSpec): string {
  const { alphabet, documentEnd, choices, choiceNames, actionSize, actionLow, actionHigh, actionUnit } = spec;
  const unit = sentence(actionUnit).slice(0, -1);
  if (alphabet !== undefined && alphabet.characters === undefined)
    return "any character of Unicode; the choice of none ends the answer";
  if (alphabet !== undefined)
    return `one character of ${alphabet.size - 1}; ${name(documentEnd ?? "$")} ends the answer`;
  if (choiceNames !== undefined)
    return `${unit}: ${choicesInWords(choiceNames, (choice, k) => `${k} is ${name(choice)}`)}`;
  if (choices !== undefined) return `one whole number from 0 to ${choices - 1}. ${unit}`;
  const lows = [...new Set(actionLow)].map(short).join(" or ");
  const highs = [...new Set(actionHigh)].map(short).join(" or ");
  return `${actionSize === 1 ? "one number" : `${actionSize} numbers`} from ${lows} to ${highs}. ${unit}`;
}

/** Four significant digits. */
function short(value: number): string {
  if (!Number.isFinite(value)) return value < 0 ? "−∞" : "∞";
  const digits = Number(value.toPrecision(4));
  return (Math.abs(digits) >= 1e6 ? digits.toExponential().replace("+", "") : String(digits)).replace("-", "−");
}

/** Rows by entry, with those that all of them have taken out; rows are compared by what they say. */
interface SharedRows {
  readonly common: readonly (readonly string[])[];
  /** What is left of each, in the order given. */
  readonly own: readonly (readonly (readonly string[])[])[];
}

/** Parts the rows that every one of at least two lists has from the others. */
export function sharedRows(lists: readonly (readonly (readonly string[])[])[]): SharedRows {
  if (lists.length < 2) return { common: [], own: lists };
  const keys = lists.map((rows) => new Set(rows.map((row) => JSON.stringify(row))));
  const everywhere = (row: readonly string[]) => keys.every((known) => known.has(JSON.stringify(row)));
  return { common: lists[0].filter(everywhere), own: lists.map((rows) => rows.filter((row) => !everywhere(row))) };
}
