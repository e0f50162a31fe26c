// Versions of what Agon keeps and reads again. A number goes up where this code would read an old file wrongly, or an old Agon a new
// file. What has no number has a schema and a checksum. Where it does not fit, a study's record, a contest, a table or a cell counts as
// absent; `variant.json` and a checkpoint count as damaged. What is read from a log has a number in its key, beside the reader's code.

export const FORMATS = {
  /** A store: its layout, and the columns of its tables. `store.json` says it, and another one is refused. */
  store: 3,
  /** `run.json`: another one counts as damaged, and the experiment is run again on the same cells. */
  run: 3,
  /** The header of a kept log: one of another format is read again from its file. */
  log: 3,
  /** The data of a report: a page shows none of another format, and `agon report` writes it anew. */
  report: 2,
  /** The tables of a cluster in PostgreSQL: those of another format are refused. */
  cluster: 2,
} as const;
