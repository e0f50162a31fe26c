// Page of a run's experiment file, to be edited and run again: an editor, the mistakes or what a run would compute, and the file to save
// to. Edits are kept while the page is open.

import { useEffect, useRef, useState } from "preact/hooks";
import { messageOf } from "../../core/errors.ts";
import { count } from "../../evaluation/number-format.ts";
import {
  type BegunRun,
  type DraftCheck,
  type DraftPlan,
  type DraftProblem,
  type ExperimentFile,
  LONGEST_DRAFT,
} from "../../lab/view/draft-data.ts";
import type { RunRow } from "../../lab/view/view-data.ts";
import { choose } from "../chosen.ts";
import type { ExperimentEditor } from "../experiment-editor.ts";
import { done, useFetched } from "../fetched.ts";
import { isReadOnly } from "../view-state.ts";
import { CodeText, Failure, Problem } from "./code-text.tsx";
import { EditorBox } from "./editor-box.tsx";
import { Flags } from "./source.tsx";

/** Edited texts by run. */
const drafts = new Map<string, string>();

export function ExperimentPage({ run }: { readonly run: RunRow }) {
  const address = `./api/runs/${encodeURIComponent(run.run)}/experiment`;
  const { data, problem } = useFetched<ExperimentFile>(address, run.begun);
  return (
    <main class="experiment">
      <h1>Experiment</h1>
      <Failure text={problem} />
      {data !== undefined && <Draft run={run} file={data} />}
    </main>
  );
}

function Draft({ run, file }: { readonly run: RunRow; readonly file: ExperimentFile }) {
  const [text, setText] = useState(() => drafts.get(run.run) ?? file.text);
  const editor = useRef<ExperimentEditor | null>(null);
  const isChanged = text !== file.text;
  const change = (next: string): void => {
    if (next === file.text) drafts.delete(run.run);
    else drafts.set(run.run, next);
    setText(next);
  };
  const { check, problem } = useCheck(run.run, text);
  useEffect(() => editor.current?.mark(check?.problems ?? []), [check]);
  const restore = (): void => {
    change(file.text);
    editor.current?.replace(file.text);
  };
  return (
    <>
      <p class="about">
        {file.file === null ? "As it was run. The store keeps this text, and no file of yours holds it. " : ""}
        {file.file !== null && (
          <>
            As it was run, from <code>{file.file}</code> in <code>{file.folder}</code>.{" "}
          </>
        )}
        {isReadOnly ? "This view only shows runs." : "Change it and run it again: only what is new is computed."}
      </p>
      <Flags flags={file.flags} />
      <EditorBox run={run.run} text={text} onChange={change} editor={editor} check={check} />
      {!isReadOnly && (
        <>
          <p class="keys" id="editor-keys">
            Ctrl-Space offers what fits at the cursor. Tab leaves the editor; Ctrl-] and Ctrl-[ indent. F8 goes to the
            next mistake.
          </p>
          <CheckResult check={check} problem={problem} onGo={(line, column) => editor.current?.goTo(line, column)} />
          {!isChanged && check?.plan !== undefined && <Apart plan={check.plan} run={run} />}
          <RunForm run={run.run} file={file} text={text} isSound={check?.plan !== undefined} />
          {isChanged && (
            <button type="button" class="restore" onClick={restore}>
              Back to the text as it was run
            </button>
          )}
        </>
      )}
    </>
  );
}

/** Milliseconds after the last key stroke before a text is checked. */
const PAUSE = 300;

interface Checked {
  readonly check?: DraftCheck | undefined;
  readonly problem?: string | undefined;
}

