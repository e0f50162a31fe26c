// Two episodes of one seed without names, side by side and synchronised.

import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { HandedPair, WrittenVote } from "../../lab/judging/judging-data.ts";
import type { EpisodeReplay } from "../../lab/report/replay-data.ts";
import { useFetched } from "../fetched.ts";
import type { ReplayClock } from "../player.ts";
import { endsOf, type SharedScales, sharedScales } from "../shared-scales.ts";
import { Problem } from "./code-text.tsx";
import { ReplayControls, useReplayClock } from "./replay-controls.tsx";
import { ReplayedEpisode, stretchAt } from "./replay-side.tsx";

const SIDES = ["left", "right"] as const;
type Which = (typeof SIDES)[number];

interface JudgedEpisodesProps {
  readonly address: string;
  readonly pair: HandedPair;
  /** The vote, once it is cast. */
  readonly vote: WrittenVote | undefined;
  /** Called once both episodes are shown. */
  readonly onShown: () => void;
}

export function JudgedEpisodes({ address, pair, vote, onShown }: JudgedEpisodesProps) {
  const clock = useReplayClock();
  const scales = useMemo(sharedScales, []);
  const [here, setHere] = useState<ReadonlySet<Which>>(new Set());
  const isWhole = SIDES.every((side) => here.has(side));
  useEffect(() => {
    if (isWhole) onShown();
  }, [isWhole]);
  return (
    <>
      <ReplayControls clock={clock} />
      <div class="sides" style={{ "--sides": "2" }}>
        {SIDES.map((side) => (
          <JudgedEpisode
            key={side}
            {...{ address, pair: pair.pair, side, clock, scales }}
            head={headOf(side, vote)}
            onCome={() => setHere((before) => new Set([...before, side]))}
          />
        ))}
      </div>
    </>
  );
}

interface JudgedEpisodeProps {
  readonly address: string;
  readonly pair: string;
  readonly side: Which;
  readonly head: string;
  readonly clock: ReplayClock;
  readonly scales: SharedScales;
  readonly onCome: () => void;
}

function JudgedEpisode({ address, pair, side, head, clock, scales, onCome }: JudgedEpisodeProps) {
  const query = new URLSearchParams({ pair, side, from: String(stretchAt(clock)) });
  const { data, problem } = useFetched<EpisodeReplay>(`${address}/replay?${query}`);
  const steps = data?.steps;
  const isText = data !== undefined && data.text !== null;
  useEffect(() => (steps === undefined ? undefined : clock.lasts(side, steps, isText)), [steps, isText, side, clock]);
  useLayoutEffect(() => (data === undefined ? undefined : scales.spans(side, endsOf(data))), [data, side, scales]);
  useEffect(() => {
    if (data !== undefined) onCome();
  }, [data]);
  return (
    <section class="side" aria-label={side}>
      <h3>{head}</h3>
      <Problem text={problem} />
      {data === undefined && problem === undefined && <p class="empty">The episode is being played again …</p>}
      {data !== undefined && problem === undefined && <ReplayedEpisode data={data} clock={clock} scales={scales} />}
    </section>
  );
}

/** Returns the heading of a side: its name once the vote is cast. */
export const headOf = (side: "left" | "right", vote: WrittenVote | undefined): string =>
  `${side === "left" ? "Left" : "Right"}${vote === undefined ? "" : `: ${vote[side]}`}`;
