// A link within the view. It is followed without reloading the page, and can be opened in a new tab or shared.

import type { ComponentChildren } from "preact";
import { type AddressChoices, addressOf, choose } from "../chosen.ts";

interface ChoiceLinkProps {
  readonly to: AddressChoices;
  readonly current?: boolean;
  readonly title?: string;
  readonly children: ComponentChildren;
}

export function ChoiceLink({ to, current = false, title, children }: ChoiceLinkProps) {
  return (
    <a
      href={addressOf(to)}
      title={title}
      aria-current={current ? "page" : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        choose(to);
      }}
    >
      {children}
    </a>
  );
}
