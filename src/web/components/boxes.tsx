// Containers: a collapsible panel for one variant, and a box in which a wide table scrolls.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { VariantMark } from "./variant-mark.tsx";

export interface VariantPanelProps {
  /** CSS class of the content. */
  readonly kind: string;
  readonly index: number;
  readonly name: string;
  /** Whether it is open initially. */
  readonly opens: boolean;
  /** Content beside the name. */
  readonly aside?: ComponentChildren;
  readonly children: () => ComponentChildren;
}

/** A collapsible panel; its content is rendered only while it is open. */
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

/** A box in which a wide table scrolls, so that the page itself does not. */
export function TableBox({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table-box" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
