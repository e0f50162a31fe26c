// The changes of a program, as a unified diff with line numbers; a sign at each line has the same meaning as its colour.

import type { DiffHunk, ProgramDiff } from "../../lab/contest/program-diff.ts";

interface ProgramChangesProps {
  readonly diff: ProgramDiff;
  /** Description of what is compared. */
  readonly label: string;
}

export function ProgramChanges({ diff: { hunks }, label }: ProgramChangesProps) {
  return (
    <table class="diff" aria-label={label}>
      {hunks.map((hunk) => (
        <tbody key={hunk.newStart}>
          <tr class="place">
            <td colSpan={4}>
              line {hunk.oldStart} before, line {hunk.newStart} after
            </td>
          </tr>
          {linesOf(hunk).map(({ sign, text, before, after }, k) => (
            <tr key={String(k)} class={CLASSES[sign]}>
              <td class="line-number">{before}</td>
              <td class="line-number">{after}</td>
              <td class="sign">{SIGNS[sign]}</td>
              <td class="text">
                <code>{text === "" ? " " : text}</code>
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

const CLASSES: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "\\": "remark" };
/** With a true minus sign, which screen readers read as one. */
const SIGNS: Readonly<Record<string, string>> = { "+": "+", "-": "−" };

/** Returns lines with their numbers before and after; empty where a line is missing on one side. */
function linesOf({ oldStart, newStart, lines }: DiffHunk) {
  let [before, after] = [oldStart, newStart];
  return lines.map((line) => {
    const sign = line.slice(0, 1);
    const text = line.slice(1);
    if (sign === "\\") return { sign, text, before: "", after: "" };
    return {
      ...{ sign, text },
      before: sign === "+" ? "" : String(before++),
      after: sign === "-" ? "" : String(after++),
    };
  });
}
