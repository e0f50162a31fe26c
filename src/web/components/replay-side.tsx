// One variant's side of a replay: the picture of the world, the text, the agents' actions, and every measure up to the shown step.

import { useEffect, useLayoutEffect } from "preact/hooks";
import { count, number, words } from "../../evaluation/number-format.ts";
import type { EpisodePlace, EpisodeReplay } from "../../lab/report/replay-data.ts";
import type { RunRow } from "../../lab/view/view-data.ts";
import { useFetched } from "../fetched.ts";
import type { ReplayClock } from "../player.ts";
import { endsOf, type SharedScales } from "../shared-scales.ts";
import { Problem } from "./code-text.tsx";
import { Conversation } from "./conversation.tsx";
import { Exchanges } from "./exchanges.tsx";
import { SceneCanvas } from "./scene-canvas.tsx";
import { StepCurves } from "./step-curves.tsx";
import { VariantMark } from "./variant-mark.tsx";

/** Number of steps per response of the server. */
const STRETCH = 2000;

/** Returns the first step of the part that contains a moment. */
export const stretchAt = ({ moment }: ReplayClock): number => Math.floor(moment.value / STRETCH) * STRETCH;

export interface ReplaySideProps {
  readonly run: RunRow;
  readonly place: EpisodePlace;
  /** Index of the variant in the run. */
  readonly index: number;
  readonly clock: ReplayClock;
  readonly scales: SharedScales;
}

export function ReplaySide({ run, place, index, clock, scales }: ReplaySideProps) {
  const stretch = stretchAt(clock);
  const query = new URLSearchParams({
    ...{ variant: place.variant, seed: String(place.seed), episode: String(place.episode) },
    from: String(stretch),
  });
  const { data, problem } = useFetched<EpisodeReplay>(`./api/runs/${encodeURIComponent(run.run)}/replay?${query}`);
  const steps = data?.steps;
  const isText = data !== undefined && data.text !== null;
  useEffect(
    () => (steps === undefined ? undefined : clock.lasts(place.variant, steps, isText)),
    [steps, isText, place.variant, clock],
  );
  // A layout effect, since its curves are drawn on scales that must include this side before the page is painted.
  useLayoutEffect(
    () => (data === undefined ? undefined : scales.spans(place.variant, endsOf(data))),
    [data, place.variant, scales],
  );
  return (
    <section class="side" aria-label={place.variant}>
      <h2>
        <VariantMark index={index} />
        {place.variant}
      </h2>
      <Problem text={problem} />
      {data === undefined && problem === undefined && <p class="empty">The episode is being played again …</p>}
      {data !== undefined && problem === undefined && <ReplayedEpisode data={data} clock={clock} scales={scales} />}
    </section>
  );
}

interface ReplayedEpisodeProps extends Pick<ReplaySideProps, "clock" | "scales"> {
  readonly data: EpisodeReplay;
}

/** A loaded episode, at the moment of the clock. */
export function ReplayedEpisode({ data, clock, scales }: ReplayedEpisodeProps) {
  const moment = Math.min(clock.moment.value, data.steps);
  // While another part is being loaded, the nearest loaded step is shown.
  const at = Math.min(data.actions.length, Math.max(0, moment - data.from));
  const { scenes, text, asked, from, actions, steps } = data;
  return (
    <>
      {scenes !== null && <SceneCanvas scenes={scenes} at={at} />}
      {text !== null && <Conversation data={data} text={text} scales={scales} done={from + at} />}
      {clock.shown.value > steps && <p class="about">This episode was over after {count(steps, "step")}.</p>}
      {asked !== null && <Exchanges calls={asked} labels={data.agents.map(({ label }) => label)} />}
      {text === null && <Deeds data={data} at={at} />}
      {actions.length < steps && (
        <p class="about">
          Steps {from + 1} to {from + actions.length} of {steps} are drawn.
        </p>
      )}
      {data.measures.length > 0 && (
        <StepCurves data={data} at={at} ends={scales.ends.value} last={Math.min(from + STRETCH, clock.steps.value)} />
      )}
    </>
  );
}

/** Actions of every agent in the step that led to this moment. */
function Deeds({ data, at }: { readonly data: EpisodeReplay; readonly at: number }) {
  const { agents, actionSize, actions, choices, actionUnit } = data;
  const now = at === 0 ? undefined : actions[at - 1];
  if (agents.length > 12) return null;
  return (
    <dl class="deeds" aria-label="Actions of this step">
      {agents.map(({ id, label, policy }, seat) => {
        const own = now?.slice(seat * actionSize, (seat + 1) * actionSize);
        return (
          <div key={id}>
            <dt>
              {label}
              {policy !== "" && (
                <>
                  , <span class="policy">{policy}</span>
                </>
              )}
            </dt>
            {actionSize > 0 && <dd>{own === undefined ? "–" : deed(own, choices, actionUnit)}</dd>}
          </div>
        );
      })}
    </dl>
  );
}

/** Formats an action by its name, or as its numbers with their unit. */
function deed(action: readonly number[], choices: readonly string[] | null, unit: string): string {
  const named = choices?.[action[0]];
  if (named !== undefined) return words(named);
  const numbers = action.map((value) => number(value, Number.isInteger(value) ? 0 : 2)).join(", ");
  return unit === "" || action.length > 1 ? numbers : `${numbers} (${unit})`;
}
