// A game that the server plays again, with the controls of its replay.

import type { EpisodeReplay } from "../../lab/report/replay-data.ts";
import type { ReplayClock } from "../player.ts";
import type { SharedScales } from "../shared-scales.ts";
import { Problem } from "./code-text.tsx";
import { ReplayControls } from "./replay-controls.tsx";
import { ReplayedEpisode } from "./replay-side.tsx";

interface PlayedAgainProps {
  /** Undefined until the server has answered. */
  readonly data: EpisodeReplay | undefined;
  readonly problem: string | undefined;
  readonly clock: ReplayClock;
  readonly scales: SharedScales;
}

export function PlayedAgain({ data, problem, clock, scales }: PlayedAgainProps) {
  return (
    <>
      <ReplayControls clock={clock} />
      <Problem text={problem} />
      {data === undefined && problem === undefined && <p class="empty">The game is being played again …</p>}
      {data !== undefined && problem === undefined && (
        <div class="sides" style={{ "--sides": "1" }}>
          <section class="side" aria-label="The game">
            <ReplayedEpisode data={data} clock={clock} scales={scales} />
          </section>
        </div>
      )}
    </>
  );
}
