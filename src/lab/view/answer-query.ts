// Which answers an address asks for: `side=RUN` or `side=RUN/VARIANT` several times, `find=WORDS`, `differs=any`, `where=correct:1..1`.

import type { AnswerQuery } from "./answer-data.ts";
import { gridQuery } from "./grid-query.ts";

/** Reads a query from an address; a UserError says what is no condition. */
export function answerQuery(search: URLSearchParams): AnswerQuery {
  const { differs, bounds, page } = gridQuery(search);
  return { find: search.get("find") ?? "", differs, bounds, of: search.get("of"), page };
}
