// Format versions of stored data. A number is raised where this code would misread an old file, or an old Agon a new file. Formats without
// a number have a schema and a checksum. On a mismatch, a study's record, a contest, a table or a cell counts as absent; `variant.json` and
// a checkpoint count as damaged. Data read from a log has a version in its key, beside the reader's code.

export const FORMATS = {
  /** A store: its folder layout, and the columns of its tables. The version is in `store.json`; a store of another version is refused. */
  store: 3,
  /** `run.json`: a file of another version counts as damaged, and the experiment is run again on the same cells. */
  run: 3,
  /** The header of a cached log: a log of another version is read again from its file. */
  log: 3,
  /** The data of a report: a page refuses another version, and `agon report` rewrites it. */
  report: 2,
  /** The tables of a cluster in PostgreSQL: tables of another version are refused. */
  cluster: 2,
} as const;
