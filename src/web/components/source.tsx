// The experiment's YAML as it was run, with keys and comments told apart.

import { Fragment } from "preact";

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

/** Indent and dashes, a key with its colon, the value, a comment; a # inside quotes or a word is no comment. */
const PARTS =
  /^(\s*(?:- )*)((?:"[^"]*"|'[^']*'|[^\s#"'{[:]+)(?=:(?:\s|$)))?((?:"[^"]*"|'[^']*'|(?<!\s)#|[^#"'])*)(#.*)?$/;

function Line({ text }: { readonly text: string }) {
  const parts = PARTS.exec(text);
  if (parts === null) return <>{text}</>;
  const [, indent = "", key = "", value = "", comment = ""] = parts;
  // A line that begins with # has no blank before it to tell it from a # inside a word.
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
