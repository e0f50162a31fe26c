// A text that initially shows only its first lines, with words highlighted that another text lacks.

import { useMemo, useState } from "preact/hooks";
import { chosen } from "../chosen.ts";
import { wordChanges } from "../word-changes.ts";

/** Initial number of lines, and letters per line in a narrow column. */
const [LINES, LETTERS] = [10, 44];

interface LongTextProps {
  readonly text: string;
  /** A text that it is compared with. */
  readonly before?: string | undefined;
  /** How that text is called. */
  readonly beside?: string;
}

export function LongText({ text, before, beside = "the first" }: LongTextProps) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.split("\n").reduce((lines, line) => lines + Math.ceil((line.length || 1) / LETTERS), 0) > LINES;
  const isWhole = !isLong || isOpen || chosen.value.get("whole") === "yes";
  const changes = useMemo(() => (before === undefined ? undefined : wordChanges(before, text)), [before, text]);
  return (
    <>
      <pre class={isWhole ? "words" : "words cut"}>
        {changes === undefined
          ? text
          : changes.map((stretch, k) =>
              stretch.is === "added" ? (
                <ins key={String(k)}>{stretch.text}</ins>
              ) : stretch.is === "left out" ? (
                <del key={String(k)}>{stretch.text}</del>
              ) : (
                stretch.text
              ),
            )}
      </pre>
      {before !== undefined && changes === undefined && <p class="of">few words in common with {beside}</p>}
      {isLong && chosen.value.get("whole") !== "yes" && (
        <button type="button" class="more-text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "show less" : "show all"}
        </button>
      )}
    </>
  );
}
