// Kinds of YAML files: an experiment, a contest, a judge, a weighing of pays, or a description of a log. Each kind has its command; a file that is given to
// another kind's command is rejected with a hint.

import { isMap } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";

/** Each kind of file: a key that no other kind has, its command, and a noun for it. */
const KINDS = {
  experiment: { key: "environment", command: "agon run", called: "an experiment" },
  contest: { key: "arena", command: "agon contest", called: "a contest" },
  judge: { key: "judge", command: "agon judge", called: "a judge of texts" },
  weighing: { key: "pays", command: "agon weigh", called: "a weighing of pays" },
  log: { key: "kind", command: "agon log check", called: "how a log is read" },
} as const;

export type FileKind = keyof typeof KINDS;

export const FILE_KINDS: readonly FileKind[] = ["experiment", "contest", "judge", "weighing", "log"];

/** Returns the command that reads files of a kind. */
export const commandOf = (kind: FileKind): string => KINDS[kind].command;

/** Returns the kind of a file from its text, which may be invalid. */
export const kindOfText = (text: string): FileKind =>
  FILE_KINDS.find((kind) => new RegExp(`^${KINDS[kind].key}:`, "m").test(text)) ?? "experiment";

/** Returns the error for a file of another kind, with the command that reads it. */
export function otherKind(kind: FileKind, name: string, where?: string): UserError {
  const { command, called } = KINDS[kind];
  const what = where === undefined ? `"${name}" is ${called}` : `this is ${called}`;
  const hint = `write ${command} ${name}`;
  return new UserError({ code: "another-kind", what, hint, ...(where === undefined ? {} : { where }) });
}

/** Throws a UserError where a file's value is of another kind than `wanted`. */
export function refuseOtherKind(wanted: FileKind, value: unknown, file: string): void {
  if (!isMap(value) || KINDS[wanted].key in value) return;
  const kind = FILE_KINDS.find((one) => KINDS[one].key in value);
  if (kind !== undefined) throw otherKind(kind, file, file);
}
