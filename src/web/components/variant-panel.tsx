// A panel of one variant that can be folded; what it holds is made when it is open.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { VariantMark } from "./variant-mark.tsx";

export interface VariantPanelProps {
  /** Class of what it holds. */
  readonly kind: string;
  readonly index: number;
  readonly name: string;
  /** Whether it is open at first. */
  readonly opens: boolean;
  /** Stands beside the name. */
  readonly aside?: ComponentChildren;
  readonly children: () => ComponentChildren;
}

export function VariantPanel({ kind, index, name, opens, aside, children }: VariantPanelProps) {
  const open = useSignal(opens);
  return (
    <details
      class={`panel ${kind}`}
      open={open.value}
      onToggle={(event) => {
        open.value = event.currentTarget.open;
      }}
    >
      <summary>
        <h3>
          <VariantMark index={index} />
          {name}
        </h3>
        {aside}
      </summary>
      {open.value && children()}
    </details>
  );
}
