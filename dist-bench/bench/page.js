// Writes the measured tables into README.md beside this file's source, between two markers; the rest is left as it is.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { machineLine, tablesOf } from "./tables.js";
const PAGE = fileURLToPath(new URL("../../bench/README.md", import.meta.url));
const BEGIN = "<!-- measured: begin -->";
const END = "<!-- measured: end -->";
/** Replaces what stands between the markers; gives back the file's name. */
export function writePage(figures) {
    const text = readFileSync(PAGE, "utf8");
    const begin = text.indexOf(BEGIN);
    const end = text.indexOf(END);
    if (begin < 0 || end < begin)
        throw new Error(`${PAGE} lacks the markers ${BEGIN} and ${END}`);
    const mode = figures.quick ? "`npm run bench -- --quick`" : "`npm run bench`";
    const measured = [`Measured by ${mode}: ${machineLine(figures.machine)}.`, ...tablesOf(figures).map(markdown)];
    writeFileSync(PAGE, `${text.slice(0, begin)}${BEGIN}\n\n${measured.join("\n\n")}\n\n${text.slice(end)}`);
    return PAGE;
}
function markdown({ title, head, rows }) {
    const line = (cells) => `| ${cells.join(" | ")} |`;
    const rule = line(head.map((_, k) => (k === 0 ? "---" : "---:")));
    return [`### ${title}`, "", line(head), rule, ...rows.map(line)].join("\n");
}
