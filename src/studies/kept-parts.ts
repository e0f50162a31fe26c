// Parts of a study that take long, kept in the store until the whole of it is done: a run that was stopped, or that died,
// goes on where it was. A part belongs to the code that computed it, and is computed again where a line of that changed.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { codeFingerprint } from "../lab/fingerprint.ts";
import { makeFolder, writeWhole, writing } from "../lab/store.ts";
import type { StudyContext } from "./study.ts";

/** The parts of one study. */
export interface KeptParts {
  readonly kept: StudyContext["kept"];
  /** Forgets them all. */
  clear(): void;
}

/** The parts in `folder`, which is made when there is something to keep. */
export function keptParts(folder: string): KeptParts {
  const code = codeFingerprint(["evaluation", "studies"]);
  return {
    async kept(key, compute) {
      const name = createHash("sha256").update(`${code} ${key}`).digest("hex").slice(0, 32);
      const file = join(folder, `${name}.part`);
      if (existsSync(file)) {
        try {
          return deserialize(readFileSync(file));
        } catch {
          // Not whole: computed again, and written over.
        }
      }
      const value = await compute();
      writing(folder, () => {
        makeFolder(folder);
        writeWhole(file, serialize(value));
      });
      return value;
    },
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}
