// A row of the data of an audit.

/** A row of the data. */
export interface AuditRow {
  readonly prompt: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Columns that say what is wanted, such as hidden tests, and that no attack may read. */
  readonly hidden?: readonly string[];
  /** The right answer. */
  readonly gold?: string;
  /** An honest answer as it would be written. */
  readonly honest?: string;
}
