// Tables of mistakes: each ends with exit code 2, and what the command says stands in a golden file of `test/words`.

import { expect } from "vitest";
import { words } from "../fixtures/words.ts";
import { agon, type Call, root, type Words } from "./agon.ts";
import { folderWith, rowsOf } from "./files.ts";

/** The complaint of a command that is refused and prints nothing, without the paths of this machine. */
export async function complaintOf(line: Words, call: Call & { readonly cwd: string }): Promise<string> {
  const { code, stdout, stderr, complaint } = await agon(line, call);
  expect([code, stdout], `${line}: ${stderr}`).toEqual([2, ""]);
  return complaint.replaceAll(call.cwd, "FOLDER").replaceAll(root, "AGON/");
}

/** One test of commands, one a line, that are refused in a folder with these files. */
export function refusedCommands(subject: string, commands: string, files: Readonly<Record<string, string>> = {}): void {
  words(
    subject,
    rowsOf(commands).map(([line]) => [`agon ${line}`, () => complaintOf(line, { cwd: folderWith(files) })]),
  );
}

/** One test of texts of a file that a command refuses: rows of a name, the text, and more words of the command, if any. */
export function refusedFiles(
  subject: string,
  command: string,
  file: string,
  rows: readonly (readonly string[])[],
  files: Readonly<Record<string, string>> = {},
): void {
  words(
    subject,
    rows.map(([name, text, more = ""]) => [
      name,
      () => complaintOf(`${command} ${more}`, { cwd: folderWith({ ...files, [file]: text }) }),
    ]),
  );
}
