// One character of a text as a place that can be chosen, with a strip of heat over it.

/**
 * Heat by the size of a number, with the full colour at `most`; none where there is no number, since the world wrote the character.
 * Blanks and ends of lines are what they are. A function and no component: a text has thousands.
 */
export function heatCharacter(character: string, value: number | undefined, most: number) {
  const heat =
    value === undefined
      ? {}
      : { style: { "--share": `${most > 0 ? Math.round((100 * Math.abs(value)) / most) : 0}%` } };
  const kind = value === undefined ? "said" : `${value < 0 ? "less" : "more"}${character === "\n" ? " line-end" : ""}`;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list around it has the focus, and says which option is active
    <span role="option" aria-selected={false} class={kind} {...heat}>
      {character === "" ? STOP : character}
    </span>
  );
}

/** Where an agent stopped without a character. */
const STOP = "∅";

/** A character that is told by itself, so that blanks and ends of lines are seen too. */
export const visible = (character: string): string => ({ " ": "␣", "\n": "↵", "": STOP })[character] ?? character;
