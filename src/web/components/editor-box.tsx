// Container of the editor, whose module is loaded when it is first shown.

import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { messageOf } from "../../core/errors.ts";
import type { DraftCheck, DraftWords } from "../../lab/view/draft-data.ts";
import type { ExperimentEditor } from "../experiment-editor.ts";
import { answered, done } from "../fetched.ts";
import { isReadOnly } from "../view-state.ts";
import { CodeText } from "./code-text.tsx";

interface EditorBoxProps {
  readonly run: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Holds the editor once it is open. */
  readonly editor: RefObject<ExperimentEditor | null>;
  /** Result of the check before it opened. */
  readonly check: DraftCheck | undefined;
}

export function EditorBox({ run, text, onChange, editor, check }: EditorBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  const latest = useRef({ text, onChange, check });
  latest.current = { text, onChange, check };
  useEffect(() => {
    let isLeft = false;
    loaded().then(
      ([{ openEditor }, words]) => {
        if (isLeft || box.current === null) return;
        editor.current = openEditor(box.current, {
          text: latest.current.text,
          ...{ isReadOnly, words, label: "Experiment in YAML", describedBy: "editor-keys" },
          thing: async ({ kind, name }) => (isReadOnly ? null : done(run, "named", { kind, name })),
          onChange: (next) => latest.current.onChange(next),
        });
        editor.current.mark(latest.current.check?.problems ?? []);
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
    return () => {
      isLeft = true;
      editor.current?.close();
      editor.current = null;
    };
  }, [run, editor]);
  return (
    <div class="editor" ref={box}>
      {problem !== undefined && (
        <p class="failure" role="alert">
          The editor cannot be loaded: <CodeText text={problem} />
        </p>
      )}
    </div>
  );
}

type EditorModule = typeof import("../experiment-editor.ts");

/** Loads the module and the vocabulary, each once. */
const loaded = (): Promise<[EditorModule, DraftWords]> => {
  known ??= Promise.all([moduleAt(new URL("./editor.js", location.href).href), words()]);
  known.catch(() => {
    known = undefined;
  });
  return known;
};
let known: Promise<[EditorModule, DraftWords]> | undefined;

const moduleAt = (address: string): Promise<EditorModule> => import(/* @vite-ignore */ address);

const words = async (): Promise<DraftWords> => JSON.parse(await answered("./api/words"));
