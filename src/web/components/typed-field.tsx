// A field of a form, which keeps what is being typed while the page is drawn again. Data arrive meanwhile, and would put back the old text.

import { useState } from "preact/hooks";

const FORMS = { search: { type: "search" }, number: { type: "number", class: "short" } } as const;

interface TypedFieldProps {
  readonly label: string;
  readonly type: keyof typeof FORMS;
  readonly placeholder?: string;
  /** What the page shows at present. */
  readonly value: string;
  /** Called when the text is entered, and when a field of words is emptied. */
  readonly onEnter: (text: string) => void;
}

export function TypedField({ label, type, placeholder = "", value, onEnter }: TypedFieldProps) {
  const [{ shown, typed }, set] = useState({ shown: value, typed: value });
  // What is chosen elsewhere, by a link or the way back, replaces the text.
  if (shown !== value) set({ shown: value, typed: value });
  return (
    <label>
      {label}{" "}
      <input
        {...FORMS[type]}
        placeholder={placeholder}
        value={shown === value ? typed : value}
        onInput={({ currentTarget: { value: text } }) => {
          set({ shown, typed: text });
          // The browser's own clear button empties the field without a change event.
          if (text === "" && type === "search") onEnter("");
        }}
        onChange={(event) => onEnter(event.currentTarget.value)}
      />
    </label>
  );
}
