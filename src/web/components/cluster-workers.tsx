// Workers of a cluster: their machines, what they have done, and their current jobs.

import type { JobStanding, Shown, WorkerStanding } from "../../cluster/standing-data.ts";
import { count, number } from "../../evaluation/number-format.ts";
import { TableBox } from "./boxes.tsx";
import { Moment, perSecond } from "./cluster-figures.tsx";
import { ColumnHeads } from "./column-heads.tsx";

export function ClusterWorkers({ workers: { list, more } }: { readonly workers: Shown<WorkerStanding> }) {
  if (list.length === 0)
    return (
      <p class="empty">
        No worker is there. <code>agon worker --on ADDRESS</code> starts one, on any machine.
      </p>
    );
  return (
    <>
      <TableBox label="Table of workers">
        <table>
          <ColumnHeads
            names={["worker", "at work", "jobs done", "a second", "threads", "since"]}
            numbers={["jobs done", "a second", "threads"]}
          />
          <tbody>
            {list.map((worker) => (
              <tr key={worker.id}>
                <th scope="row">
                  {worker.host}
                  <span class="process">process {worker.pid}</span>
                  {worker.silentSince !== null && (
                    <span class="silent">
                      silent since <Moment at={worker.silentSince} />
                    </span>
                  )}
                </th>
                <td>
                  <AtWork jobs={worker.jobs} />
                </td>
                <td class="number">{number(worker.done, 0)}</td>
                <td class="number">{perSecond(worker.rate)}</td>
                <td class="number">{worker.threads}</td>
                <td class="when">
                  <Moment at={worker.since} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      {more > 0 && (
        <p class="about">
          {number(more, 0)} further {more === 1 ? "worker is" : "workers are"} not listed; the figures above count all.
        </p>
      )}
    </>
  );
}

function AtWork({ jobs: { list, more } }: { readonly jobs: Shown<JobStanding> }) {
  if (list.length === 0 && more === 0) return <span class="missing">nothing</span>;
  return (
    <ul class="job-list">
      {list.map(({ title, begun, share }, k) => (
        <li key={`${k} ${title}`}>
          <span class="title">{title}</span>{" "}
          <span class="since">
            since <Moment at={begun} />
          </span>
          {share !== null && (
            <span class="share">
              <progress value={share} max={1} aria-hidden="true" /> {Math.floor(100 * share)} %
            </span>
          )}
        </li>
      ))}
      {more > 0 && <li>and {count(more, "further job")}</li>}
    </ul>
  );
}
