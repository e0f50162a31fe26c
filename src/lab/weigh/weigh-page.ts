// The page of a weighing: the template of reports, with a weighing inserted. Texts are those of the worst prompts, without what is beyond
// some pages of each, so that a page of any log opens at once.

import { type Pixels, pngOf, resized } from "../../core/pixels.ts";
import { filledTemplate } from "../report/report-page.ts";
import { readPicture } from "../text-rewards/picture-files.ts";
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

/** Longest side of a picture in pixels, and frames of a clip that the page holds. */
const LONGEST_SIDE = 384;
const MOST_FRAMES = 6;

/** Pictures by their files, made smaller where they are large; one that is gone since is left out. */
function shownPictures(files: readonly string[], directory: string): Record<string, string[]> {
  const shown = (frame: Pixels): string => {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(frame.width, frame.height));
    const [width, height] = [frame.width, frame.height].map((side) => Math.max(1, Math.round(side * scale)));
    const bytes = pngOf(scale < 1 ? resized(frame, width, height) : frame);
    return `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
  };
  return Object.fromEntries(
    [...new Set(files)].flatMap((file) => {
      const picture = readPicture(file, directory);
      if (typeof picture === "string") return [];
      const { frames } = picture;
      const kept = Math.min(MOST_FRAMES, frames.length);
      const every = Array.from({ length: kept }, (_, k) => frames[Math.floor((k * frames.length) / kept)]);
      return [[file, every.map(shown)] as const];
    }),
  );
}

/** Returns what a weighing's page shows. Files of pictures start from `directory`. */
export function weighPageData(
  weighed: WeighedLog,
  title = `What pays buy of ${weighed.want}`,
  directory = ".",
): WeighPageData {
  const { parts, ...whole } = weighed;
  const { comparisons, trends } = whole;
  const pays = byMerit(weighed.pays, comparisons).map((pay) => ({ ...pay, texts: pay.texts.map(keptPair) }));
  const ranked = trends === undefined ? {} : { trends: byMerit(trends, comparisons) };
  const shown = parts === undefined ? {} : { parts: parts.map(shownPart) };
  const files = pays.flatMap(({ texts }) => texts.flatMap(({ paid, wanted }) => [paid.text, wanted.text]));
  const pictures = whole.arePictures === undefined ? {} : { pictures: shownPictures(files, directory) };
  return { weighing: { ...whole, pays, ...ranked, ...shown }, title, ...pictures };
}

/** Returns the HTML of a weighing's page. Throws an Error where the template has not been built. */
export const weighPage = (weighed: WeighedLog, title?: string, directory?: string): string =>
  filledTemplate(weighPageData(weighed, title, directory));
