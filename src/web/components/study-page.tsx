// Page of a study: its paper, its result in one sentence, every claim with its verdict, figures over its arms, the citation, and the record
// that the page is read from.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type {
  CitedPaper,
  DescribedRecord,
  RecordFile,
  ResultGroup,
  StudyPageData,
} from "../../lab/studies/study-data.ts";
import { useFetched } from "../fetched.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { CodeText } from "./code-text.tsx";
import { Selector } from "./selector.tsx";
import { StudyTable } from "./study-table.tsx";
import { VerdictList } from "./verdict-list.tsx";

interface CopiedTextProps {
  /** What the text is: `BibTeX`. */
  readonly label: string;
  readonly text: string;
}

/** A text with a copy button. Where the browser does not allow copying, the button selects the text. */
function CopiedText({ label, text }: CopiedTextProps) {
  const box = useRef<HTMLPreElement>(null);
  const said = useSignal("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      said.value = "copied";
    } catch {
      if (box.current !== null) getSelection()?.selectAllChildren(box.current);
      said.value = "selected: Ctrl-C copies it";
    }
  };
  return (
    <section class="copied-text" aria-label={label}>
      <pre ref={box}>{text}</pre>
      <button type="button" onClick={() => void copy()}>
        Copy {label}
      </button>{" "}
      <span role="status">{said.value}</span>
    </section>
  );
}

export function StudyPage({ id }: { readonly id: string }) {
  const { data, problem } = useFetched<StudyPageData>(`./api/studies/${encodeURIComponent(id)}`);
  const form = useSignal("");
  const title = data?.paper?.title ?? data?.title ?? id;
  useEffect(() => {
    document.title = `${title} · Agon`;
  }, [title]);
  if (data === undefined)
    return (
      <main>
        <p class="empty">{problem === undefined ? "Asking the server …" : <CodeText text={problem} />}</p>
      </main>
    );
  const { paper, source, claim, claimed, bed, records, files, notes, runs } = data;
  const record = records.find((one) => one.form === form.value) ?? records.at(0);
  const forms = records.map((one) => ({ value: one.form, label: one.form === "full" ? "long" : "short" }));
  const choice = {
    get value() {
      return record?.form ?? "";
    },
    set value(wanted) {
      form.value = wanted;
    },
  };
  return (
    <main class="study">
      <h1>{title}</h1>
      {paper !== null && <Paper paper={paper} />}
      <p class="about">
        <code>{id}</code> {data.title}. Source: {source}.
      </p>
      {record === undefined ? (
        <p class="empty">
          Not run yet: <code>agon study {id}</code> runs it.
        </p>
      ) : (
        <>
          <p class={`outcome ${record.status.replaceAll(" ", "-")}`}>
            <CodeText text={record.finding} />
          </p>
          {record.finding !== record.sentence && <p class="about">{record.sentence}</p>}
        </>
      )}
      {runs.map((run) => (
        <p key={run} class="about">
          It is an experiment, and stands in this store: <ChoiceLink to={{ run }}>{run}</ChoiceLink>, with curves,
          episodes, and its file to change.
        </p>
      ))}
      <section>
        <h2>What the paper says</h2>
        <p class="prose">{claim}</p>
        <p class="prose">Published: {claimed}</p>
      </section>
      {bed !== null && (
        <section>
          <h2>What is measured here</h2>
          <p class="prose">
            <CodeText text={bed} />
          </p>
        </section>
      )}
      <Selector label="Form" options={forms} chosen={choice} />
      {record?.groups.map((group) => (
        <Results key={group.title} group={group} />
      ))}
      {record !== undefined && record.tables.length > 0 && (
        <section key={record.form}>
          <h2>Figures</h2>
          <p class="about">Dots are means, lines their intervals; a dot without a line has none.</p>
          {record.tables.map((table) => (
            <StudyTable key={table.title} table={table} />
          ))}
        </section>
      )}
      {notes.map(([heading, lines]) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <ul class="prose">
            {lines.map((line) => (
              <li key={line}>
                {line.split("`").map((part, k) => (k % 2 === 0 ? part : <code key={part}>{part}</code>))}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {paper !== null && (
        <section>
          <h2>Cite the paper</h2>
          <CopiedText label="BibTeX" text={paper.bibtex} />
        </section>
      )}
      {records.length > 0 && (
        <section>
          <h2>Record</h2>
          <p class="about">
            All that stands on this page is read from these files. A run with the same version on the same seeds gives
            the same figures.
          </p>
          {records.map((one) => (
            <Record key={one.form} id={id} record={one} file={files.find((file) => file.form === one.form)} />
          ))}
        </section>
      )}
    </main>
  );
}

/** Authors, year and address of the paper, as text: the page sends no requests to other servers. */
function Paper({ paper: { citation, authors, address } }: { readonly paper: CitedPaper }) {
  return (
    <p class="paper">
      {citation}
      {authors === null && " (its authors are not recorded here)"}
      {address !== null && (
        <>
          {" "}
          <code>{address}</code>
        </>
      )}
    </p>
  );
}

function Results({ group: { title, results } }: { readonly group: ResultGroup }) {
  const listed = results.map(({ name, verdict, expected, measured }) => {
    return { name, verdict, about: `expected ${expected}; measured ${measured}` };
  });
  return (
    <section>
      <h2>{title}</h2>
      <VerdictList results={listed} />
    </section>
  );
}

interface RecordProps {
  readonly id: string;
  readonly record: DescribedRecord;
  readonly file: RecordFile | undefined;
}

function Record({ id, record: { form, conditions, agon, command, sentence }, file }: RecordProps) {
  return (
    <dl class="study-record">
      <dt>{form === "full" ? "Long form" : "Short form"}</dt>
      <dd>{sentence}</dd>
      <dt>Measured</dt>
      <dd>
        {conditions} Agon {agon}.
      </dd>
      {file !== undefined && (
        <>
          <dt>File</dt>
          <dd>
            <a href={`./api/studies/${encodeURIComponent(id)}/records/${form}`} download={file.name}>
              {file.name}
            </a>
            , {file.isShipped ? "which came with Agon" : "of this store"}; SHA-256{" "}
            <code class="hash">{file.sha256}</code>
          </dd>
        </>
      )}
      <dt>Run anew</dt>
      <dd>
        <code>{command}</code>
      </dd>
    </dl>
  );
}
