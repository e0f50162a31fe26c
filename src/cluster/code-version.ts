// The version that all machines of a run must share: the computing code, and the Node that runs it.

import { UserError } from "../core/errors.ts";
import { version } from "../lab/experiment/own-package.ts";
import { agonModules, roomFile } from "../lab/store/module-graph.ts";

/** Entry modules of the code that workers compute. */
const JOBS = [
  ...["lab/run/worker", "lab/contest/match-job", "lab/contest/clash-job"],
  ...["lab/exploit/attack-job", "systems/index"],
];

const code = (): string => agonModules().hash(JOBS.map(roomFile), "all");

/** Returns the version of this process: `0.1.0+5f2c9a1b node 20.20.2`. */
export const codeVersion = (): string => `${version()}+${code().slice(0, 8)} node ${process.versions.node}`;

/** Returns the error for a worker whose code differs from the submitter's. */
export function otherVersion(required: string, own: string): UserError {
  const what = `what was submitted needs Agon ${required}, and this worker is ${own}`;
  const hint = "install the same Agon and Node on all machines; results would differ otherwise";
  return new UserError({ code: "other-version", what, hint });
}
