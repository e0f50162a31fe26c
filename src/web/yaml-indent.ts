// Indentation of a new line of YAML where the language's own rules return to the margin: after a comment, after a key without a value, and
// after a line of spaces.

import { getIndentation, IndentContext, indentService, syntaxTree } from "@codemirror/language";

/** Takes precedence over the rules of the language, and leaves every other position to them. */
export const yamlIndent = indentService.of((context) => {
  const { state, simulatedBreak: at } = context;
  if (at === null) return undefined;
  const line = state.doc.lineAt(at);
  const node = syntaxTree(state).resolveInner(at, -1);
  const codeEnd = node.name === "Comment" ? node.from : at;
  const code = state.sliceDoc(line.from, codeEnd).trimEnd();
  if (code === "") return context.countColumn(state.sliceDoc(line.from, codeEnd));
  const end = line.from + code.length;
  const colon = syntaxTree(state).resolveInner(end, -1);
  const pair = colon.parent;
  if (colon.name === ":" && pair?.parent?.name === "BlockMapping") {
    // The existing content of the key determines the column.
    const held = colon.nextSibling;
    const first = held?.name === "BlockMapping" ? held.getChild("Pair") : held?.getChild("-");
    return first ? context.column(first.from) : context.column(pair.from) + context.unit;
  }
  return node.name === "Comment" ? getIndentation(new IndentContext(state, { simulateBreak: end }), end) : undefined;
});
