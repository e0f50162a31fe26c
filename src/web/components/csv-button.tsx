// A button that saves all rows of a query as a file of CSV, page by page.

import { useState } from "preact/hooks";
import { csvLine } from "../../core/csv-line.ts";
import { messageOf } from "../../core/errors.ts";
import type { CsvRows } from "../csv-rows.ts";
import { answered } from "../fetched.ts";
import { Failure } from "./code-text.tsx";

interface CsvButtonProps<P> {
  /** Path of the query, without its page. */
  readonly address: string;
  /** Name of the file, without its ending. */
  readonly name: string;
  readonly rowsOf: (page: P) => CsvRows;
}

export function CsvButton<P extends { readonly pages: number }>({ address, name, rowsOf }: CsvButtonProps<P>) {
  const [state, setState] = useState<{ readonly reading?: string; readonly problem?: string }>({});
  const save = async (): Promise<void> => {
    const lines: string[] = [];
    try {
      for (let [page, pages] = [1, 1]; page <= pages; page += 1) {
        const data: P = JSON.parse(await answered(`${address}&page=${page}`));
        const { head, rows } = rowsOf(data);
        if (page === 1) lines.push(csvLine(head));
        lines.push(...rows.map(csvLine));
        pages = data.pages;
        setState({ reading: `Page ${page} of ${pages} is read …` });
      }
      saveFile(`${name}.csv`, `${lines.join("\r\n")}\r\n`);
      setState({});
    } catch (error) {
      setState({ problem: messageOf(error) });
    }
  };
  return (
    <>
      <button
        type="button"
        title="All rows that fit, of all pages"
        aria-disabled={state.reading !== undefined}
        onClick={() => state.reading === undefined && void save()}
      >
        {state.reading ?? "Save as CSV"}
      </button>
      <Failure text={state.problem} />
    </>
  );
}

/** Saves a text as a file. It begins with the mark of UTF-8, by which spreadsheets know the encoding. */
function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
