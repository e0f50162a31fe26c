// The page of a weighing: the template of reports, with a weighing inserted. Texts are those of the worst prompts, without what is beyond
// some pages of each, so that a page of any log opens at once.

import { filledTemplate } from "../report/report-page.ts";
import { byMerit } from "./merit.ts";
import type { PairedText, ShownPart, TextPair, WeighedLog, WeighedPart, WeighPageData } from "./weighing-data.ts";

/** Characters of a text that the page holds. */
const MOST = 6000;

const kept = (text: string): string =>
  text.length <= MOST ? text : `${text.slice(0, MOST).replace(/[\ud800-\udbff]$/, "")} …`;
const keptScored = (one: PairedText): PairedText => ({ ...one, text: kept(one.text) });
const keptPair = (pair: TextPair): TextPair => ({
  ...pair,
  prompt: kept(pair.prompt),
  paid: keptScored(pair.paid),
  wanted: keptScored(pair.wanted),
});

const shownPart = ({ value, pays }: WeighedPart): ShownPart => ({
  value,
  pays: pays.map(({ id, prompts, course, logged, slope: { normalised, terms } }) => ({
    ...{ id, prompts, course, logged },
    slope: { normalised, ...(terms === undefined ? {} : { terms }) },
  })),
});

/** Returns what a weighing's page shows. */
export function weighPageData(weighed: WeighedLog, title = `What pays buy of ${weighed.want}`): WeighPageData {
  const { parts, ...whole } = weighed;
  const { comparisons, trends } = whole;
  const pays = byMerit(weighed.pays, comparisons).map((pay) => ({ ...pay, texts: pay.texts.map(keptPair) }));
  const ranked = trends === undefined ? {} : { trends: byMerit(trends, comparisons) };
  const shown = parts === undefined ? {} : { parts: parts.map(shownPart) };
  return { weighing: { ...whole, pays, ...ranked, ...shown }, title };
}

/** Returns the HTML of a weighing's page. Throws an Error where the template has not been built. */
export const weighPage = (weighed: WeighedLog, title?: string): string => filledTemplate(weighPageData(weighed, title));
