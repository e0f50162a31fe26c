// The choice that a list marks: "A: wrong, B: right", "[x] B" among empty boxes, a tick among crosses.

import { groupsIn, mentionsIn } from "./choice-groups.ts";
import { isDenial } from "./denials.ts";

const TICK = /[✓✔✅☑🗹]|\[[xX✓✔]\]/u;
const CROSS = /[✗✘❌✕☐]|\[ \]/u;
/** Words behind a choice that say whether it is right, where nothing else stands there. */
const RIGHT = /^\W{1,5}(?:yes|right|correct|true)\W*$/i;
const WRONG = /^\W{1,5}(?:no|wrong|incorrect|false|not (?:correct|right|true))\W*$/i;

const MARK = /[✓✔✅☑🗹✗✘❌✕☐]|\[[ xX✓✔]\]/gu;

/** Words behind each of several choices on one line: "(A) false (B) true". */
const VERDICT = /^\W{1,5}(?:yes|no|right|correct|true|wrong|incorrect|false|not (?:correct|right|true))\W{0,5}$/i;

/** A list item for each line; a line with a mark for each of several choices is one item for each. */
function itemsOf(lines: readonly string[], known: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const marks = [...line.matchAll(MARK)].map(({ index }) => index);
    const mentions = mentionsIn(line, known);
    const choices = mentions.map(({ from }) => from);
    const between = mentions.map(({ end }, k) => line.slice(end, choices[k + 1]));
    if (between.length > 1 && between.every((text) => VERDICT.test(text)))
      return mentions.map(({ from }, k) => line.slice(from, choices[k + 1]).replace(/[\s([,;]{1,9}$/, ""));
    if (marks.length < 2) return [line];
    const begins = marks[0] < (choices[0] ?? 0) ? marks : choices;
    return begins.length < 2 ? [line] : begins.map((from, k) => line.slice(from, begins[k + 1]));
  });
}

/**
 * Returns the only choice that a list marks as right, where it marks at least one other as wrong; −1 where it marks several as right, and
 * undefined where there is no such list.
 * Choices that are themselves "yes" or "no" have none.
 */
export function markedIn(lines: readonly string[], known: readonly string[]): number | undefined {
  if (known.some((text) => isDenial(text) || /^(?:yes|right|correct|true)$/.test(text))) return undefined;
  const right = new Set<number>();
  const wrong = new Set<number>();
  for (const item of itemsOf(lines, known)) {
    const [first] = mentionsIn(item, known);
    if (first === undefined || /[\p{L}\p{N}]{2}/u.test(item.slice(0, first.from))) continue;
    // "B. Paris" is one choice, and so is its mark behind.
    const end = groupsIn(item, known).at(0)?.end ?? first.end;
    const behind = item.slice(end);
    if (TICK.test(item) || RIGHT.test(behind)) right.add(first.choice);
    else if (CROSS.test(item) || WRONG.test(behind)) wrong.add(first.choice);
  }
  if (right.size > 1 && wrong.size > 0) return -1;
  const [choice] = right;
  return right.size === 1 && wrong.size > 0 && !wrong.has(choice) ? choice : undefined;
}
