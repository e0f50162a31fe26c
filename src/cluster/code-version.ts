// What must be the same on all machines of a run: the code that computes, and the Node that runs it.

import { UserError } from "../core/errors.ts";
import { codeFingerprint } from "../lab/fingerprint.ts";
import { version } from "../lab/version.ts";

/** Rooms beside those of cells whose code decides results of studies and contests. */
const FURTHER = ["evaluation"];

/** The version of this process: `0.1.0+5f2c9a1b node 20.20.2`. */
export const codeVersion = (): string =>
  `${version()}+${codeFingerprint(FURTHER).slice(0, 8)} node ${process.versions.node}`;

/** The user's view of a worker that would compute with other code than that which was submitted. */
export function otherVersion(asked: string, own: string): UserError {
  const what = `what was submitted needs Agon ${asked}, and this worker is ${own}`;
  const hint = "install the same Agon and Node on all machines; results would differ otherwise";
  return new UserError({ code: "other-version", what, hint });
}
