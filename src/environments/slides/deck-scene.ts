// A deck as a picture: its slides as cards, and the six channels as bars.

import type { Scene, Shape } from "../../core/scene.ts";
import { block, counted, fitted, label, percent, rectangle } from "../scene-shapes.ts";
import type { Brief } from "./brief.ts";
import type { Deck, Slide } from "./deck.ts";
import { aggregate, CHANNELS, type Quality } from "./quality.ts";

/** Width and height of a card, cards in a row, and the column of bars. */
const [WIDE, HIGH, ROW, BARS] = [10, 6.4, 3, 8.5];
const NAMES: Readonly<Record<keyof Quality, string>> = {
  codeRules: "structure",
  renderQuality: "render",
  aestheticHtml: "markup",
  aestheticVisual: "looks",
  contentQuality: "content",
  briefReconstruction: "brief recovered",
};

/** The deck with what the last call was answered. */
export function deckScene(deck: Deck, brief: Brief, quality: Quality, said: string): Scene {
  const { slides, theme, finished, outline, research } = deck;
  const rows = Math.max(1, Math.ceil(Math.max(slides.length, brief.slides) / ROW));
  const top = rows * HIGH;
  const right = ROW * WIDE + BARS;
  const places = Array.from({ length: Math.max(slides.length, brief.slides) }, (_, k) =>
    card(slides[k], k, top - HIGH * Math.floor(k / ROW)),
  );
  const state = `${counted(slides.length, "slide")} of ${brief.slides} for ${brief.audience}`;
  const work = `${research.length === 0 ? "not researched" : "researched"}, ${counted(outline.length, "title")} planned, theme ${theme}`;
  const whole = aggregate(quality);
  return {
    view: { left: -0.2, right: right + 0.2, bottom: -1.4, top: top + 3 },
    shapes: [
      label([0, top + 2], fitted(brief.topic, ROW * WIDE, 1.1), 1.1, { align: "start" }),
      label([0, top + 0.7], fitted(`${state}; ${work}`, right, 0.75), 0.75, { align: "start", fill: "muted" }),
      ...places.flat(),
      ...CHANNELS.flatMap((name, k) => bar(NAMES[name], quality[name], top - 1 - 1.05 * k)),
      ...bar("quality", whole, top - 1 - 1.05 * CHANNELS.length),
      label([0, -0.9], fitted(`last answer: ${said.split("\n")[0]}`, right, 0.7), 0.7, {
        align: "start",
        fill: "muted",
      }),
    ],
    caption: `${state}; ${work}. Quality ${Number.isNaN(whole) ? "not known" : percent(whole)}${finished ? ", finished" : ""}.`,
  };
}

function card(slide: Slide | undefined, k: number, top: number): Shape[] {
  const left = WIDE * (k % ROW);
  const corners = rectangle(left + 0.2, top - HIGH + 0.2, left + WIDE - 0.2, top - 0.2);
  if (slide === undefined) return [{ kind: "polygon", points: corners, stroke: "faint", width: 1 }];
  const { title, sections } = slide;
  const shown = sections.slice(0, 4);
  const room = (HIGH - 1.9) / Math.max(1, shown.length);
  const width = WIDE - 1;
  return [
    { ...block(corners, "surface"), stroke: "accent", width: 1.5 },
    label([left + 0.5, top - 0.95], fitted(title, width, 0.75), 0.75, { align: "start" }),
    ...shown.flatMap(({ heading, body }, at) => [
      label([left + 0.5, top - 1.9 - room * at], fitted(heading, width, 0.6), 0.6, { align: "start", fill: "accent" }),
      label([left + 0.5, top - 2.7 - room * at], fitted(body, width, 0.5), 0.5, { align: "start", fill: "muted" }),
    ]),
  ];
}

function bar(name: string, value: number, y: number): Shape[] {
  const left = ROW * WIDE + 0.5;
  const width = BARS - 0.7;
  return [
    block(rectangle(left, y - 0.45, left + width, y - 0.25), "faint"),
    ...(value > 0 ? [block(rectangle(left, y - 0.45, left + width * value, y - 0.25), "accent")] : []),
    label([left, y], `${name} ${Number.isNaN(value) ? "not known" : percent(value)}`, 0.55, { align: "start" }),
  ];
}
