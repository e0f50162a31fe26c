// All studies in a list: their papers, and what their records say. No study is loaded for it.

import { messageOf, UserError } from "../../core/errors.ts";
import { studies } from "../../systems/index.ts";
import { papers } from "../../systems/papers.ts";
import { decidingRecord, recordsOf } from "./kept-records.ts";
import { summaryOf } from "./record.ts";
import type { ListedStudy } from "./study-data.ts";
import { countsOf, toldPaper } from "./told-study.ts";

/** The studies in the order of the manual, with the records of a store, or those that ship. A damaged record says so in its own entry. */
export const listedStudies = (store: string): ListedStudy[] =>
  studies.ids().map((id) => ({ id, paper: toldPaper(id, papers[id]), ...outcomeOf(id, store) }));

function outcomeOf(id: string, store: string): Omit<ListedStudy, "id" | "paper"> {
  const none = { form: null, seconds: null };
  try {
    const record = decidingRecord(recordsOf(id, store));
    if (record === undefined) return { status: "not run", outcome: `\`agon study ${id}\` runs it.`, ...none };
    const summary = summaryOf(record);
    const { form, seconds } = record;
    return { status: summary.status, outcome: `${countsOf(summary)}.`, form, seconds };
  } catch (error) {
    if (error instanceof UserError) return { status: "damaged", outcome: messageOf(error), ...none };
    throw error;
  }
}
