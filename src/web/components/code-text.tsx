// A sentence as printed in a terminal; text between backticks is shown as code.

export function CodeText({ text }: { readonly text: string }) {
  return <>{text.split("`").map((part, k) => (k % 2 === 0 ? part : <code key={k}>{part}</code>))}</>;
}

interface ProblemProps {
  /** Nothing is shown where it is undefined. */
  readonly text: string | undefined;
}

/** Why a page has nothing to show. */
export const Problem = ({ text }: ProblemProps) =>
  text === undefined ? null : (
    <p class="empty">
      <CodeText text={text} />
    </p>
  );

/** Why an action failed; screen readers announce it at once. */
export const Failure = ({ text }: ProblemProps) =>
  text === undefined ? null : (
    <p class="failure" role="alert">
      <CodeText text={text} />
    </p>
  );
