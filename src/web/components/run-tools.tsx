// Tools for a run: downloads of its figures as files, and a note.

import { useState } from "preact/hooks";
import { messageOf } from "../../core/errors.ts";
import { EMBEDDED_RUN } from "../../lab/view/embedded-data.ts";
import type { RunNotes, RunRow } from "../../lab/view/view-data.ts";
import { isEmbedded } from "../embedded.ts";
import { done } from "../fetched.ts";
import { isReadOnly } from "../view-state.ts";

export function RunTools({ run }: { readonly run: RunRow }) {
  const name = encodeURIComponent(run.run);
  const from = isEmbedded ? `./${name}` : `./api/runs/${name}`;
  const [table, report] = [EMBEDDED_RUN.table, isEmbedded ? EMBEDDED_RUN.report : "report"];
  return (
    <section class="run-tools" aria-label="About this run">
      <p>
        Download:{" "}
        {run.hasTable === true && (
          <>
            <a href={`${from}/${table}`} download={`${run.run}.parquet`}>
              episodes (Parquet)
            </a>
            {", "}
          </>
        )}
        <a href={`${from}/${report}`} download={`${run.run}.json`}>
          report (JSON)
        </a>
      </p>
      <Notes key={run.run} run={run} />
    </section>
  );
}

/** The run's note and tags, which can be edited unless the page is read-only. */
function Notes({ run }: { readonly run: RunRow }) {
  const { note = "", tags = [] } = run;
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <NotesForm run={run.run} notes={{ note, tags }} onEnd={() => setOpen(false)} />;
  return (
    <p class="notes">
      <Tags tags={tags} />
      {note !== "" && <span class="run-note">{note}</span>}
      {!isReadOnly && (
        <button type="button" onClick={() => setOpen(true)}>
          {note === "" && tags.length === 0 ? "Add a note or tags" : "Change note and tags"}
        </button>
      )}
    </p>
  );
}

export const Tags = ({ tags }: { readonly tags: readonly string[] }) =>
  tags.map((tag) => (
    <span key={tag} class="run-tag">
      {tag}
    </span>
  ));

interface NotesFormProps {
  readonly run: string;
  readonly notes: RunNotes;
  readonly onEnd: () => void;
}

function NotesForm({ run, notes, onEnd }: NotesFormProps) {
  const [note, setNote] = useState(notes.note);
  const [tags, setTags] = useState(notes.tags.join(", "));
  const [problem, setProblem] = useState("");
  const keep = async (): Promise<void> => {
    try {
      await done(run, "note", {
        note,
        tags: tags
          .split(",")
          .map((tag) => tag.trim())
          .filter(Boolean),
      });
      onEnd();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <label>
        Note <textarea rows={2} maxLength={2000} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
      </label>
      <label>
        Tags, with commas between them{" "}
        <input type="text" value={tags} onInput={(event) => setTags(event.currentTarget.value)} />
      </label>
      <button type="submit">Keep</button>
      <button type="button" onClick={onEnd}>
        Cancel
      </button>
      {problem !== "" && (
        <p class="failure" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
