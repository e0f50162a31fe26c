// State of the live view: the runs of the store from the server's messages, and the report of the chosen run, which is fetched again
// whenever the run changes.

import { computed, effect, signal } from "@preact/signals";
import type { ClusterPageData } from "../cluster/standing-data.ts";
import { messageOf } from "../core/errors.ts";
import type { RunList, RunRow } from "../lab/view/view-data.ts";
import { chosen } from "./chosen.ts";
import { cluster } from "./cluster-state.ts";
import { embeddedRuns, isEmbedded } from "./embedded.ts";
import { answered } from "./fetched.ts";
import { cellSeconds, cellsInReport, readReport, report } from "./state.ts";

/** Runs of the store, the most recently started first; undefined before the first message. */
export const runs = signal<readonly RunRow[] | undefined>(undefined);

/** Whether the page gets updates from the server. */
export const connected = signal(false);

/** Why there is nothing to show; empty otherwise. */
export const trouble = signal("");

/** Name of the chosen run; null for the list of all. */
export const chosenRun = computed(() => chosen.value.get("run"));

const VIEWS = ["report", "answers", "episodes", "replay", "texts", "file", "judge"] as const;

export const chosenView = computed((): (typeof VIEWS)[number] => {
  const show = chosen.value.get("show");
  // Files and votes need a server.
  return VIEWS.find((view) => view === show && !(isEmbedded && (view === "file" || view === "judge"))) ?? "report";
});

/** Whether the page is read-only: nothing can be changed, started or stopped. */
export const isReadOnly = isEmbedded || document.documentElement.dataset.readOnly !== undefined;

/** For a page that is for votes alone: the path of the vote. */
export const ballot = document.documentElement.dataset.ballot;

/** Milliseconds before the next attempt to reach a server that does not respond. */
const RETRY = 1000;

/** Follows the store's changes as long as the page is open. */
export function followStore(): void {
  if (isEmbedded) void readRuns();
  else connect();
  let shown = "";
  let fetching = false;
  effect(() => {
    const name = chosenRun.value;
    const run = runs.value?.find((one) => one.run === name);
    cellsInReport.value = run?.cells;
    cellSeconds.value = run?.cellSeconds ?? {};
    if (name === null || runs.value === undefined) return;
    if (run === undefined) {
      report.value = { problem: noRun(name) };
      return;
    }
    const wanted = `${name} ${run.results}`;
    if (wanted === shown || fetching) return;
    if (!shown.startsWith(`${name} `)) report.value = { problem: "The report is being computed …" };
    fetching = true;
    void fetched(name).then((state) => {
      fetching = false;
      // Another run may have been chosen meanwhile.
      if (chosenRun.peek() === name) {
        report.value = state;
        shown = wanted;
      }
      // Triggers another look, since the run has changed in the meantime.
      runs.value = runs.peek() === undefined ? undefined : [...(runs.peek() ?? [])];
    });
  });
}

/** Message for a run that does not exist. */
export const noRun = (name: string): string =>
  isEmbedded
    ? `These pages hold no run ${name}: \`agon report ${name} --embed\` adds one that the store has.`
    : `The store has no run ${name}.`;

async function fetched(name: string): Promise<ReturnType<typeof readReport>> {
  try {
    return readReport(await answered(`./api/runs/${encodeURIComponent(name)}/report`));
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/** Reads the runs beside a page without a server, which do not change. */
async function readRuns(): Promise<void> {
  try {
    runs.value = await embeddedRuns();
    connected.value = true;
  } catch (error) {
    trouble.value = messageOf(error);
  }
}

function connect(): void {
  const address = new URL("./live", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  socket.onopen = () => {
    connected.value = true;
  };
  socket.onmessage = ({ data }) => {
    const message: RunList | ClusterPageData = JSON.parse(String(data));
    if ("cluster" in message) {
      cluster.value = message.cluster;
      return;
    }
    const known = new Map([...(runs.peek() ?? []), ...message.runs].map((run) => [run.run, run]));
    runs.value = message.order.flatMap((name) => known.get(name) ?? []);
  };
  socket.onclose = () => {
    connected.value = false;
    setTimeout(connect, RETRY);
  };
}
