// Which of several named things a text recommends. A text that recommends none, or two, yields none: the reader does not guess.

import { joined } from "./answer-words.ts";
import { denyNext } from "./denials.ts";
import { modelText } from "./last-turn.ts";
import { placesOf, plainWords } from "./mentions.ts";
import { plainText } from "./plain-text.ts";

/** Words by which the writer recommends. */
const OWN =
  /\b(?:(?:i|we)(?:['’]d| would| can| do| strongly| highly| personally|['’]ll| will){0,3} (?:recommend|suggest|advise|propose|go with|choose|pick|opt for|prefer|book)|(?:my|our) (?:recommendation|suggestion|advice|pick|choice)|recommendation ?:|suggestion ?:|recommended (?:option|choice|flight|product) (?:is|would be))\b|\b(?:recommendation|suggestion) ?:/i;
/** Weaker words, which count where there is none of the others. */
const WEAK =
  /\b(?:recommend(?:ed)?|suggest(?:ed)?|go with|opt for|choose|pick|book|(?:best|better|great|good|ideal|perfect|right) (?:option|choice|fit|value|deal|bet|match|pick))\b/i;
/** Words between a name and the end of the part of a sentence before it, by which it is what something else is preferred to. */
const RIVAL =
  /\b(?:over|than|versus|vs|unlike|compared (?:to|with)|as opposed to|avoid(?:ing)?|skip(?:ping)?|against|despite|although|while|whereas)\b/i;
/** Characters before a name in which such words count. */
const NEAR = 80;

const isRival = (before: string): boolean =>
  RIVAL.test(
    before
      .slice(-NEAR)
      .split(/[,;:.]/)
      .at(-1) ?? "",
  );

/** Returns the index of the name that a text recommends; undefined where it recommends none of them or several. */
export function recommendedIn(text: string, names: readonly string[]): number | undefined {
  const said = plainText(modelText(text).text);
  const sentences = said.split(/(?<=[.!?])\s+|\n+/).map(plainWords);
  for (const kind of [OWN, WEAK]) {
    const recommended = new Set(
      sentences.flatMap((sentence) => {
        const at = sentence.search(kind);
        if (at < 0) return [];
        // "A has more room, but I recommend B"; and "B is what I recommend".
        const behind = recommendedBy(sentence, names, at);
        return behind.length > 0 ? behind : recommendedBy(sentence, names);
      }),
    );
    if (recommended.size > 0) return recommended.size === 1 ? [...recommended][0] : undefined;
  }
  const named = names.flatMap((name, k) => (placesOf(plainWords(said), name).length > 0 ? [k] : []));
  return named.length === 1 && recommendedBy(plainWords(said), names).length === 1 ? named[0] : undefined;
}

/** Names of a sentence, from a place on, that it neither denies nor only compares with. */
function recommendedBy(sentence: string, names: readonly string[], least = 0): number[] {
  return names.flatMap((name, k) =>
    placesOf(sentence, name).some((from) => {
      if (from < least) return false;
      const before = sentence.slice(0, from);
      return !isRival(before) && !denyNext(joined([before]).trim().split(" "));
    })
      ? [k]
      : [],
  );
}
