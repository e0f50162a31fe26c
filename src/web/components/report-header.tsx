// Header of a report: the experiment, the objective, the progress, and the finding in one paragraph.

import { count, number, withUnit, words } from "../../evaluation/number-format.ts";
import type { ReportData } from "../../lab/report/report-data.ts";
import { computedBy, computedNotes } from "../../lab/report/run-computed.ts";
import { cellsInReport } from "../state.ts";
import { stored } from "./replays.tsx";

export function ReportHeader({ data }: { readonly data: ReportData }) {
  const { planned, done } = cellsInReport.value ?? data.cells;
  const environments = [...new Set(data.variants.map((variant) => variant.environment))];
  const agents = [...new Set(data.variants.map((variant) => variant.agents.length))].sort((a, b) => a - b);
  const episodes = data.variants.reduce((sum, variant) => sum + variant.episodes, 0);
  const failed = data.failures.reduce((sum, failure) => sum + failure.episodes, 0);
  return (
    <header>
      <p class="run">
        Agon report · run <code>{data.run}</code>
      </p>
      <h1>{data.title}</h1>
      <p class="finding">{data.finding.text}</p>
      {data.finding.notes.length > 0 && <p class="about">{data.finding.notes.join(" ")}</p>}
      <dl class="facts">
        <div class="wide">
          <dt>objective</dt>
          <dd>
            <strong>{withUnit(data.objective.label ?? words(data.objective.name), data.objective.unit)}</strong>:{" "}
            {data.objective.meaning}
          </dd>
        </div>
        <div>
          <dt>{environments.length === 1 ? "environment" : "environments"}</dt>
          <dd>
            {environments.map((environment) => (
              <code key={environment}>{environment} </code>
            ))}
          </dd>
        </div>
        {data.logs.map((log) => (
          <div key={log.file} class="wide">
            <dt>log</dt>
            <dd>
              <code>{log.file}</code> {number(log.records, 0)} {log.kind}
              {log.skipped > 0 && `, ${count(log.skipped, "bad row")} left out`}
              {(log.dropped ?? 0) > 0 && `, ${count(log.dropped ?? 0, "duplicate")} removed`}; {log.windows.text}
            </dd>
          </div>
        ))}
        <div>
          <dt>cells done</dt>
          <dd>
            <data value={String(done)}>{number(done, 0)}</data> of{" "}
            <data value={String(planned)}>{number(planned, 0)}</data>
            <progress value={done} max={Math.max(1, planned)} aria-label="Cells done" />
          </dd>
        </div>
        <div>
          <dt>compared</dt>
          <dd>
            {count(data.variants.length, "variant")}, {count(episodes, "episode")}
            {agents.length > 0 && `, ${agents.join(" or ")} ${agents.join() === "1" ? "agent" : "agents"}`}
          </dd>
        </div>
        {data.cells.done > 0 && !stored(data) && (
          <div>
            <dt>steps</dt>
            <dd>
              none were kept; <code>record: steps</code> keeps them for curves and episodes
            </dd>
          </div>
        )}
        <div>
          <dt>computed by</dt>
          <dd>{[computedBy(data), ...computedNotes(data)].join("; ")}</dd>
        </div>
      </dl>
      <Alert
        title={`${count(failed, "episode")} failed and are in no mean`}
        lines={data.failures.map(({ variant, reason, episodes: n }) => `${variant}, ${count(n, "episode")}: ${reason}`)}
      />
      <Alert title={`${count(data.damaged.length, "file")} could not be read`} lines={data.damaged} />
    </header>
  );
}

/** A list of problems; not rendered where there are none. */
function Alert({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div class="damaged" role="alert">
      <h2>{title}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
