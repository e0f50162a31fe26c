// What the live view knows: the runs of the store as the server tells them, and the report of the chosen run, which is fetched anew
// whenever the run changes.

import { computed, effect, signal } from "@preact/signals";
import type { ClusterPageData } from "../cluster/standing-data.ts";
import { messageOf } from "../core/errors.ts";
import type { RunList, RunRow } from "../lab/view/view-data.ts";
import { chosen } from "./chosen.ts";
import { cluster } from "./cluster-state.ts";
import { embeddedRuns, isEmbedded } from "./embedded.ts";
import { answered } from "./fetched.ts";
import { cellsInReport, readReport, report } from "./state.ts";

/** Runs of the store, the one begun last first; undefined before the server has told any. */
export const runs = signal<readonly RunRow[] | undefined>(undefined);

/** Whether the server tells this page what changes. */
export const connected = signal(false);

/** Why there is nothing to show; empty where there is. */
export const trouble = signal("");

/** The run that is looked at; null for the list of all. */
export const chosenRun = computed(() => chosen.value.get("run"));

const VIEWS = ["report", "answers", "episodes", "replay", "texts", "file", "judge"] as const;

/** What of the run is looked at. */
export const chosenView = computed((): (typeof VIEWS)[number] => {
  const show = chosen.value.get("show");
  // Files, and votes, are on the server's machine.
  return VIEWS.find((view) => view === show && !(isEmbedded && (view === "file" || view === "judge"))) ?? "report";
});

/** Whether runs can only be looked at: nothing is changed, started or stopped. */
export const isReadOnly = isEmbedded || document.documentElement.dataset.readOnly !== undefined;

/** Where votes are taken, of a page that is for votes alone. */
export const ballot = document.documentElement.dataset.ballot;

/** Milliseconds before the next attempt to reach a server that is gone. */
const RETRY = 1000;

/** Begins to follow the store, for as long as the page is open. */
export function followStore(): void {
  if (isEmbedded) void readRuns();
  else connect();
  let shown = "";
  let fetching = false;
  effect(() => {
    const name = chosenRun.value;
    const run = runs.value?.find((one) => one.run === name);
    cellsInReport.value = run?.cells;
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
      // A change in the meantime is looked at again.
      runs.value = runs.peek() === undefined ? undefined : [...(runs.peek() ?? [])];
    });
  });
}

/** What is said of a run that is not there. */
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

/** The runs that lie beside a page without a server; nothing of them changes. */
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
