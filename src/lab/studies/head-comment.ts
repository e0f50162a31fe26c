// The comment at the head of an experiment's file, which says what its world and its arms are.

/** Words of tools, which are no part of it. */
const MARKER = /^# ?(?:yaml-language-server|\$schema)\b/;

/** Begins what an example says of its result; pages have the figures of records for that. */
const RESULT = "Found: ";

/** The lines of comment before the first other line of a YAML text, in one paragraph, up to its result; null where there are none. */
export function headComment(text: string): string | null {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line) => !line.startsWith("#"));
  const comment = lines
    .slice(0, end < 0 ? lines.length : end)
    .filter((line) => !MARKER.test(line))
    .map((line) => line.slice(1).trim())
    .filter((line) => line !== "");
  return comment.length === 0 ? null : comment.join(" ").split(RESULT)[0].trim();
}
