// What was asked of language models in an episode: every prompt as it was sent, what was replied, and its tokens.

import { count } from "../../evaluation/number-format.ts";
import type { AskedRequests } from "../../lab/replay-data.ts";

export function Exchanges({ asked: { requests, exchanges } }: { readonly asked: AskedRequests }) {
  return (
    <div class="exchanges">
      <p class="about">
        {count(requests, "request")} to language models
        {exchanges.length === requests ? "." : `, ${exchanges.length} of them on file: \`record: FILE\` keeps all.`}
      </p>
      {exchanges.map(({ key, messages, reply, failure }, k) => (
        <details key={key} class="exchange">
          <summary>
            request {k + 1}
            {reply === null ? ": no reply" : tokensOf(reply)} <code>{key}</code>
          </summary>
          <ol>
            {messages.map(({ role, content }, place) => (
              <li key={place} class={role}>
                <span class="speaker">{role}</span>
                <pre>{content}</pre>
              </li>
            ))}
            <li class="reply">
              <span class="speaker">reply</span>
              <pre>{reply?.text ?? failure}</pre>
            </li>
          </ol>
        </details>
      ))}
    </div>
  );
}

/** Tokens as the server counted them. */
function tokensOf({
  promptTokens,
  completionTokens,
}: NonNullable<AskedRequests["exchanges"][number]["reply"]>): string {
  if (promptTokens === null && completionTokens === null) return "";
  return `: ${promptTokens ?? "?"} tokens sent, ${completionTokens ?? "?"} received`;
}
