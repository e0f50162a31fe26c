// What a process that was started says of what went wrong, in a line.

/** Why the system could not start a program. */
export function notStarted(error: Error): string {
  const code = "code" in error ? error.code : undefined;
  const why =
    code === "ENOENT"
      ? "there is no such program"
      : code === "EACCES"
        ? "it is no program, or may not be run"
        : error.message;
  return `could not be started: ${why}`;
}

/** The line that says what went wrong: the last that names an error, since runtimes write traces and versions below it. */
export function complaintIn(text: string): string | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const line =
    lines.findLast((candidate) => /^\S.*(error|exception)/i.test(candidate) || /^error/i.test(candidate)) ??
    lines.at(-1);
  return line
    ?.replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 200);
}
