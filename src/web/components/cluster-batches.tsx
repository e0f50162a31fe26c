// Batches of a cluster, the newest first: description, progress, and estimated end.

import type { BatchStanding, Shown } from "../../cluster/standing-data.ts";
import { number } from "../../evaluation/number-format.ts";
import { TableBox } from "./boxes.tsx";
import { Moment, perSecond, TimeLeft } from "./cluster-figures.tsx";
import { ColumnHeads } from "./column-heads.tsx";
import { WorkBar } from "./work-bar.tsx";

interface ClusterBatchesProps {
  readonly batches: Shown<BatchStanding>;
  /** Time of the status. */
  readonly at: string;
}

export function ClusterBatches({ batches: { list, more }, at }: ClusterBatchesProps) {
  if (list.length === 0)
    return (
      <p class="empty">
        Nothing was submitted yet. <code>agon run FILE --on ADDRESS</code> submits an experiment.
      </p>
    );
  return (
    <>
      <TableBox label="Table of batches">
        <table>
          <ColumnHeads names={["batch", "jobs", "a second", "time left", "since", "from"]} numbers={["a second"]} />
          <tbody>
            {list.map((batch) => (
              <tr key={batch.id} class={batch.state}>
                <th scope="row">
                  {batch.title} <OfOtherVersion batch={batch} />
                </th>
                <td class="jobs">
                  <WorkBar work={batch} rest={batch.state === "stopped" ? "left out" : "of other batches"} />
                </td>
                <td class="number">{batch.state === "open" ? perSecond(batch.rate) : ""}</td>
                <td class="when">
                  <Ending batch={batch} at={at} />
                </td>
                <td class="when">
                  <Moment at={batch.submitted} />
                </td>
                <td>{batch.host}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      {more > 0 && (
        <p class="about">
          {number(more, 0)} older {more === 1 ? "batch is" : "batches are"} not listed.
        </p>
      )}
    </>
  );
}

function Ending({ batch: { state, secondsLeft }, at }: { readonly batch: BatchStanding; readonly at: string }) {
  if (state === "stopped") return <span class="badge stopped">stopped</span>;
  return state === "over" ? <>over</> : <TimeLeft seconds={secondsLeft} at={at} />;
}

/** A label for a batch that needs another version of the code than this Agon's. */
function OfOtherVersion({ batch: { isOwnVersion, hasWorker, state, version } }: { readonly batch: BatchStanding }) {
  if (isOwnVersion) return null;
  return (
    <span class="version">
      <span class="badge other">other version</span> {version}
      {state === "open" && !hasWorker && ": no worker has it"}
    </span>
  );
}
