// The live view: all runs of the store, or the one that is chosen.

import { useEffect } from "preact/hooks";
import { chosenRun, connected, runs } from "../view-state.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { LiveRun } from "./live-run.tsx";
import { ReportPage } from "./report-page.tsx";
import { RunsList } from "./runs-list.tsx";

export function ViewPage() {
  const name = chosenRun.value;
  const run = runs.value?.find((one) => one.run === name);
  useEffect(() => {
    if (name === null) document.title = "Runs · Agon";
  }, [name]);
  return (
    <>
      <div class="view-bar">
        <ChoiceLink to={{}} current={name === null}>
          All runs
        </ChoiceLink>
        {name !== null && <span class="here">{run?.title ?? name}</span>}
        <span class="state" role="status">
          {connected.value ? "" : runs.value === undefined ? "connecting …" : "not connected: figures stand still"}
        </span>
      </div>
      {name === null ? <RunsList /> : <LiveRun run={run} />}
      {name !== null && <ReportPage />}
    </>
  );
}
