// Query parameters for answers: `side=RUN` or `side=RUN/VARIANT`, repeatable; `find=WORDS`, `differs=any`, `where=correct:1..1`,
// `again=SEED.EPISODE`.

import { display } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import type { AnswerQuery } from "./answer-data.ts";
import { gridQuery } from "./grid-query.ts";

/** Parses a query from a URL. Throws a UserError that names an invalid condition. */
export function answerQuery(search: URLSearchParams): AnswerQuery {
  const { differs, bounds, page } = gridQuery(search);
  return { find: search.get("find") ?? "", differs, bounds, of: search.get("of"), again: againIn(search), page };
}

function againIn(search: URLSearchParams): AnswerQuery["again"] {
  const text = search.get("again");
  if (text === null || text === "") return null;
  const [, seed, episode] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (seed !== undefined) return { seed: Number(seed), episode: Number(episode) };
  const what = `again=${display(text)} names no episode`;
  throw new UserError({ code: "bad-query", what, hint: "its seed and its number: again=3.0" });
}
