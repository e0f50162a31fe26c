// The box in which a wide table scrolls, so that the page itself never does.

import type { ComponentChildren } from "preact";

export function TableBox({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table-box" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
