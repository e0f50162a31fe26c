// What a person may do in a turn: buttons for choices, fields for numbers, a text, or the tools of the world.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { number } from "../../evaluation/number-format.ts";
import type { PersonOptions } from "../../lab/play/play-data.ts";
import { ToolForm } from "./tool-form.tsx";

/** A move as the server takes it. */
export type MadeMove = { readonly line: string } | { readonly name: string; readonly input: object };

interface MoveFormProps {
  readonly turn: number;
  readonly options: PersonOptions;
  readonly onMove: (move: MadeMove, turn: number) => Promise<void>;
}

export function MoveForm({ turn, options, onMove }: MoveFormProps) {
  const say = (line: string) => void onMove({ line }, turn);
  return (
    <section aria-label="What you do" class="move">
      <h2>What you do</h2>
      {options.kind === "choices" && <Choices unit={options.unit} names={options.names} onChoice={say} />}
      {options.kind === "named" && <NamedChoice unit={options.unit} names={options.names} onChoice={say} />}
      {options.kind === "numbers" && <Numbers {...options} onLine={say} />}
      {options.kind === "text" && <WrittenText key={turn} isDocument={options.isDocument} onLine={say} />}
      {options.kind === "tools" &&
        options.tools.map((tool) => (
          <ToolForm key={tool.name} tool={tool} onCall={(input) => void onMove({ name: tool.name, input }, turn)} />
        ))}
    </section>
  );
}

interface ChoicesProps {
  readonly unit: string;
  readonly names: readonly string[];
  readonly onChoice: (name: string) => void;
}

function Choices({ unit, names, onChoice }: ChoicesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, which is no part of a form
    <div class="move-choices" role="group" aria-label={unit}>
      {names.map((name) => (
        <button key={name} type="button" onClick={() => onChoice(name)}>
          {name}
        </button>
      ))}
    </div>
  );
}

function Entry({ children, onEnter }: { readonly children: ComponentChildren; readonly onEnter: () => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      {children} <button type="submit">Act</button>
    </form>
  );
}

/** One of many choices, by its name. */
function NamedChoice({ unit, names, onChoice }: ChoicesProps) {
  const [name, setName] = useState("");
  return (
    <Entry onEnter={() => onChoice(name)}>
      <label>
        {unit}, one of {names.length}{" "}
        <input
          type="text"
          required
          list="choices-of-seat"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <datalist id="choices-of-seat">
        {names.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </Entry>
  );
}

/** Maximum numbers with a field each; more are typed in one. */
const MOST_FIELDS = 16;

interface NumbersProps extends Omit<PersonOptions & { readonly kind: "numbers" }, "kind"> {
  readonly onLine: (line: string) => void;
}

function Numbers({ unit, isWhole, ranges, onLine }: NumbersProps) {
  const [values, setValues] = useState(() => ranges.map(() => ""));
  if (ranges.length > MOST_FIELDS) {
    return (
      <Entry onEnter={() => onLine(values[0])}>
        <label>
          {ranges.length} numbers with blanks between them, {unit}{" "}
          <input type="text" value={values[0]} onInput={(event) => setValues([event.currentTarget.value])} />
        </label>
      </Entry>
    );
  }
  return (
    <Entry onEnter={() => onLine(values.join(" "))}>
      {ranges.map(([low, high], k) => (
        <label key={k}>
          {ranges.length === 1 ? unit : `${k + 1}, ${unit}`}, {number(low)} … {number(high)}{" "}
          <input
            type="number"
            required
            min={low}
            max={high}
            step={isWhole ? 1 : "any"}
            value={values[k] ?? ""}
            onInput={({ currentTarget: { value } }) => setValues(values.map((one, at) => (at === k ? value : one)))}
          />
        </label>
      ))}
    </Entry>
  );
}

function WrittenText({
  isDocument,
  onLine,
}: {
  readonly isDocument: boolean;
  readonly onLine: (line: string) => void;
}) {
  const [text, setText] = useState("");
  return (
    <Entry onEnter={() => onLine(text)}>
      <label class="written" for="written-text">
        {isDocument ? "The whole document" : "What you write"}
        {isDocument ? (
          <textarea id="written-text" rows={10} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        ) : (
          <input id="written-text" type="text" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        )}
      </label>
    </Entry>
  );
}
