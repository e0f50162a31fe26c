// Selection of the variants of a run that a page shows, at least one and at most so many.

import type { RunRow } from "../../lab/view/view-data.ts";
import { VariantMark } from "./variant-mark.tsx";

interface VariantsChoiceProps {
  readonly run: RunRow;
  readonly legend: string;
  readonly shown: readonly string[];
  readonly most: number;
  readonly onChoice: (variants: string[]) => void;
}

export function VariantsChoice({ run, legend, shown, most, onChoice }: VariantsChoiceProps) {
  if (run.variants.length < 2) return null;
  return (
    <fieldset class="sides-choice">
      <legend>{legend}</legend>
      {run.variants.map((variant, index) => {
        const isShown = shown.includes(variant);
        return (
          <label key={variant}>
            <input
              type="checkbox"
              checked={isShown}
              disabled={shown.length === (isShown ? 1 : most)}
              onChange={() =>
                onChoice(run.variants.filter((one) => (one === variant ? !isShown : shown.includes(one))))
              }
            />
            <VariantMark index={index} />
            {variant}
          </label>
        );
      })}
    </fieldset>
  );
}
