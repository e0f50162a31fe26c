// A variant's mark in its colour, as in every figure, and a legend of variants.

import { appearance, markPath } from "../appearance.ts";

export function VariantMark({ index }: { readonly index: number }) {
  const { colour, mark } = appearance(index);
  return (
    <svg class="mark" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
      <path d={markPath(mark, 90)} style={{ fill: colour }} />
    </svg>
  );
}

/** Names of some variants with their marks; `index` is a variant's index in the run. */
export function VariantKey({
  variants,
}: {
  readonly variants: readonly { index: number; variant: { name: string } }[];
}) {
  return (
    <ul class="key" aria-label="Variants">
      {variants.map(({ variant: { name }, index }) => (
        <li key={name}>
          <VariantMark index={index} />
          {name}
        </li>
      ))}
    </ul>
  );
}
