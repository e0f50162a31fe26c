// A text whose characters can be selected: the pointer hovers over one, a click or the arrow keys choose one. A text may have thousands of
// characters. So a single element listens for all, is one tab stop, and marks the chosen character itself.

import { useEffect, useId, useRef } from "preact/hooks";
import { choosePlace, chosenPlace } from "./chosen.ts";

/** A text with selectable characters. */
export interface TextWalk {
  /** Its name in the URL, unique on the page. */
  readonly text: string;
  /** Label for screen readers. */
  readonly label: string;
  /** Number of characters that are shown, from the first. */
  readonly shown: number;
  /** Index that is chosen in another text, and is marked in this one too. */
  readonly beside?: number | undefined;
  /** Called with the index under the pointer, and with undefined when it leaves. */
  readonly onLook: (place: number | undefined) => void;
}

/** Characters per key press with Shift. */
const STRIDE = 10;

/** Returns the attributes of the element around the characters, which are its descendants with the role `option`. */
export function useTextWalk<E extends HTMLElement>({ text, label, shown, beside, onLook }: TextWalk) {
  const chosen = chosenPlace(text);
  const id = useId();
  const root = useRef<E>(null);
  const isShown = chosen !== undefined && chosen < shown;
  const scrolled = useRef<number>(undefined);
  useEffect(() => {
    if (root.current === null || !isShown) return undefined;
    const character = charactersIn(root.current)[chosen];
    character.id = id;
    character.ariaSelected = "true";
    if (scrolled.current !== chosen) character.scrollIntoView({ block: "nearest", behavior: "instant" });
    scrolled.current = chosen;
    return () => {
      character.removeAttribute("id");
      character.ariaSelected = "false";
    };
  }, [chosen, isShown, id]);
  const isBeside = beside !== undefined && beside < shown;
  useEffect(() => {
    if (root.current === null || !isBeside) return undefined;
    const character = charactersIn(root.current)[beside];
    character.dataset.beside = "";
    return () => {
      delete character.dataset.beside;
    };
  }, [beside, isBeside]);
  return {
    ref: root,
    role: "listbox",
    tabIndex: 0,
    "aria-label": label,
    "aria-activedescendant": isShown ? id : undefined,
    onClick({ currentTarget, target }: WalkEvent<MouseEvent>) {
      const place = placeOf(currentTarget, target);
      if (place !== undefined) choosePlace(text, place);
    },
    onPointerOver: ({ currentTarget, target }: WalkEvent<PointerEvent>) => onLook(placeOf(currentTarget, target)),
    onPointerLeave: () => onLook(undefined),
    onKeyDown(event: WalkEvent<KeyboardEvent>) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const characters = charactersIn(event.currentTarget);
      if (characters.length === 0) return;
      const next = stepped(characters, isShown ? chosen : undefined, event);
      if (next === undefined) return;
      // Prevents outer handlers, such as the clock of a replay, from processing the key.
      event.preventDefault();
      choosePlace(text, next);
    },
  } as const;
}

type WalkEvent<E extends Event> = E & { readonly currentTarget: HTMLElement };

const charactersIn = (root: HTMLElement) => root.querySelectorAll<HTMLElement>("[role=option]");

/** Returns the index of the character that an event targets. */
function placeOf(root: HTMLElement, target: EventTarget | null): number | undefined {
  const character = target instanceof Element ? target.closest<HTMLElement>("[role=option]") : null;
  return character === null ? undefined : [...charactersIn(root)].indexOf(character);
}

/** Returns the index that a key moves to; undefined for other keys. */
function stepped(
  characters: NodeListOf<HTMLElement>,
  from: number | undefined,
  { key, shiftKey }: KeyboardEvent,
): number | undefined {
  const last = characters.length - 1;
  const by = shiftKey ? STRIDE : 1;
  const deeds: Readonly<Record<string, (from: number) => number>> = {
    ArrowLeft: (place) => Math.max(0, place - by),
    ArrowRight: (place) => Math.min(last, place + by),
    ArrowUp: (place) => otherLine(characters, place, -1),
    ArrowDown: (place) => otherLine(characters, place, 1),
    Home: () => 0,
    End: () => last,
  };
  const deed = deeds[key];
  // Without a chosen character, a key moves to the beginning, and End to the last character.
  if (deed !== undefined && from === undefined) return key === "End" ? last : 0;
  return from === undefined ? undefined : deed?.(from);
}

/** Returns the nearest character on the line before (−1) or after (1) that of an index; the index itself where there is none. */
function otherLine(characters: NodeListOf<HTMLElement>, place: number, direction: -1 | 1): number {
  const own = characters[place].getBoundingClientRect();
  const isBeyond = (top: number, line: number) => Math.abs(top - line) > own.height / 2;
  let line: number | undefined;
  let closest = place;
  let nearest = Number.POSITIVE_INFINITY;
  for (let k = place + direction; k >= 0 && k < characters.length; k += direction) {
    const { top, left } = characters[k].getBoundingClientRect();
    if (line === undefined && !isBeyond(top, own.top)) continue;
    line ??= top;
    if (isBeyond(top, line)) break;
    if (Math.abs(left - own.left) >= nearest) continue;
    nearest = Math.abs(left - own.left);
    closest = k;
  }
  return closest;
}
