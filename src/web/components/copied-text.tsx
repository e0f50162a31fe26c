// A text with a copy button. Where the browser does not allow copying, the button selects the text.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";

interface CopiedTextProps {
  /** What the text is: `BibTeX`. */
  readonly label: string;
  readonly text: string;
}

export function CopiedText({ label, text }: CopiedTextProps) {
  const box = useRef<HTMLPreElement>(null);
  const said = useSignal("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      said.value = "copied";
    } catch {
      if (box.current !== null) getSelection()?.selectAllChildren(box.current);
      said.value = "selected: Ctrl-C copies it";
    }
  };
  return (
    <section class="copied-text" aria-label={label}>
      <pre ref={box}>{text}</pre>
      <button type="button" onClick={() => void copy()}>
        Copy {label}
      </button>{" "}
      <span role="status">{said.value}</span>
    </section>
  );
}
