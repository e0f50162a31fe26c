// What a judge says of a pair: which side is better, answers to further questions, and a reason.

import { useState } from "preact/hooks";
import type { Ballot, JudgedSide } from "../../lab/judging/judging-data.ts";
import { useVoteKeys } from "./vote-keys.ts";

export type Answered = Pick<Ballot, "better" | "answers" | "reason">;

interface BallotFormProps {
  /** Further questions. */
  readonly also: readonly string[];
  /** Whether there is something to judge, and no vote on its way. */
  readonly isReady: boolean;
  readonly onVote: (answered: Answered) => void;
  readonly onSkip: () => void;
}

const VOTES = [
  { better: "left", label: "Left is better", key: "1" },
  { better: "right", label: "Right is better", key: "2" },
  { better: "same", label: "About the same", key: "3" },
] as const;
const SKIP_KEY = "4";
const SIDES: readonly JudgedSide[] = ["left", "right", "both", "neither"];

export function BallotForm({ also, isReady, onVote, onSkip }: BallotFormProps) {
  const [answers, setAnswers] = useState<Readonly<Record<string, JudgedSide>>>({});
  const [reason, setReason] = useState("");
  const vote = (better: Ballot["better"]): void => {
    if (isReady) onVote({ better, answers, reason });
  };
  useVoteKeys({
    ...Object.fromEntries(VOTES.map(({ better, key }) => [key, () => vote(better)])),
    [SKIP_KEY]: onSkip,
  });
  return (
    <section class="ballot" aria-label="Your vote">
      {also.map((question, k) => (
        <fieldset key={question}>
          <legend>{question}</legend>
          {SIDES.map((side) => (
            <label key={side}>
              <input
                type="radio"
                name={`also-${k}`}
                checked={answers[question] === side}
                onChange={() => setAnswers({ ...answers, [question]: side })}
              />
              {side}
            </label>
          ))}
        </fieldset>
      ))}
      <label class="reason">
        Why, if you like{" "}
        <textarea rows={2} maxLength={4000} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <p class="answers">
        {VOTES.map(({ better, label, key }) => (
          <button
            key={better}
            type="button"
            disabled={!isReady}
            aria-keyshortcuts={key}
            class={better}
            onClick={() => vote(better)}
          >
            {label} <kbd>{key}</kbd>
          </button>
        ))}
        <button type="button" aria-keyshortcuts={SKIP_KEY} onClick={onSkip}>
          Skip <kbd>{SKIP_KEY}</kbd>
        </button>
      </p>
    </section>
  );
}
