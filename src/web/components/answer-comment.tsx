// A user's comment on an answer, which is stored with the notes of its run. It can be edited unless the page is read-only.

import { useState } from "preact/hooks";
import { messageOf } from "../../core/errors.ts";
import { commentKey } from "../../lab/view/view-data.ts";
import { done } from "../fetched.ts";
import { isReadOnly, runs } from "../view-state.ts";
import { Failure } from "./code-text.tsx";

interface AnswerCommentProps {
  readonly run: string;
  readonly variant: string;
  readonly seed: number;
  readonly episode: number;
}

export function AnswerComment({ run, variant, seed, episode }: AnswerCommentProps) {
  const key = commentKey(variant, seed, episode);
  const comment = runs.value?.find((one) => one.run === run)?.comments?.[key] ?? "";
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  if (draft === undefined)
    return (
      <p class="answer-comment">
        {comment !== "" && <span class="run-note">{comment}</span>}
        {!isReadOnly && (
          <button type="button" onClick={() => setDraft(comment)}>
            {comment === "" ? "comment" : "change"}
          </button>
        )}
      </p>
    );
  const keep = async (): Promise<void> => {
    try {
      await done(run, "note", { comments: { [key]: draft } });
      setDraft(undefined);
      setProblem(undefined);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form
      class="answer-comment"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <textarea
        rows={2}
        maxLength={2000}
        aria-label={`Comment on ${key}`}
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
      />
      <button type="submit">Keep</button>
      <button type="button" onClick={() => setDraft(undefined)}>
        Cancel
      </button>
      <Failure text={problem} />
    </form>
  );
}
