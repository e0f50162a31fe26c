// A button that stops a run, as Ctrl-C does, or resumes it. Not rendered on read-only pages.

import { useState } from "preact/hooks";
import { messageOf } from "../../core/errors.ts";
import { STOPPING } from "../../lab/run/stopping.ts";
import type { BegunRun } from "../../lab/view/draft-data.ts";
import { choose } from "../chosen.ts";
import { done } from "../fetched.ts";
import { isReadOnly } from "../view-state.ts";
import { Failure } from "./code-text.tsx";

const DEEDS = {
  stop: { label: "Stop", waiting: "Stopping …" },
  resume: { label: "Resume", waiting: "Resuming …" },
} as const;

interface DeedButtonProps {
  readonly run: string;
  readonly deed: keyof typeof DEEDS;
}

interface State {
  readonly deed: DeedButtonProps["deed"];
  readonly isWaiting: boolean;
  readonly problem?: string;
}

export function DeedButton({ run, deed }: DeedButtonProps) {
  const [last, setState] = useState<State>({ deed, isWaiting: false });
  if (isReadOnly) return null;
  const { label, waiting } = DEEDS[deed];
  // The same button stops and resumes, so that it keeps the focus; a message about the other action is dropped.
  const state: State = last.deed === deed ? last : { deed, isWaiting: false };
  const act = async (): Promise<void> => {
    setState({ deed, isWaiting: true });
    try {
      const begun = await done<Partial<BegunRun>>(run, deed);
      // Where Agon or a file has changed since, the resumed run has another name.
      if (begun.run !== undefined && begun.run !== run) choose({ run: begun.run });
      // A stop lasts until the cells in progress are finished; the button disappears with them.
      else if (deed === "resume") setState({ deed, isWaiting: false });
    } catch (error) {
      setState({ deed, isWaiting: false, problem: messageOf(error) });
    }
  };
  return (
    <>
      <button type="button" aria-disabled={state.isWaiting} onClick={() => !state.isWaiting && void act()}>
        {state.isWaiting ? waiting : label}
      </button>
      {state.isWaiting && deed === "stop" && <p class="about">{STOPPING}</p>}
      <Failure text={state.problem} />
    </>
  );
}
