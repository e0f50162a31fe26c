import { insertNewlineAndIndent } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { ensureSyntaxTree, indentUnit } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { yamlIndent } from "./yaml-indent.ts";

/** Marks the cursor. */
const AT = "‸";

/** Returns the text after Enter, with the cursor's mark. */
function entered(marked: string): string {
  const anchor = marked.indexOf(AT);
  const doc = marked.replace(AT, "");
  let state = EditorState.create({
    ...{ doc, selection: { anchor } },
    extensions: [yaml(), indentUnit.of("  "), yamlIndent],
  });
  ensureSyntaxTree(state, doc.length, Number.MAX_SAFE_INTEGER);
  insertNewlineAndIndent({
    state,
    dispatch(change) {
      state = change.state;
    },
  });
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}${AT}${state.sliceDoc(head)}`;
}

test.each([
  ["a variant", "variants:\n  a: { reward: x }‸\nseeds: 3", "variants:\n  a: { reward: x }\n  ‸\nseeds: 3"],
  [
    "a variant with a comment",
    "variants:\n  a: { b: x } # why‸\nseeds: 3",
    "variants:\n  a: { b: x } # why\n  ‸\nseeds: 3",
  ],
  ["a comment alone", "variants:\n  # why:‸\n  a: 1", "variants:\n  # why:\n  ‸\n  a: 1"],
  ["a comment at the margin", "# why‸\na: 1", "# why\n‸\na: 1"],
  ["a line of spaces", "agents:\n  policy: random\n  ‸\nseeds: 3", "agents:\n  policy: random\n\n  ‸\nseeds: 3"],
  ["the spaces before a key", "agents:\n  ‸policy: random", "agents:\n  \n  ‸policy: random"],
  ["a key", "variants:‸\nseeds: 3", "variants:\n  ‸\nseeds: 3"],
  ["a key and spaces", "variants: ‸", "variants: \n  ‸"],
  ["a key with a comment", "variants: # two‸\n", "variants: # two\n  ‸\n"],
  ["a key within", "variants:\n  a:‸\nseeds: 3", "variants:\n  a:\n    ‸\nseeds: 3"],
  ["a key that holds keys", "variants:‸\n    a: 1", "variants:\n    ‸\n    a: 1"],
  ["a key of a list", "- one:‸", "- one:\n    ‸"],
  ["a second key of a list", "- one: 1\n  two: 2 # so‸", "- one: 1\n  two: 2 # so\n  ‸"],
  ["a value", "agents:\n  policy: random‸", "agents:\n  policy: random\n  ‸"],
  ["a value at the margin", "seeds: 3‸", "seeds: 3\n‸"],
  ["a text with a mark of comments", "a:\n  b: |-\n    # text‸", "a:\n  b: |-\n    # text\n    ‸"],
  ["a text that ends with a colon", "a:\n  b: |-\n    such as:‸", "a:\n  b: |-\n    such as:\n    ‸"],
  ["braces", "a:\n  b: {‸}", "a:\n  b: {\n    ‸\n  }"],
])("after %s", (_, before, after) => {
  expect(entered(before)).toBe(after);
});
