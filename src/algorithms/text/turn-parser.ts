// Written texts as rollouts: what the writer did in each turn and what the world said to it, so that many answers to a question can
// be folded into one graph (`feedback/topology/`). Thoughts are left out: they would make every turn a class of its own.

import type { Turn } from "../../feedback/topology/rollout.ts";

/**
 * The turns of the text in places `from` … `to` − 1, of which `written` has 1 for the writer's characters. A turn that ends with `>`
 * is a call: its action is what stands between the last brackets, its tool the signs among that (`+` of `<17+25>`, `?` of `<?>`),
 * or "call". A turn that ends with `$` answers; dots and spaces before an answer are thoughts. Any other turn just stops.
 */
export function writtenTurns(
  tokens: ArrayLike<number>,
  written: ArrayLike<number>,
  alphabet: readonly string[],
  from: number,
  to: number,
): readonly Turn[] {
  const turns: Turn[] = [];
  let at = from;
  const stretch = (own: boolean): string => {
    let text = "";
    for (; at < to && (own ? written[at] === 1 : written[at] !== 1 && tokens[at] !== 0); at++)
      text += alphabet[tokens[at]];
    return text;
  };
  stretch(false);
  while (at < to && written[at] === 1) {
    const said = stretch(true);
    turns.push({ ...deed(said), observation: stretch(false) });
  }
  return turns;
}

function deed(said: string): Pick<Turn, "tool" | "action"> {
  const call = /<([^<>]*)>$/.exec(said)?.[1];
  if (call !== undefined) return { tool: call.replace(/[a-z0-9 ]/g, "") || "call", action: `<${call}>` };
  const action = said.replace(/^[. ]+/, "");
  return { tool: said.endsWith("$") ? "answer" : "stop", action };
}
