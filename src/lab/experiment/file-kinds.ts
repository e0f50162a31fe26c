// What a YAML file describes: an experiment, a contest, a judge, or how a log is read. Each has its command, and one that is given to another's is told so.

import { isMap } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";

/** A kind of file: the key that no other kind has, its command, and what it is called. */
const KINDS = {
  experiment: { key: "environment", command: "agon run", called: "an experiment" },
  contest: { key: "arena", command: "agon contest", called: "a contest" },
  judge: { key: "judge", command: "agon judge", called: "a judge of texts" },
  log: { key: "kind", command: "agon log check", called: "how a log is read" },
} as const;

export type FileKind = keyof typeof KINDS;

export const FILE_KINDS: readonly FileKind[] = ["experiment", "contest", "judge", "log"];

/** The command that reads files of a kind. */
export const commandOf = (kind: FileKind): string => KINDS[kind].command;

/** The kind of a file by its text, which need not be right. */
export const kindOfText = (text: string): FileKind =>
  FILE_KINDS.find((kind) => new RegExp(`^${KINDS[kind].key}:`, "m").test(text)) ?? "experiment";

/** That what a person names is of another kind, and which command takes it. */
export function otherKind(kind: FileKind, name: string, where?: string): UserError {
  const { command, called } = KINDS[kind];
  const what = where === undefined ? `"${name}" is ${called}` : `this is ${called}`;
  const hint = `write ${command} ${name}`;
  return new UserError({ code: "another-kind", what, hint, ...(where === undefined ? {} : { where }) });
}

/** A UserError where a file's value is that of another kind. */
export function refuseOtherKind(wanted: FileKind, value: unknown, file: string): void {
  if (!isMap(value) || KINDS[wanted].key in value) return;
  const kind = FILE_KINDS.find((one) => KINDS[one].key in value);
  if (kind !== undefined) throw otherKind(kind, file, file);
}
