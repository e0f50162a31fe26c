// Pages of games that people play: begin one, take its turns, and see a saved one.

import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { EpisodeReplay } from "../../lab/report/replay-data.ts";
import { useFetched } from "../fetched.ts";
import { isPlayShown, openGame, PLAY, savedGame } from "../play-choice.ts";
import { endsOf, sharedScales } from "../shared-scales.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { GameOrderPage } from "./game-order-page.tsx";
import { PlayedAgain } from "./played-again.tsx";
import { useReplayClock } from "./replay-controls.tsx";
import { stretchAt } from "./replay-side.tsx";
import { SeatGamePage } from "./seat-game-page.tsx";

/** Page that replays a saved game of a person. */
function SavedGamePage({ game }: { readonly game: string }) {
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
      <PlayedAgain data={data} problem={problem} clock={clock} scales={scales} />
    </main>
  );
}

export function PlayPages() {
  const [open, saved] = [openGame.value, savedGame.value];
  const isShown = isPlayShown.value;
  useEffect(() => {
    if (isShown) document.title = "Play · Agon";
  }, [isShown]);
  if (!isShown) return null;
  if (open !== null) return <SeatGamePage key={open} game={open} />;
  return saved === null ? <GameOrderPage /> : <SavedGamePage key={saved} game={saved} />;
}
