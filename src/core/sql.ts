// Texts and names inside a statement of SQL.

/** A text as an SQL literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * A file's path as an SQL literal for functions of DuckDB that read files: they take `*`, `?` and `[` for patterns, and would read files
 * beside it. With a backslash, which patterns take for the end of a folder's name, the path stands as it is.
 */
export function quotedFile(path: string): string {
  return quoted(path.includes("\\") ? path : path.replaceAll(/[*?[]/g, "[$&]"));
}
