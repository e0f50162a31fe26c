// A list of claims: the verdict with its symbol, the claim, and the measured value.

import type { Verdict } from "../../study/verdict.ts";

export interface ListedVerdict {
  readonly name: string;
  readonly verdict: Verdict;
  /** The expected and the measured value. */
  readonly about: string;
}

const MARKS = { good: "✓", open: "?", bad: "✗" } as const;

interface VerdictListProps {
  readonly results: readonly ListedVerdict[];
}

export function VerdictList({ results }: VerdictListProps) {
  return (
    <ul class="results">
      {results.map(({ name, verdict, about }) => {
        const kind = verdict === "holds" ? "good" : verdict === "undecided" ? "open" : "bad";
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
