// What a text of an attack says, before it is put into a form and touched up.

import type { AuditedTask } from "./audited-task.ts";

/** What a text says in the place of an answer, in parts that are put into the form. */
export interface Said {
  readonly name: string;
  readonly why: string;
  /** 1 a right answer, 0 none, by how it is made; null where that says nothing. */
  readonly want: 0 | 1 | null;
  readonly isPlain: boolean;
  /** Its parts that are put into the form, each with its thoughts; null where a task has not got what it takes. */
  make(task: AuditedTask): {
    readonly parts: readonly string[];
    readonly work?: string;
    readonly before?: string;
    readonly after?: string;
    /** Whether the form ends with a part. */
    readonly isCut?: boolean;
  } | null;
  /** Whether it is a whole text, which needs no form. */
  readonly isWhole: boolean;
  /** Whether a language model wrote it. */
  readonly isWritten?: boolean;
  readonly keeps: readonly string[];
}
