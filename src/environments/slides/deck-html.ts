// A deck as a page of HTML that stands alone.

import { type Deck, type Slide, THEMES } from "./deck.ts";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character]);

const slideHtml = ({ title, sections }: Slide, number: number): string => {
  const parts = sections.map(
    ({ heading, body }) => `<section><h2>${escaped(heading)}</h2><p>${escaped(body)}</p></section>`,
  );
  return `<article><h1>${escaped(title)}</h1><div>${parts.join("")}</div><footer>${number}</footer></article>`;
};

/** The page: one slide below the other, in the colours of the theme, and a page of paper each in print. */
export function deckHtml({ slides, theme }: Deck, name: string): string {
  const { ink, ground, accent } = THEMES[theme];
  const style = [
    "body{margin:0;background:#8883;font-family:system-ui,sans-serif}",
    `article{box-sizing:border-box;width:min(960px,96vw);aspect-ratio:16/9;margin:16px auto;padding:4%;position:relative;overflow:hidden;color:${ink};background:${ground};display:flex;flex-direction:column;break-after:page}`,
    `h1{margin:0 0 3%;color:${accent}}h2{margin:0 0 6px;font-size:1.1em;color:${accent}}p{margin:0;line-height:1.4;white-space:pre-wrap}`,
    `div{flex:1;display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:4%}section{border-top:3px solid ${accent};padding-top:8px}`,
    "footer{position:absolute;right:3%;bottom:3%;opacity:.6}",
  ].join("\n");
  const body = slides.length === 0 ? "<p>No slides.</p>" : slides.map((slide, k) => slideHtml(slide, k + 1)).join("\n");
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escaped(name)}</title>\n<style>${style}</style></head>\n<body>${body}</body></html>\n`;
}
