// Page that replays a saved game of a person.

import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { EpisodeReplay } from "../../lab/report/replay-data.ts";
import { useFetched } from "../fetched.ts";
import { PLAY } from "../play-choice.ts";
import { endsOf, sharedScales } from "../shared-scales.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { CodeText } from "./code-text.tsx";
import { ReplayControls, useReplayClock } from "./replay-controls.tsx";
import { ReplayedEpisode, stretchAt } from "./replay-side.tsx";

export function SavedGamePage({ game }: { readonly game: string }) {
  const clock = useReplayClock();
  const scales = useMemo(sharedScales, []);
  const from = stretchAt(clock);
  const { data, problem } = useFetched<EpisodeReplay>(`./api/games/saved/${encodeURIComponent(game)}?from=${from}`);
  const steps = data?.steps;
  const isText = data !== undefined && data.text !== null;
  useEffect(() => (steps === undefined ? undefined : clock.lasts(game, steps, isText)), [steps, isText, game, clock]);
  useLayoutEffect(() => (data === undefined ? undefined : scales.spans(game, endsOf(data))), [data, game, scales]);
  return (
    <main class="replay">
      <h1>{data === undefined ? "A saved game" : data.variant}</h1>
      <p class="about links">
        {data !== undefined &&
          `Seed ${data.seed}, ${data.agents.map(({ label, policy }) => `${label}: ${policy}`).join("; ")}. `}
        <ChoiceLink to={PLAY}>All games</ChoiceLink>
      </p>
      <ReplayControls clock={clock} />
      {problem !== undefined && (
        <p class="empty">
          <CodeText text={problem} />
        </p>
      )}
      {data === undefined && problem === undefined && <p class="empty">The game is being played again …</p>}
      {data !== undefined && problem === undefined && (
        <div class="sides" style={{ "--sides": "1" }}>
          <section class="side" aria-label="The game">
            <ReplayedEpisode data={data} clock={clock} scales={scales} />
          </section>
        </div>
      )}
    </main>
  );
}
