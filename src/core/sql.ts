// Quoting of texts and names in SQL.

/** Returns a text as an SQL string literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Returns a name as a quoted SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Returns a file's path as an SQL literal for DuckDB's file functions. They treat `*`, `?` and `[` as patterns and could read neighbouring
 * files, so these characters are escaped. A path with a backslash is not changed, since patterns take it for a separator of folders.
 */
export function quotedFile(path: string): string {
  return quoted(path.includes("\\") ? path : path.replaceAll(/[*?[]/g, "[$&]"));
}