/** Returns the server's check of a text; undefined while it is pending. One text is checked at a time. */
function useCheck(run: string, text: string): Checked {
  const [checked, setChecked] = useState<Checked>({});
  const busy = useRef(Promise.resolve());
  useEffect(() => {
    if (isReadOnly) return undefined;
    let isLeft = false;
    const update = (next: Checked): void => {
      if (!isLeft) setChecked(next);
    };
    const ask = async (): Promise<void> => {
      await busy.current;
      if (isLeft) return;
      if (text.length > LONGEST_DRAFT) {
        setChecked({ problem: `An experiment has at most ${LONGEST_DRAFT} characters.` });
        return;
      }
      busy.current = done<DraftCheck>(run, "check", { text }).then(
        (check) => update({ check }),
        (error: unknown) => update({ problem: messageOf(error) }),
      );
    };
    setChecked({});
    const timer = setTimeout(() => void ask(), PAUSE);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [run, text]);
  return checked;
}

interface CheckedProps extends Checked {
  readonly onGo: (line: number, column: number) => void;
}

/** Lists the mistakes, or describes what a run would compute. */
function CheckResult({ check, problem, onGo }: CheckedProps) {
  return (
    <section class="found" role="status" aria-label="Check">
      <Problem text={problem} />
      {problem === undefined && check === undefined && <p>Checking …</p>}
      {check?.plan !== undefined && <p>{planned(check.plan)}</p>}
      {check !== undefined && check.problems.length > 0 && (
        <>
          <p class="failure">{count(check.problems.length, "mistake")}</p>
          <ul>
            {check.problems.map((one, k) => (
              <li key={k}>
                <Mistake problem={one} onGo={onGo} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Mistake({
  problem: { what, hint, line, column },
  onGo,
}: { problem: DraftProblem } & Pick<CheckedProps, "onGo">) {
  return (
    <>
      {line !== undefined && column !== undefined && (
        <button type="button" onClick={() => onGo(line, column)}>
          line {line}
        </button>
      )}{" "}
      <CodeText text={what} />
      {hint !== undefined && (
        <span class="hint">
          ; <CodeText text={hint} />
        </span>
      )}
    </>
  );
}

function planned({ variants, seeds, cells, kept }: DraftPlan): string {
  const size = `${count(variants, "variant")} × ${count(seeds, "seed")} = ${count(cells, "cell")}.`;
  if (kept === 0) return `${size} None of them is in the store yet.`;
  if (kept === cells) return `${size} All of them are in the store already.`;
  return `${size} ${kept} of them ${kept === 1 ? "is" : "are"} in the store already, ${cells - kept} will be computed.`;
}

/** A note that is shown where the file differs from what was run. */
function Apart({ plan, run }: { readonly plan: DraftPlan; readonly run: RunRow }) {
  if (plan.run === run.run && plan.cells === run.cells.planned) return null;
  return (
    <p class="about">
      This text alone is another run: the command line has set something beside it, or Agon or a file that it names has
      changed since.
    </p>
  );
}

interface RunFormProps {
  readonly run: string;
  readonly file: ExperimentFile;
  readonly text: string;
  readonly isSound: boolean;
}

/** Form with the file name and the button that runs the text. */
function RunForm({ run, file, text, isSound }: RunFormProps) {
  const [isNew, setNew] = useState(true);
  const [name, setName] = useState(file.free);
  const [state, setState] = useState<{ isWaiting: boolean; problem?: string }>({ isWaiting: false });
  const start = async (): Promise<void> => {
    setState({ isWaiting: true });
    try {
      const order = { text, file: isNew || file.file === null ? name : file.file };
      const begun = await done<BegunRun>(run, "start", order);
      drafts.delete(run);
      choose({ run: begun.run });
    } catch (error) {
      setState({ isWaiting: false, problem: messageOf(error) });
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isSound && !state.isWaiting) void start();
      }}
    >
      <fieldset>
        <legend>
          Write it in <code>{file.folder}</code>
        </legend>
        <label>
          {file.file !== null && <input type="radio" name="target" checked={isNew} onChange={() => setNew(true)} />}
          as a new file{" "}
          <input
            type="text"
            aria-label="name of the new file"
            value={name}
            size={Math.max(16, name.length)}
            spellcheck={false}
            onInput={(event) => {
              setNew(true);
              setName(event.currentTarget.value);
            }}
          />
        </label>
        {file.file !== null && (
          <label>
            <input type="radio" name="target" checked={!isNew} onChange={() => setNew(false)} />
            over <code>{file.file}</code>, of which the store keeps this run's text
          </label>
        )}
      </fieldset>
      <button type="submit" aria-disabled={!isSound || state.isWaiting}>
        {state.isWaiting ? "Starting …" : "Run"}
      </button>
      <Failure text={state.problem} />
    </form>
  );
}
