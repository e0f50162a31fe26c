// What an edit changed in a program, line by line: as hunks for a page, and as a unified diff for a terminal.

import { formatPatch, type StructuredPatch, structuredPatch } from "diff";

/** Lines that were added and removed. */
export interface LineChange {
  readonly added: number;
  readonly removed: number;
}

/** A stretch of a program with changed lines. */
export interface DiffHunk {
  /** The first line before and after, from 1. */
  readonly oldStart: number;
  readonly newStart: number;
  /** Each begins with a blank, +, − as "-", or \ for a remark on the line before. */
  readonly lines: readonly string[];
}

export interface ProgramDiff extends LineChange {
  readonly hunks: readonly DiffHunk[];
}

/** Changed lines that are looked for; programs that differ in more have changed as a whole. */
const MOST_CHANGED = 1_000;

/** What became of a program. */
export function programDiff(before: string, after: string): ProgramDiff {
  const { hunks } = patchOf(before, after, "", "");
  return {
    ...changeIn(hunks),
    hunks: hunks.map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, lines })),
  };
}

/** The same as a unified diff, with names for the two; empty where nothing changed. */
export function unifiedDiff(before: string, after: string, [from, to]: readonly [string, string]): string {
  const patch = patchOf(before, after, from, to);
  return patch.hunks.length === 0 ? "" : formatPatch(patch).replace(/^=+\n/, "");
}

function changeIn(hunks: readonly Pick<DiffHunk, "lines">[]): LineChange {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}

function patchOf(before: string, after: string, from: string, to: string): StructuredPatch {
  const patch = structuredPatch(from, to, before, after, undefined, undefined, {
    context: 3,
    maxEditLength: MOST_CHANGED,
  });
  if (patch !== undefined) return patch;
  const [old, own] = [linesOf(before), linesOf(after)];
  const lines = [...old.map((line) => `-${line}`), ...own.map((line) => `+${line}`)];
  const hunk = { oldStart: 1, oldLines: old.length, newStart: 1, newLines: own.length, lines };
  return { oldFileName: from, newFileName: to, oldHeader: undefined, newHeader: undefined, hunks: [hunk] };
}

const linesOf = (text: string): string[] => text.replace(/\n$/, "").split("\n");
