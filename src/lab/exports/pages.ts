// A cell as one page of HTML that shows what its episodes made: the pages that the world keeps of them, one below the other.

import { UserError } from "../../core/errors.ts";
import type { CellSeries } from "./cell-series.ts";
import { fileName } from "./file-name.ts";

/** Where a cell's page lies. */
export const pageFile = ({ record, variant, seed }: CellSeries): string =>
  `${record.run}/${fileName(variant.name)}/seed-${seed}.html`;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character]);

/** The page, piece by piece: each episode in a frame without scripts. Throws a UserError where the world keeps no pages. */
export async function* pageRecords(series: CellSeries): AsyncGenerator<Uint8Array> {
  const { record, variant, seed } = series;
  const pages = await series.pages();
  if (pages === undefined) {
    const what = `the world of ${variant.name} keeps no text \`html\`, so that there are no pages to export`;
    throw new UserError({
      code: "no-pages",
      what,
      hint: "tools/slide-deck keeps them, and language/slides with documents: true",
    });
  }
  const title = escaped(`${record.title}: ${variant.name}, seed ${seed}`);
  const style =
    "body{margin:24px;font-family:system-ui,sans-serif}iframe{width:100%;height:80vh;border:1px solid #8888}";
  yield Buffer.from(
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title>\n<style>${style}</style></head><body><h1>${title}</h1>\n`,
  );
  for (const { episode, pay, html } of pages) {
    const head = `<h2>Episode ${episode}, paid ${Number(pay.toPrecision(3))}</h2>`;
    yield Buffer.from(`${head}\n<iframe sandbox loading="lazy" srcdoc="${escaped(html)}"></iframe>\n`);
  }
  yield Buffer.from("</body></html>\n");
}
