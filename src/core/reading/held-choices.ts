// What a line says of the choices that it names: which one it holds right, and whether it compares two.

import { type ChoiceGroup, groupsIn } from "./choice-groups.ts";

/** Text after a choice that states that the choice is right. */
const RIGHT =
  /^["'”’)\],]{0,3} (?:is|must be)(?: the| clearly| definitely| indeed){0,2} (?:correct|right|best|true|answer)(?!\p{L})/iu;

/** Words of a report or a condition: what follows them is not claimed. */
const REPORTED =
  /\b(?:claim(?:s|ed)?|thinks?|thought|believes?|believed|says?|said|argues?|argued|misconception|whether|if|while|although|though|suppose|assum(?:e|ed|ing)|wrong to|false that)\b/i;

/** Returns whether a line states that a mentioned choice is right, and does not only report it. */
export function isHeldRight(line: string, { from, end }: Pick<ChoiceGroup, "from" | "end">): boolean {
  const sentence =
    line
      .slice(Math.max(0, from - 60), from)
      .split(/[.!?;:,]| but /)
      .at(-1) ?? "";
  return RIGHT.test(line.slice(end, end + 40)) && !REPORTED.test(sentence);
}

/** Words of a preference. */
const CHOOSING =
  /\b(?:i(?:['’]d| would)? (?:prefer|choose|pick|favou?r|go with|say)|so|thus|therefore|hence|overall|better|best)\b/i;

/**
 * Returns whether a line says something of the choice that it begins with, and of another, without a choice in its end: "A is short, B is
 * exact." It is "chosen" where its end chooses.
 */
export function compared(line: string, choice: number, known: readonly string[]): "open" | "chosen" | undefined {
  const groups = groupsIn(line, known).filter(({ choices }) => choices.size > 0);
  const isSaid = ({ end }: Pick<ChoiceGroup, "end">) =>
    /^ (?:is|was|are|were|looks|seems|has|had)(?!\p{L})/u.test(line.slice(end, end + 9));
  const others = groups.filter((group) => !group.choices.has(choice) && isSaid(group));
  const last = groups.at(-1);
  if (last === undefined || others.length === 0 || !isSaid(groups[0]) || isHeldRight(line, groups[0])) return undefined;
  return CHOOSING.test(line) || (last.startsSentence && !isSaid(last)) ? "chosen" : "open";
}
