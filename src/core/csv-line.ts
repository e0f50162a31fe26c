// Lines of CSV files.

/** Formats fields as a line of CSV after RFC 4180, without its end. */
export const csvLine = (fields: readonly string[]): string =>
  fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",");
