// What the live view knows: the runs of the store as the server tells them, what is chosen in the address, and the report of the
// chosen run, which is fetched anew whenever the run changes.

import { computed, effect, signal } from "@preact/signals";
import type { Told, ToldRun } from "../lab/view-data.ts";
import { readReport, report } from "./state.ts";

/** Runs of the store, the one begun last first; undefined before the server has told any. */
export const runs = signal<readonly ToldRun[] | undefined>(undefined);

/** Whether the server tells this page what changes. */
export const connected = signal(false);

/** What is chosen, as it stands in the address. */
export const chosen = signal(new URLSearchParams(location.search));

/** The run that is looked at; null for the list of all. */
export const chosenRun = computed(() => chosen.value.get("run"));

/** Chooses; what stands in the address is a link to it. */
export function choose(parameters: Readonly<Record<string, string>>): void {
  chosen.value = new URLSearchParams(parameters);
  history.pushState(null, "", addressOf(parameters));
  scrollTo(0, 0);
}

/** The address under which this choice is found again. */
export const addressOf = (parameters: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(parameters).toString();
  return text === "" ? "./" : `./?${text}`;
};

/** Milliseconds before the next attempt to reach a server that is gone. */
const RETRY = 1000;

/** Begins to follow the store, for as long as the page is open. */
export function followStore(): void {
  addEventListener("popstate", () => {
    chosen.value = new URLSearchParams(location.search);
  });
  connect();
  let shown = "";
  let fetching = false;
  effect(() => {
    const name = chosenRun.value;
    const run = runs.value?.find((one) => one.run === name);
    if (name === null || runs.value === undefined) return;
    if (run === undefined) {
      report.value = { problem: `The store has no run ${name}.` };
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

async function fetched(name: string): Promise<ReturnType<typeof readReport>> {
  try {
    const answer = await fetch(`./api/runs/${encodeURIComponent(name)}/report`);
    const text = await answer.text();
    return answer.ok ? readReport(text) : { problem: problemIn(text) };
  } catch {
    return { problem: "The server does not answer: `agon view` has ended." };
  }
}

/** What the server says is wrong. */
function problemIn(text: string): string {
  try {
    const { problems }: { problems: readonly { what: string; hint?: string }[] } = JSON.parse(text);
    return problems.map(({ what, hint }) => (hint === undefined ? what : `${what}; ${hint}`)).join("; ");
  } catch {
    return "The server answered with something that is no answer of Agon's.";
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
    const told: Told = JSON.parse(String(data));
    const known = new Map([...(runs.peek() ?? []), ...told.runs].map((run) => [run.run, run]));
    runs.value = told.order.flatMap((name) => known.get(name) ?? []);
  };
  socket.onclose = () => {
    connected.value = false;
    setTimeout(connect, RETRY);
  };
}

/** Asks the processes that work on a run to stop, as Ctrl-C does. */
export async function stopRun(name: string): Promise<void> {
  await fetch(`./api/runs/${encodeURIComponent(name)}/stop`, { method: "POST" });
}
