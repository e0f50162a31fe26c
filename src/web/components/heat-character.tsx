// One character of a text as a selectable option, coloured by a value.

/**
 * Renders a character with a colour by the size of a number, strongest at `most`. A character without a number, which the world wrote, has
 * no colour. Blanks and line ends are kept. It is a function and not a component, since a text has thousands of characters.
 */
export function heatCharacter(character: string, value: number | undefined, most: number) {
  const heat =
    value === undefined
      ? {}
      : { style: { "--share": `${most > 0 ? Math.round((100 * Math.abs(value)) / most) : 0}%` } };
  const kind = value === undefined ? "said" : `${value < 0 ? "less" : "more"}${character === "\n" ? " line-end" : ""}`;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list around it has the focus, and says which option is active
    <span role="option" aria-selected={false} aria-label={NAMES[character]} class={kind} {...heat}>
      {character === "" ? STOP : character}
    </span>
  );
}

/** What is read out for characters that are not seen. */
const NAMES: Readonly<Record<string, string>> = { " ": "blank", "\n": "line end", "\t": "tab" };

/** Symbol where an agent stopped without a character. */
const STOP = "∅";

/** Returns a visible form of a single character, also of blanks and line ends. */
export const visible = (character: string): string => ({ " ": "␣", "\n": "↵", "": STOP })[character] ?? character;
