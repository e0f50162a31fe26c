// The experiment's YAML as it was run, with highlighted keys and comments, and the options of the command line.

import { Fragment } from "preact";
import type { ReportData } from "../../lab/report/report-data.ts";

/** The options of the command line; not rendered where there are none. */
export function Flags({ flags = [] }: { readonly flags?: readonly string[] | undefined }) {
  if (flags.length === 0) return null;
  return (
    <p class="about">
      Run with <code>{flags.join(" ")}</code>, beside what the file says.
    </p>
  );
}

/** The runs of an experiment's stages, which are in the same store. */
export function Stages({ stages = [] }: Pick<ReportData, "stages">) {
  return (
    <>
      {stages.map(({ name, run }) => (
        <p key={name} class="about">
          The stage {name} was trained before, in the run <code>{run}</code>.
        </p>
      ))}
    </>
  );
}

export function Source({ yaml }: { readonly yaml: string }) {
  const lines = yaml.replace(/\n$/, "").split("\n");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre class="source" tabIndex={0}>
      <code>
        {lines.map((line, k) => (
          <Fragment key={k}>
            <Line text={line} />
            {"\n"}
          </Fragment>
        ))}
      </code>
    </pre>
  );
}

/** Indent and dashes, a key with its colon, the value, a comment; a # inside quotes or a word begins no comment. */
const PARTS =
  /^(\s*(?:- )*)((?:"[^"]*"|'[^']*'|[^\s#"'{[:](?:[^#"'{[:]*[^\s#"'{[:])?)(?=:(?:\s|$)))?((?:"[^"]*"|'[^']*'|(?<!\s)#|[^#"'])*)(#.*)?$/;

/** Maximum characters of a highlighted line. */
const LONGEST = 1000;

function Line({ text }: { readonly text: string }) {
  const parts = text.length > LONGEST ? null : PARTS.exec(text);
  if (parts === null) return <>{text}</>;
  const [, indent = "", key = "", value = "", comment = ""] = parts;
  // A # at the beginning of a line needs no blank before it.
  if (value.startsWith("#")) return <span class="comment">{text}</span>;
  return (
    <>
      {indent}
      {key !== "" && <span class="yaml-key">{key}</span>}
      {value}
      {comment !== "" && <span class="comment">{comment}</span>}
    </>
  );
}
