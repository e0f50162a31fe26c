// The manual's page of studies, written from measured results and never by hand.

import type { Study } from "../study/study.ts";
import type { StudyRecord } from "./study-record.ts";

/** Markdown: a table of all studies, then claimed beside measured for each. */
export function manualPage(
  records: readonly { readonly study: Study; readonly record: StudyRecord | undefined }[],
): string {
  const lines = [
    "# Studies",
    "",
    "Written by `agon studies --run --write docs/studies.md` from measured results. Each study is run by `agon study ID`.",
    "",
    "| study | status | checks passed | seconds | source |",
    "| --- | --- | --- | --- | --- |",
    ...records.map(({ study, record }) => {
      const passed =
        record === undefined ? "–" : `${record.checks.filter(({ pass }) => pass).length} of ${record.checks.length}`;
      return `| [${study.id}](#${study.id}) | ${record?.status ?? "not run"} | ${passed} | ${record === undefined ? "–" : record.seconds.toFixed(1)} | ${cell(study.source)} |`;
    }),
    "",
  ];
  for (const { study, record } of records) {
    lines.push(
      `## ${study.id}`,
      "",
      `**${study.title}** (${study.source})`,
      "",
      study.claim,
      "",
      `- Claimed: ${study.claimed}`,
      `- Measured: ${record?.measured ?? "not run"}`,
      "",
    );
    if (record === undefined) continue;
    lines.push("| check | expected | measured | |", "| --- | --- | --- | --- |");
    for (const { name, expected, measured, pass } of record.checks)
      lines.push(`| ${cell(name)} | ${cell(expected)} | ${cell(measured)} | ${pass ? "✓" : "✗"} |`);
    for (const { name, measured, failed } of record.controls)
      lines.push(
        `| control: ${cell(name)} | must fail | ${cell(measured)} | ${failed ? "✓ fails" : "✗ does not fail"} |`,
      );
    lines.push("");
  }
  return lines.join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
