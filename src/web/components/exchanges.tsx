// Requests of an episode to language models: every prompt as it was sent, the reply, and its tokens.

import { brief, count, words } from "../../evaluation/number-format.ts";
import type { RequestLog } from "../../lab/report/replay-data.ts";
import { CodeText } from "./code-text.tsx";

interface ExchangesProps {
  readonly calls: RequestLog;
  /** Names of the agents, in the order of counts. */
  readonly labels: readonly string[];
}

export function Exchanges({ calls: { requests, exchanges, counts }, labels }: ExchangesProps) {
  return (
    <div class="exchanges">
      <p class="about">
        {count(requests, "request")} to language models
        {exchanges.length === requests ? (
          "."
        ) : (
          <CodeText text={`, ${exchanges.length} of them on file: \`record: FILE\` keeps all.`} />
        )}
      </p>
      <dl class="counts" aria-label="What the episode asked for">
        {counts.map(({ name, unit, values }) => (
          <div key={name}>
            <dt>{words(name)}</dt>
            <dd>
              {counted(values, labels)} {!words(name).endsWith(unit) && <span class="unit">{unit}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {exchanges.map(({ key, messages, reply, failure }, k) => (
        <details key={key} class="exchange">
          <summary>
            request {k + 1}
            {reply === null ? ": no reply" : costOf(reply)} <code>{key}</code>
          </summary>
          <ol>
            {messages.map(({ role, content }, place) => (
              <li key={place} class={role}>
                <span class="speaker">{role}</span>
                <pre>{content}</pre>
              </li>
            ))}
            <li class="reply">
              <span class="speaker">reply{reply?.shortfall && `, ${reply.shortfall.reason}`}</span>
              <pre>{reply?.text ?? failure}</pre>
            </li>
          </ol>
        </details>
      ))}
    </div>
  );
}

/** Formats the tokens that the server counted, and the time that it took. */
function costOf({
  promptTokens,
  completionTokens,
  seconds,
}: NonNullable<RequestLog["exchanges"][number]["reply"]>): string {
  const isCounted = promptTokens !== null || completionTokens !== null;
  const tokens = isCounted ? [`${promptTokens ?? "?"} tokens sent`, `${completionTokens ?? "?"} received`] : [];
  const parts = [...tokens, ...(seconds === undefined ? [] : [`${brief(seconds)} s`])];
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

/** Formats a counter: one number where all agents have the same, otherwise one per agent. */
function counted(values: readonly (number | null)[], labels: readonly string[]): string {
  const texts = values.map((value) => (value === null ? "–" : brief(value)));
  return new Set(texts).size === 1 ? texts[0] : texts.map((value, seat) => `${labels[seat]} ${value}`).join(", ");
}
