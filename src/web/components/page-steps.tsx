// Which part of a longer list a page shows, with links to the previous and the next page.

import type { ComponentChildren } from "preact";
import { number } from "../../evaluation/number-format.ts";
import { adjust } from "../chosen.ts";

interface PageStepsProps {
  readonly page: number;
  readonly pages: number;
  /** Description of what is shown. */
  readonly children: ComponentChildren;
}

export function PageSteps({ page, pages, children }: PageStepsProps) {
  const go = (to: number) => adjust({ page: to === 1 ? "" : String(to) });
  return (
    <p class="pages">
      <span role="status">
        {children}
        {pages > 1 && `, page ${page} of ${number(pages, 0)}`}
      </span>
      {pages > 1 && (
        <>
          <button type="button" disabled={page <= 1} onClick={() => go(page - 1)}>
            Before
          </button>
          <button type="button" disabled={page >= pages} onClick={() => go(page + 1)}>
            Next
          </button>
        </>
      )}
    </p>
  );
}
