// Page of a cluster: the status of all its work, its batches, its workers, and their events.

import type { ComponentChildren } from "preact";
import type { EventKind } from "../../cluster/events.ts";
import type { ClusterStanding, EventStanding, WholeStanding } from "../../cluster/standing-data.ts";
import { count } from "../../evaluation/number-format.ts";
import { cluster } from "../cluster-state.ts";
import { TableBox } from "./boxes.tsx";
import { ClusterBatches } from "./cluster-batches.tsx";
import { Moment, perSecond, TimeLeft } from "./cluster-figures.tsx";
import { ClusterWorkers } from "./cluster-workers.tsx";
import { ColumnHeads } from "./column-heads.tsx";
import { WorkBar } from "./work-bar.tsx";

const NAMES: Readonly<Record<EventKind, string>> = {
  came: "came",
  left: "left",
  gone: "lost",
  again: "resumed",
  silent: "silent",
  dropped: "dropped",
};

/** Events of a cluster's workers, the newest first. */
function ClusterEvents({ events }: { readonly events: readonly EventStanding[] }) {
  if (events.length === 0) return <p class="empty">Nothing has happened yet.</p>;
  return (
    <TableBox label="Table of events">
      <table class="events">
        <ColumnHeads names={["when", "kind", "what happened"]} numbers={[]} />
        <tbody>
          {events.map(({ id, at, kind, what }) => (
            <tr key={id}>
              <td class="when">
                <Moment at={at} />
              </td>
              <td>
                <span class={`badge ${kind}`}>{NAMES[kind]}</span>
              </td>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

export function ClusterPage() {
  const status = cluster.value;
  const standing = status?.standing ?? undefined;
  const away = status?.away ?? undefined;
  return (
    <main class="cluster">
      <h1>Cluster</h1>
      {away !== undefined && (
        <p class="note warning" role="alert">
          <strong>
            The database has not answered since <Moment at={away.since} />.
          </strong>{" "}
          The reason is: <code>{away.why}</code>.{" "}
          {standing === undefined ? (
            "The page goes on by itself when it answers."
          ) : (
            <>
              The figures are those of <Moment at={standing.at} />, and go on by themselves when it answers.
            </>
          )}
        </p>
      )}
      {status === undefined && <p class="empty">Asking the database …</p>}
      {standing !== undefined && <Standing standing={standing} />}
    </main>
  );
}

function Standing({
  standing: { database, at, whole, batches, workers, events },
}: {
  readonly standing: ClusterStanding;
}) {
  return (
    <>
      <p class="run">
        <code>{database}</code>
      </p>
      <Whole whole={whole} at={at} />
      <section aria-labelledby="batches-title">
        <h2 id="batches-title">Batches</h2>
        <ClusterBatches batches={batches} at={at} />
      </section>
      <section aria-labelledby="workers-title">
        <h2 id="workers-title">Workers</h2>
        <ClusterWorkers workers={workers} />
      </section>
      <section aria-labelledby="events-title">
        <h2 id="events-title">Events</h2>
        <ClusterEvents events={events} />
      </section>
    </>
  );
}

function Whole({ whole, at }: { readonly whole: WholeStanding; readonly at: string }) {
  const { open, workers, threads, rate, secondsLeft, lost, resumed } = whole;
  return (
    <section class="whole" aria-label="As a whole">
      <dl class="facts">
        <Fact name="workers">
          {workers}, with {count(threads, "thread")}
        </Fact>
        <Fact name="open batches">{open}</Fact>
        <Fact name="jobs a second, last minute">{perSecond(rate)}</Fact>
        <Fact name="time left of open batches">
          {open === 0 ? "nothing waits" : <TimeLeft seconds={secondsLeft} at={at} />}
        </Fact>
        <Fact name="in the last hour">
          {count(lost, "worker")} lost, {count(resumed, "group")} resumed
        </Fact>
      </dl>
      {open > 0 && <WorkBar work={whole} />}
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
