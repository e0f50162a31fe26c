// Error messages of child processes, shortened to a line.

/** Returns the reason why the system could not start a program. */
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

/**
 * Returns the line of a process's output that describes the error. It is the last line that names an error, since runtimes print traces and
 * versions below it.
 */
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
