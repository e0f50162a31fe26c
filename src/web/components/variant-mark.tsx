// A variant's mark in its colour, as it stands in every figure, and the key that names them.

import { appearance, markPath } from "../appearance.ts";

export function VariantMark({ index }: { readonly index: number }) {
  const { colour, mark } = appearance(index);
  return (
    <svg class="mark" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
      <path d={markPath(mark, 90)} style={{ fill: colour }} />
    </svg>
  );
}

export function VariantKey({ names }: { readonly names: readonly string[] }) {
  return (
    <ul class="key" aria-label="Variants">
      {names.map((name, index) => (
        <li key={name}>
          <VariantMark index={index} />
          {name}
        </li>
      ))}
    </ul>
  );
}
