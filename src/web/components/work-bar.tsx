// Progress of jobs: a bar of the numbers by state, and the same as text.

import type { WorkStanding } from "../../cluster/standing-data.ts";
import { number } from "../../evaluation/number-format.ts";

interface WorkBarProps {
  readonly work: Omit<WorkStanding, "rate" | "secondsLeft"> & { readonly elsewhere?: number };
  /** Label for jobs that are neither done here nor waiting. */
  readonly rest?: string;
}

export function WorkBar({ work: { done, atWork, failed, waiting, elsewhere = 0 }, rest = "elsewhere" }: WorkBarProps) {
  const parts = [
    { kind: "done", jobs: done, says: "done" },
    { kind: "at-work", jobs: atWork, says: "at work" },
    { kind: "failed", jobs: failed, says: "failed" },
    { kind: "waiting", jobs: waiting, says: "waiting" },
    { kind: "elsewhere", jobs: elsewhere, says: rest },
  ].filter(({ kind, jobs }) => jobs > 0 || kind === "done");
  return (
    <div class="work">
      <div class="work-bar" aria-hidden="true">
        {parts.map(({ kind, jobs }) => (
          <span key={kind} class={kind} style={{ flexGrow: jobs }} />
        ))}
      </div>
      <ul class="work-parts">
        {parts.map(({ kind, jobs, says }) => (
          <li key={kind} class={kind}>
            {number(jobs, 0)} {says}
          </li>
        ))}
      </ul>
    </div>
  );
}
