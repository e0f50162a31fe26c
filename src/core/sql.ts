// Texts, names and paths in SQL.

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

/**
 * SQL of a number that stands for texts, a UBIGINT that is equal for equal texts and NULL for a single NULL: 53 bits of MD5, as many as a DOUBLE
 * holds exactly. DuckDB's own `hash` is the same for some texts of one form, such as `Whatis100plus102?` and `Whatis170plus107?`.
 */
export function textNumber(...texts: readonly string[]): string {
  // The length before each text keeps ("ab", "c") apart from ("a", "bc").
  const all = texts.map((one) => `(${one})::VARCHAR`);
  const whole = all.length === 1 ? all[0] : `concat(${all.map((one) => `length(${one}), ' ', ${one}`).join(", ")})`;
  return `(md5_number_lower(${whole}) >> 11)`;
}
