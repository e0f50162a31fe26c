// An interpreter of Python: the program that a name or path means, and the folders that it imports from.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { display } from "../../core/checked.ts";
import { complaintIn, notStarted } from "../../core/complaints.ts";
import { UserError } from "../../core/errors.ts";
import { jsonIn } from "../../core/json.ts";

export interface PythonInterpreter {
  /** Absolute path of its program, behind any wrapper. */
  readonly program: string;
  /** Its version, as in 3.12.4. */
  readonly version: string;
  /** Existing folders that it is installed in and imports from. */
  readonly folders: readonly string[];
}

const ASK =
  "import sys,json,platform;print(json.dumps({'program':sys.executable,'version':platform.python_version(),'folders':[sys.prefix,sys.base_prefix,*sys.path]}))";
const schema = z.object({ program: z.string().min(1), version: z.string(), folders: z.array(z.string()) });
/** Oldest version that is supported. */
const LEAST = [3, 8];
/** Milliseconds that it may take to start. */
const PATIENCE = 60_000;

const HINT = "--python .venv/bin/python names an interpreter";

/** The interpreter that `python` names, by a path from `directory` or on the path. Throws a UserError where there is none. */
export function pythonInterpreter(python: string, directory: string): PythonInterpreter {
  const file = /[\\/]/.test(python) ? resolve(directory, python) : python;
  const { error, status, stdout, stderr } = spawnSync(file, ["-c", ASK], {
    ...{ cwd: directory, encoding: "utf8", timeout: PATIENCE },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const wrong = (why: string) =>
    new UserError({ code: "no-interpreter", what: `the interpreter ${display(python)} ${why}`, hint: HINT });
  if (error !== undefined) throw wrong(notStarted(error));
  const { data } = schema.safeParse(jsonIn(stdout.trim().split("\n").at(-1) ?? ""));
  if (status !== 0 || data === undefined)
    throw wrong(`is no Python: ${complaintIn(stderr) ?? "it does not say its version"}`);
  const [major, minor] = data.version.split(".").map(Number);
  if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]))
    throw wrong(`is Python ${data.version}, and ${LEAST.join(".")} or later is needed`);
  return { ...data, folders: [...new Set(data.folders.filter((folder) => folder !== "" && existsSync(folder)))] };
}
