// The form of one tool: a field for each argument of its JSON Schema, and a button that calls it.

import { useState } from "preact/hooks";
import { isMap } from "../../core/checked.ts";
import { jsonIn } from "../../core/json.ts";
import type { OfferedTool } from "../../core/tool-play.ts";

interface ToolFormProps {
  readonly tool: OfferedTool;
  readonly onCall: (input: object) => void;
}

/** What is typed in a field; a box is checked or not. */
type Entered = Readonly<Record<string, string | boolean>>;

interface Argument {
  readonly name: string;
  readonly isRequired: boolean;
  readonly about: string;
  readonly kind: "text" | "long" | "number" | "whole" | "box" | "choice" | "lines" | "json";
  readonly choices: readonly string[];
  readonly longest?: number;
}

export function ToolForm({ tool, onCall }: ToolFormProps) {
  const all = argumentsOf(tool.parameters);
  const [entered, setEntered] = useState<Entered>({});
  const enter = (name: string, value: string | boolean) => setEntered({ ...entered, [name]: value });
  return (
    <form
      class="tool"
      aria-label={tool.name}
      onSubmit={(event) => {
        event.preventDefault();
        onCall(inputOf(all, entered));
      }}
    >
      <p>
        <button type="submit">{tool.name}</button> <span class="about">{tool.description}</span>
      </p>
      {all.map((argument) => (
        <label key={argument.name} class={argument.kind === "box" ? "box" : ""} for={`${tool.name}-${argument.name}`}>
          <span>
            <b>{argument.name}</b> <span class="about">{argument.about}</span>
          </span>
          <Field
            id={`${tool.name}-${argument.name}`}
            argument={argument}
            value={entered[argument.name]}
            onEnter={(value) => enter(argument.name, value)}
          />
        </label>
      ))}
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly argument: Argument;
  readonly value: string | boolean | undefined;
  readonly onEnter: (value: string | boolean) => void;
}

function Field({ id, argument: { kind, isRequired, choices, longest }, value, onEnter }: FieldProps) {
  const text = typeof value === "string" ? value : "";
  switch (kind) {
    case "box":
      return (
        <input id={id} type="checkbox" checked={value === true} onChange={(e) => onEnter(e.currentTarget.checked)} />
      );
    case "choice":
      return (
        <select id={id} value={text} required={isRequired} onChange={(e) => onEnter(e.currentTarget.value)}>
          <option value="">{isRequired ? "choose" : "none"}</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    case "number":
    case "whole":
      return (
        <input
          id={id}
          type="number"
          required={isRequired}
          step={kind === "whole" ? 1 : "any"}
          value={text}
          onInput={(e) => onEnter(e.currentTarget.value)}
        />
      );
    case "text":
      return (
        <input
          id={id}
          type="text"
          required={isRequired}
          maxLength={longest}
          value={text}
          onInput={(e) => onEnter(e.currentTarget.value)}
        />
      );
    default:
      return (
        <textarea
          id={id}
          rows={kind === "long" ? 2 : 3}
          required={isRequired}
          maxLength={longest}
          value={text}
          onInput={(e) => onEnter(e.currentTarget.value)}
        />
      );
  }
}

/** Length from which a text has a field of several lines. */
const LONG = 80;

function argumentsOf(schema: OfferedTool["parameters"]): Argument[] {
  const { properties, required } = schema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isMap(properties) ? properties : {}).map(([name, given]): Argument => {
    const own = isMap(given) ? given : {};
    const { description, maxLength, items } = own;
    const isLines = own.type === "array" && isMap(items) && items.type === "string";
    return {
      name,
      // A text with a default may be empty.
      isRequired: needed.includes(name) && !("default" in own),
      about: `${typeof description === "string" ? description : ""}${isLines ? ", one a line" : ""}`,
      kind: isLines ? "lines" : kindOf(own),
      choices: Array.isArray(own.enum) ? own.enum.map(String) : [],
      ...(typeof maxLength === "number" ? { longest: maxLength } : {}),
    };
  });
}

function kindOf({ type, enum: choices, maxLength }: Readonly<Record<string, unknown>>): Argument["kind"] {
  if (Array.isArray(choices)) return "choice";
  if (type === "boolean") return "box";
  if (type === "integer") return "whole";
  if (type === "number") return "number";
  if (type === "string") return typeof maxLength === "number" && maxLength > LONG ? "long" : "text";
  return "json";
}

/** The arguments as an object. What is empty and not required is left out. */
function inputOf(all: readonly Argument[], entered: Entered): object {
  return Object.fromEntries(
    all.flatMap(({ name, kind, isRequired }) => {
      const value = entered[name];
      if (kind === "box") return value === undefined && !isRequired ? [] : [[name, value === true]];
      if (typeof value !== "string" || value === "") return [];
      if (kind === "number" || kind === "whole") return [[name, Number(value)]];
      if (kind === "lines") return [[name, value.split("\n").filter((line) => line.trim() !== "")]];
      return [[name, kind === "json" ? (jsonIn(value) ?? value) : value]];
    }),
  );
}
