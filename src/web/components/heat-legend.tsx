// What the heat of a text means, and the numbers at the ends of its colours.

import { number } from "../../evaluation/number-format.ts";

interface HeatLegendProps {
  readonly meaning: string;
  /** The size of a number that has the full colour. */
  readonly most: number;
  /** Whether numbers below zero have a colour of their own. */
  readonly signed?: boolean;
}

/** Nothing where no character has any heat. */
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
