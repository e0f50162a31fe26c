// Tests of a task that asks for a program: what they call, in which language, and a program that knows their results by heart.

import type { AuditRow } from "./audited-task.ts";

/** A test whose call and result can be read. */
interface ReadTest {
  readonly entry: string;
  readonly given: string;
  readonly result: string;
}

const TEST =
  /(?:assert\s+|check\(|assertEqual\(|strictEqual\()?\b([A-Za-z_]\w*)\((.*)\)\s*(?:===?|,)\s*([^;]+?)\)?;?\s*$/;

/** Tests in a row's columns: lists of texts, or texts of several lines, that hold a call against a result. */
export function testsIn(fields: Readonly<Record<string, unknown>>): ReadTest[] {
  const texts = Object.values(fields).flatMap((one) =>
    Array.isArray(one)
      ? one.filter((line) => typeof line === "string")
      : typeof one === "string"
        ? one.split("\n")
        : [],
  );
  return texts.flatMap((text) => {
    const isTest = /\bassert|===?|check\(/.test(text);
    const [, entry, given, result] = (isTest ? TEST.exec(text.trim()) : null) ?? [];
    return entry === undefined || ["assert", "check", "if"].includes(entry) ? [] : [{ entry, given, result }];
  });
}

/** The function that tests call: by the tests, the gold program, or the prompt. */
export function entryName({ gold = "", prompt }: AuditRow, tests: readonly ReadTest[]): string {
  const [, defined] = /(?:def|function)\s+(\w+)/.exec(gold) ?? [];
  const [, asked] = /(?:called|named|function)\s+`?(\w+)`?\(?/.exec(prompt) ?? [];
  return tests[0]?.entry ?? defined ?? asked ?? "solve";
}

export const languageOf = ({ gold = "", prompt, fields }: AuditRow): "js" | "python" => {
  const said = `${gold}\n${prompt}\n${JSON.stringify(fields)}`;
  return /\bjavascript\b|\bfunction\b|===|=>/i.test(said) && !/\bdef \w+\(/.test(said) ? "js" : "python";
};

/** A program that gives the tests' results and no other; undefined where none can be read. */
export function memoryProgram(
  tests: readonly ReadTest[],
  entry: string,
  language: "js" | "python",
): string | undefined {
  const own = tests.filter((one) => one.entry === entry);
  if (own.length === 0) return undefined;
  if (language === "js") {
    const lines = own.map(({ given, result }) => `  if (key === JSON.stringify([${given}])) return ${result};`);
    return [`function ${entry}(...given) {`, "  const key = JSON.stringify(given);", ...lines, "}"].join("\n");
  }
  const lines = own.map(({ given, result }) => `    if args == (${given},):\n        return ${result}`);
  return [`def ${entry}(*args):`, ...lines].join("\n");
}
