// The editor of experiments, a separate module that the page loads on demand: YAML with completion and explanations from the schema, and
// mistakes marked in place. Everything around the text is rendered by the page.

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Annotation, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { DraftProblem, DraftWords, NamedThing } from "../lab/view/draft-data.ts";
import { type CompletionOffer, type NamedOption, offersAt } from "./draft-completions.ts";
import { yamlIndent } from "./yaml-indent.ts";
import { yamlPlace } from "./yaml-place.ts";

export interface EditorOptions {
  readonly text: string;
  readonly isReadOnly: boolean;
  /** Label for screen readers, and the id of its description. */
  readonly label: string;
  readonly describedBy: string;
  readonly words: DraftWords;
  /** Returns the server's description of a name; null where there is no such part. */
  thing(named: NamedOption): Promise<NamedThing | null>;
  onChange(text: string): void;
}

export interface ExperimentEditor {
  replace(text: string): void;
  mark(problems: readonly DraftProblem[]): void;
  /** Moves the cursor to a line and a column, both from 1. */
  goTo(line: number, column: number): void;
  close(): void;
}

/** Marks a change that the page made itself, which needs no notification. */
const own = Annotation.define<boolean>();

/** Opens an editor as the last child of `parent`. */
export function openEditor(parent: HTMLElement, options: EditorOptions): ExperimentEditor {
  const { text, isReadOnly, label, describedBy, onChange } = options;
  const offers = offersWith(options);
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of("  "),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      yaml(),
      yamlIndent,
      syntaxHighlighting(highlighting),
      lintGutter(),
      autocompletion({ override: [(context) => completed(context, offers)], icons: false }),
      hoverTooltip((view, at) => explained(view, at, offers)),
      // The Tab key has no binding: it leaves the editor.
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({
        ...{ "aria-label": label, "aria-describedby": describedBy, spellcheck: "false" },
        // Focusable, so that a read-only text can be scrolled by the keyboard.
        tabindex: "0",
      }),
      EditorView.updateListener.of(({ docChanged, state: { doc }, transactions }) => {
        if (docChanged && !transactions.some((one) => one.annotation(own) === true)) onChange(doc.toString());
      }),
      theme,
    ],
  });
  const view = new EditorView({ state, parent });
  return {
    replace(next) {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, annotations: own.of(true) });
    },
    mark: (problems) => view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, problems))),
    goTo(line, column) {
      const anchor = offsetOf(view.state, line, column);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

/** Returns the completions at an offset. */
type OffersFor = (
  text: string,
  offset: number,
) => Promise<(Extent & { readonly offers: readonly CompletionOffer[] }) | undefined>;

interface Extent {
  readonly from: number;
  readonly to: number;
  readonly hasColon: boolean;
}

/** Maximum number of rounds: the description of one name may require another's. */
const MOST_ROUNDS = 4;

function offersWith({ words, thing }: EditorOptions): OffersFor {
  const things = new Map<string, NamedThing | null>();
  const key = ({ kind, name }: NamedOption): string => `${kind} ${name}`;
  return async (text, offset) => {
    const place = yamlPlace(text, offset);
    if (place === undefined) return undefined;
    for (let round = 0; ; round++) {
      const { offers, wanted } = offersAt(place, words, (named) => things.get(key(named)));
      if (wanted.length === 0 || round === MOST_ROUNDS) return { ...place, offers };
      await Promise.all(
        wanted.map(async (named) => {
          things.set(key(named), await thing(named).catch(() => null));
        }),
      );
    }
  };
}

async function completed(context: CompletionContext, offersFor: OffersFor): Promise<CompletionResult | null> {
  const text = context.state.doc.toString();
  const offered = await offersFor(text, context.pos);
  if (offered === undefined || context.aborted) return null;
  const { from, to, hasColon, offers } = offered;
  // Without typed text, completions are shown only on explicit request.
  if (from === context.pos && !context.explicit) return null;
  return {
    from,
    to,
    options: offers.map((offer, k) => optionOf(offer, hasColon, k)),
    validFor: /^[\p{L}\p{N}_./-]*$/u,
  };
}

function optionOf({ label, kind, detail, about }: CompletionOffer, hasColon: boolean, place: number): Completion {
  const type = { key: "property", name: "class", value: "constant", channel: "variable" }[kind];
  const details = { ...(detail !== undefined && { detail }), ...(about !== undefined && { info: about }) };
  const option = { label, type, boost: -Math.min(99, place / 10), ...details };
  if (kind !== "key" || hasColon) return option;
  return {
    ...option,
    apply(view, _, from, to) {
      const insert = `${label}: `;
      view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
      startCompletion(view);
    },
  };
}

async function explained(view: EditorView, at: number, offersFor: OffersFor) {
  const text = view.state.doc.toString();
  const offered = await offersFor(text, at);
  if (offered === undefined || offered.from === offered.to) return null;
  const word = text.slice(offered.from, offered.to);
  const about = offered.offers.find(({ label }) => label === word)?.about;
  if (about === undefined) return null;
  return {
    pos: offered.from,
    end: offered.to,
    create() {
      const dom = document.createElement("p");
      dom.className = "cm-about";
      dom.textContent = about;
      return { dom };
    },
  };
}

function offsetOf({ doc }: EditorState, line: number, column: number): number {
  const { from, length } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return from + Math.min(column - 1, length);
}

/** Marks a mistake from its position to the end of the word. A mistake in another file is not marked. */
const diagnosticsOf = (state: EditorState, problems: readonly DraftProblem[]): Diagnostic[] =>
  problems
    .flatMap(({ what, hint, line, column }): Diagnostic[] => {
      if (line === undefined || column === undefined) return [];
      const from = offsetOf(state, line, column);
      const rest = state.doc.lineAt(from).text.slice(from - state.doc.lineAt(from).from);
      const length = /^(?:[^\s,:\]}]+|\S)/.exec(rest)?.[0].length ?? 0;
      return [{ from, to: from + length, severity: "error", message: hint === undefined ? what : `${what}; ${hint}` }];
    })
    .sort((a, b) => a.from - b.from);

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: tags.comment, color: "var(--muted)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.labelName, tags.typeName, tags.keyword, tags.meta], color: "var(--warning)" },
]);

const theme = EditorView.theme({
  "&": {
    color: "var(--ink)",
    backgroundColor: "var(--surface)",
    border: "1px solid var(--strong-line)",
    borderRadius: "5px",
    fontSize: "13.5px",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", maxHeight: "60vh" },
  ".cm-content, .cm-gutter": { minHeight: "14rem" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--raised)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 6%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 26%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent)" },
  ".cm-tooltip": {
    color: "var(--ink)",
    backgroundColor: "var(--surface)",
    border: "1px solid var(--strong-line)",
    borderRadius: "5px",
    maxWidth: "min(34rem, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxWidth: "min(30rem, 86vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px 8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--surface)",
    backgroundColor: "var(--accent)",
  },
  ".cm-tooltip.cm-completionInfo": { padding: "6px 10px", fontFamily: "var(--sans)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.75" },
  ".cm-about": { margin: "0", padding: "6px 10px", fontFamily: "var(--sans)" },
  ".cm-diagnostic": { color: "var(--ink)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--warning)" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--raised)" },
});
