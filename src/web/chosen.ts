// What is chosen on a page, as it stands in its address, so that a link shows the same.

import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** What is chosen, as it stands in the address. */
export const chosen = signal(new URLSearchParams(location.search));

addEventListener("popstate", () => {
  chosen.value = new URLSearchParams(location.search);
});

const byName = new Map<string, ReadonlySignal<string | null>>();

/** What stands in the address under one name. A component that reads it is not drawn again for a change under another name. */
function chosenAs(name: string): string | null {
  const known = byName.get(name) ?? computed(() => chosen.value.get(name));
  byName.set(name, known);
  return known.value;
}

/** What an address says; a name with several values stands there several times, and an empty one not at all. */
export type AddressChoices = Readonly<Record<string, string | readonly string[]>>;

const parametersOf = (choices: AddressChoices): URLSearchParams =>
  new URLSearchParams(
    Object.entries(choices).flatMap(([name, value]) =>
      (typeof value === "string" ? [value] : value).filter((one) => one !== "").map((one) => [name, one]),
    ),
  );

/** Chooses another view; what stands in the address is a link to it. */
export function choose(choices: AddressChoices): void {
  chosen.value = parametersOf(choices);
  history.pushState(null, "", addressOf(choices));
  scrollTo(0, 0);
}

/** What is chosen, with some of it changed. */
export const chosenWith = (change: AddressChoices): AddressChoices => ({
  ...Object.fromEntries(Array.from(chosen.value.keys(), (name) => [name, chosen.value.getAll(name)])),
  ...change,
});

/** Changes some of what is chosen and stays in the view; `quietly` leaves no step for the way back. */
export function adjust(change: AddressChoices, quietly = false): void {
  const adjusted = chosenWith(change);
  chosen.value = parametersOf(adjusted);
  // A page that was opened from a folder has an address that nothing can be added to.
  if (location.protocol === "file:") return;
  const address = `${addressOf(adjusted)}${location.hash}`;
  if (quietly) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

/** The address under which these choices are found again. */
export const addressOf = (choices: AddressChoices): string => {
  const text = parametersOf(choices).toString();
  return text === "" ? location.pathname : `?${text}`;
};

/** One choice of several. */
export interface PageChoice {
  value: string;
}

/** A choice that stands in the address under `name`: `first` where nothing is chosen there, or what is not among the options. */
export function choiceOf(name: string, options: readonly string[], first: string): PageChoice {
  return {
    get value() {
      const choice = chosenAs(name);
      return choice !== null && options.includes(choice) ? choice : first;
    },
    set value(wanted) {
      adjust({ [name]: wanted === first ? "" : wanted }, true);
    },
  };
}

/** The character that is chosen in the text `text`; undefined where none is. A place is a character's number in its text. */
export const chosenPlace = (text: string): number | undefined =>
  chosenAs("text") === text ? placeInAddress() : undefined;

/** The place that is chosen in another text than this one; undefined where none is. */
export const placeElsewhere = (text: string): number | undefined =>
  chosenAs("text") === text ? undefined : placeInAddress();

function placeInAddress(): number | undefined {
  const place = Number(chosenAs("place") ?? Number.NaN);
  return Number.isInteger(place) && place >= 0 ? place : undefined;
}

/** Chooses a character of a text. */
export const choosePlace = (text: string, place: number): void => adjust({ text, place: String(place) }, true);

/** What an address says where no character is chosen. */
export const NO_PLACE = { text: "", place: "" } as const;
