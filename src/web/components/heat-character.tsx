// One character of a text as a place that can be chosen, with a strip of heat over it.

/**
 * Heat by the size of a number, with the full colour at `most`; none where there is no number, since the world wrote the character. A
 * function and no component: a text has thousands.
 */
export function heatCharacter(shown: string, value: number | undefined, most: number) {
  const heat =
    value === undefined
      ? {}
      : { style: { "--share": `${most > 0 ? Math.round((100 * Math.abs(value)) / most) : 0}%` } };
  const kind = value === undefined ? "said" : value < 0 ? "less" : "more";
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list around it has the focus, and says which option is active
    <span role="option" aria-selected={false} class={kind} {...heat}>
      {shown}
    </span>
  );
}

/** A character that can be seen on a page: blanks too, and where an agent stopped without one. */
export const visible = (character: string): string => ({ " ": "␣", "\n": "↵", "": "∅" })[character] ?? character;

/** The same in a text that is read as prose, where blanks and ends of lines are what they are. */
export const inProse = (character: string): string => (character === "" ? visible(character) : character);
