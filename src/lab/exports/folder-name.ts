// Names of variants as names of folders.

import { createHash } from "node:crypto";
import { withoutEnd } from "../../core/text-ends.ts";

/** The name as one that any file system takes; a changed one has a hash, so that no two become the same. */
export function folderName(name: string): string {
  const plain = name.replaceAll(/[\p{C}<>:"/\\|?*]/gu, "_").replace(/^\.+/, "_");
  const bare = withoutEnd(plain, ". ");
  const safe = (bare === plain ? plain : `${bare}_`).slice(0, 100);
  return safe === name ? name : `${safe}-${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;
}
