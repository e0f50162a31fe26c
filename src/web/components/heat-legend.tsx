// Legend of a text's colours, with the numbers at both ends.

import { number } from "../../evaluation/number-format.ts";

interface HeatLegendProps {
  readonly meaning: string;
  /** Size of a number with the strongest colour. */
  readonly most: number;
  /** Whether negative numbers have a colour of their own. */
  readonly signed?: boolean;
}

/** Not rendered where no character has a value. */
export function HeatLegend({ meaning, most, signed = false }: HeatLegendProps) {
  if (most === 0) return null;
  const decimals = Number.isInteger(most) ? 0 : Math.max(0, 1 - Math.floor(Math.log10(most)));
  return (
    <span class="heat-legend">
      <span>{meaning}</span>
      <span class="heat-scale">
        {signed ? number(-most, decimals) : "0"}
        <span class={`strip ${signed ? "signed" : "heat"}`} aria-hidden="true" />
        {number(most, decimals)}
      </span>
    </span>
  );
}
