// Stored episodes: the typical and the worst one of each variant, side by side, on common scales.

import { brief, count, isNumber, unitBeside, words } from "../../evaluation/number-format.ts";
import { groupsByPay } from "../../lab/report/finding/comparable.ts";
import type { ReplayData, ReportData, VariantReport } from "../../lab/report/report-data.ts";
import { heatMaps, heatRanges, longestReplay } from "../heat.ts";
import { VariantPanel } from "./boxes.tsx";
import { EpisodeTextStrip } from "./episode-text.tsx";
import { HeatLegend } from "./heat-legend.tsx";
import { HeatMap, HeatScale } from "./heat-map.tsx";

/** Number of variants whose episodes are open initially. */
const OPEN = 3;
/** Width of a letter of the row labels, in pixels. */
const LETTER = 7.2;
/** Title of the scale of pay. */
const PAY = "pay of a step";

/** Returns whether the run stored the steps of an episode. */
export const stored = ({ variants }: ReportData): boolean =>
  variants.some(({ typical, worst }) => typical !== null || worst !== null);

export function Replays({ data }: { readonly data: ReportData }) {
  const shared = heatRanges(data.variants);
  // Amounts in several coins have no common scale.
  if (groupsByPay(data.variants).length > 1) shared.delete("pay");
  const steps = longestReplay(data);
  return (
    <>
      <p class="scales">
        {[...shared].map(([kind, [low, high]]) => (
          <HeatScale key={kind} title={kind === "pay" ? PAY : words(kind)} low={low} high={high} />
        ))}
      </p>
      {data.variants.map((variant, index) => (
        <VariantReplays key={variant.name} data={data} index={index} shared={shared} steps={steps} />
      ))}
    </>
  );
}

type Ranges = ReadonlyMap<string, readonly [number, number]>;

interface VariantReplaysProps {
  readonly data: ReportData;
  readonly index: number;
  readonly shared: Ranges;
  readonly steps: number;
}

function VariantReplays({ data, index, shared, steps }: VariantReplaysProps) {
  const variant = data.variants[index];
  const own = heatRanges([variant]).get("pay");
  const isShared = own !== undefined && shared.has("pay");
  const ranges = own === undefined || isShared ? shared : new Map([...shared, ["pay", own]]);
  const opens = index < (variant.agents.length > 8 ? 1 : OPEN);
  const { typical, worst } = variant;
  const isOne = typical !== null && typical.seed === worst?.seed && typical.episode === worst.episode;
  const episodes = isOne
    ? [{ which: "typical and worst", replay: typical }]
    : [
        { which: "typical", replay: typical },
        { which: "worst", replay: worst },
      ];
  return (
    <VariantPanel
      kind="replay"
      name={variant.name}
      {...{ index, opens, aside: isShared ? undefined : payScale(variant, own) }}
    >
      {() => (
        <div class="side-by-side">
          {episodes.map(({ which, replay }) => (
            <Episode key={which} which={which} replay={replay} {...{ data, variant, ranges, steps }} />
          ))}
        </div>
      )}
    </VariantPanel>
  );
}

/** Legend of the colours of pay in a variant's maps or texts. */
function payScale(variant: VariantReport, own: readonly [number, number] | undefined) {
  if (own !== undefined) return <HeatScale title={PAY} low={own[0]} high={own[1]} />;
  const paid = stepsPaid(variant);
  return paid.length === 0 ? undefined : (
    <HeatLegend meaning="pay of a character" most={mostPaid(variant)} signed={paid.some((pay) => pay < 0)} />
  );
}

interface EpisodeProps extends Omit<VariantReplaysProps, "index" | "shared"> {
  readonly ranges: Ranges;
  readonly which: string;
  readonly variant: VariantReport;
  readonly replay: ReplayData | null;
}

function Episode({ which, replay, data, variant, ranges, steps }: EpisodeProps) {
  if (replay === null) return <p class="empty">The {which} episode was not stored.</p>;
  const length = replay.actions[0]?.length ?? 0;
  const { name, unit } = data.objective;
  const maps = heatMaps(replay, variant);
  const longest = Math.max(...maps.flatMap(({ rows }) => rows.map(({ label }) => label.length)));
  return (
    <figure data-replay={which} style={{ "--label-width": `min(${longest * LETTER}px, 40%)` }}>
      <figcaption>
        <strong>{which}</strong>: seed {replay.seed}, episode {replay.episode}, {words(name)}{" "}
        <data value={String(replay.objective)}>{brief(replay.objective)}</data>
        {isNumber(replay.objective) && ` ${unitBeside(words(name), unit)}`.trimEnd()}, {count(length, "step")}
        {maps.length > 0 && length < steps ? ` of ${steps}` : ""}
      </figcaption>
      {replay.text !== undefined && (
        <EpisodeTextStrip
          name={`${variant.name} ${which}`}
          text={replay.text}
          pay={replay.pay[0] ?? []}
          most={mostPaid(variant)}
        />
      )}
      {maps.map((map) => {
        const [low, high] = ranges.get(map.kind) ?? [0, 1];
        return <HeatMap key={map.kind} map={map} low={low} high={high} steps={steps} />;
      })}
      {maps.length > 0 && (
        <div class="heat-axis" aria-hidden="true">
          <span>step 1</span>
          <span>{steps}</span>
        </div>
      )}
    </figure>
  );
}

/** Returns the largest absolute pay of a step in a variant's stored episodes. */
const mostPaid = (variant: VariantReport): number =>
  stepsPaid(variant).reduce((most, pay) => Math.max(most, Math.abs(pay)), 0);

/** Returns the pay of every step in a variant's stored episodes. */
const stepsPaid = ({ typical, worst }: VariantReport): number[] =>
  [typical, worst].flatMap((replay) => replay?.pay.flat() ?? []);
