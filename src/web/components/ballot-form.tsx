// A judge's vote on a pair: the better side, answers to further questions, and a reason.

import { useState } from "preact/hooks";
import type { Ballot, JudgedSide } from "../../lab/judging/judging-data.ts";
import { useVoteKeys } from "./vote-keys.ts";

export type Answered = Pick<Ballot, "better" | "answers" | "reason">;

interface BallotFormProps {
  /** Further questions. */
  readonly also: readonly string[];
  /** Whether both sides are shown. Where one cannot be shown, the judge can only vote "unclear". */
  readonly isShown: boolean;
  /** Whether a vote is being sent. */
  readonly isBusy: boolean;
  readonly onVote: (answered: Answered) => void;
}

const VOTES = [
  { better: "left", label: "Left is better", key: "1" },
  { better: "right", label: "Right is better", key: "2" },
  { better: "same", label: "About the same", key: "3" },
  { better: "unclear", label: "Cannot tell", key: "4" },
] as const;
const SIDES: readonly JudgedSide[] = ["left", "right", "both", "neither"];

export function BallotForm({ also, isShown, isBusy, onVote }: BallotFormProps) {
  const [answers, setAnswers] = useState<Readonly<Record<string, JudgedSide>>>({});
  const [reason, setReason] = useState("");
  const isReady = (better: Ballot["better"]): boolean => !isBusy && (isShown || better === "unclear");
  const vote = (better: Ballot["better"]): void => {
    if (isReady(better)) onVote({ better, answers, reason });
  };
  useVoteKeys(Object.fromEntries(VOTES.map(({ better, key }) => [key, () => vote(better)])));
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
            disabled={!isReady(better)}
            aria-keyshortcuts={key}
            class={better}
            onClick={() => vote(better)}
          >
            {label} <kbd>{key}</kbd>
          </button>
        ))}
      </p>
    </section>
  );
}
