// Page that replays episodes: variants on one seed side by side and synchronised, controlled by buttons, keyboard, a slider, or the URL.

import { useMemo } from "preact/hooks";
import type { RunRow } from "../../lab/view/view-data.ts";
import { adjust, chosen } from "../chosen.ts";
import { sharedScales } from "../shared-scales.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { numberIn, ReplayControls, useReplayClock } from "./replay-controls.tsx";
import { ReplaySide } from "./replay-side.tsx";
import { VariantsChoice } from "./variants-choice.tsx";

/** Maximum number of variants side by side. */
const MOST_SIDES = 4;

export function ReplayPage({ run }: { readonly run: RunRow | undefined }) {
  const clock = useReplayClock();
  const scales = useMemo(sharedScales, []);
  if (run === undefined) return <p class="empty">The store has no such run.</p>;
  const seed = numberIn("seed", 0);
  const episode = numberIn("episode", 0);
  const variants = chosen.value.getAll("variant").filter((name) => run.variants.includes(name));
  const sides = (variants.length === 0 ? run.variants : variants).slice(0, MOST_SIDES);
  return (
    <main class="replay">
      <h1>Replay</h1>
      <p class="about">
        Seed {seed}, episode {episode}.{" "}
        <ChoiceLink to={{ run: run.run, show: "episodes", seed: String(seed) }}>All episodes of this seed</ChoiceLink>
      </p>
      <VariantsChoice
        run={run}
        legend="Side by side"
        shown={sides}
        most={MOST_SIDES}
        onChoice={(variant) => adjust({ variant })}
      />
      <ReplayControls clock={clock} />
      <div class="sides" style={{ "--sides": String(Math.min(2, sides.length)) }}>
        {sides.map((variant) => (
          <ReplaySide
            key={variant}
            run={run}
            place={{ variant, seed, episode }}
            index={run.variants.indexOf(variant)}
            clock={clock}
            scales={scales}
          />
        ))}
      </div>
    </main>
  );
}
