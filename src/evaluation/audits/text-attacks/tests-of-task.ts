// Tests of a task that asks for a program: what they call, in which language, and a program that knows their results by heart.

import type { AuditRow } from "./audit-row.ts";

/** A test whose call and result can be read. */
interface ReadTest {
  readonly entry: string;
  readonly given: string;
  readonly result: string;
}

/** Tests in a row's columns: lists of texts, or texts of several lines, that hold a call against a result. */
export function testsIn(fields: Readonly<Record<string, unknown>>): ReadTest[] {
  const texts = Object.values(fields).flatMap((one) =>
    Array.isArray(one)
      ? one.filter((line) => typeof line === "string")
      : typeof one === "string"
        ? one.split("\n")
        : [],
  );
  return texts.flatMap(readTest);
}

/** A call and its result in a line such as `assert double(2) == 4`; none where it says something else. */
function readTest(line: string): ReadTest[] {
  const sign = line.includes("===") ? "===" : "==";
  const at = line.lastIndexOf(sign);
  if (at < 0) return [];
  let call = line.slice(0, at).trim();
  let result = line.slice(at + sign.length).trim();
  if (result.endsWith(";")) result = result.slice(0, -1);
  if (call.startsWith("assert")) call = call.slice(6).trim();
  if (call.startsWith("(") && result.endsWith(")")) {
    call = call.slice(1);
    result = result.slice(0, -1);
  }
  const open = call.indexOf("(");
  const entry = call.slice(0, Math.max(0, open));
  if (!/^[A-Za-z_]\w*$/.test(entry) || !call.endsWith(")") || result === "") return [];
  return [{ entry, given: call.slice(open + 1, -1), result }];
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
