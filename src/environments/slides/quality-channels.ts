// Channels of a deck's quality, for worlds in which decks are made.

import type { Channel } from "../../core/channel.ts";
import { once } from "../declaration.ts";
import { CHANNELS, type QualityChannel, WEIGHTS } from "./quality.ts";

export const qualityMeanings: Readonly<Record<QualityChannel, string>> = {
  codeRules: "structure: titles, sections and words as asked for, in the mean over slides",
  renderQuality: "slides as asked for, that fit their boxes and have a title and sections",
  aestheticHtml: "layout, balance, styling and polish of the markup, by a rubric",
  aestheticVisual: "room, density, contrast and titles of the drawn slides, by a rubric",
  contentQuality: "slides on the topic and on what was found, that differ, after an outline",
  briefReconstruction: "how much of the brief a reader recovers that sees the deck alone",
};

/** The six channels, their weighted mean, and that of five. */
export const qualityChannels = (): readonly Channel[] => [
  ...CHANNELS.map((name) => once(name, "share", `${qualityMeanings[name]}; weighs ${WEIGHTS[name]} of 10`)),
  once("quality", "share", "weighted mean of the six channels, at the end of the episode"),
  once("otherQuality", "share", "weighted mean of the five channels beside briefReconstruction"),
];
