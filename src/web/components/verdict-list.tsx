// A list of claims: the verdict with its symbol, the claim, and the measured value.

import type { FactVerdict, Verdict } from "../../study/verdict.ts";

export interface ListedVerdict {
  readonly name: string;
  readonly verdict: Verdict | FactVerdict;
  /** The expected and the measured value. */
  readonly about: string;
}

const MARKS = { good: "✓", open: "?", bad: "✗" } as const;
const KINDS = {
  holds: "good",
  "shown by tests": "good",
  undecided: "open",
  fails: "bad",
  "contradicted by tests": "bad",
} as const satisfies Record<ListedVerdict["verdict"], keyof typeof MARKS>;

interface VerdictListProps {
  readonly results: readonly ListedVerdict[];
}

export function VerdictList({ results }: VerdictListProps) {
  return (
    <ul class="results">
      {results.map(({ name, verdict, about }) => {
        const kind = KINDS[verdict];
        return (
          <li key={name}>
            <span class={`verdict ${kind}`}>
              <span aria-hidden="true">{MARKS[kind]}</span> {verdict}
            </span>
            <div>
              <p>{name}</p>
              <p class="about">{about.replaceAll(/ ([=<]) (?=[−\d])/g, "\u00a0$1\u00a0")}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
