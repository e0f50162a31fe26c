// The state of a page's controls, which is stored in the URL, so that a link shows the same view.

import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** The state in the URL, as query parameters. */
export const chosen = signal(new URLSearchParams(location.search));

addEventListener("popstate", () => {
  chosen.value = new URLSearchParams(location.search);
});

const byName = new Map<string, ReadonlySignal<string | null>>();

/** Returns a query parameter. A component that reads it is not rendered again when another one changes. */
function chosenAs(name: string): string | null {
  const known = byName.get(name) ?? computed(() => chosen.value.get(name));
  byName.set(name, known);
  return known.value;
}

const allByName = new Map<string, ReadonlySignal<string>>();

/** Returns all values of a repeated query parameter. A component that reads it is not rendered again when another one changes. */
export function chosenAll(name: string): string[] {
  const known = allByName.get(name) ?? computed(() => JSON.stringify(chosen.value.getAll(name)));
  allByName.set(name, known);
  return JSON.parse(known.value);
}

/** Query parameters; one with several values is repeated, and an empty one is omitted. */
export type AddressChoices = Readonly<Record<string, string | readonly string[]>>;

const parametersOf = (choices: AddressChoices): URLSearchParams =>
  new URLSearchParams(
    Object.entries(choices).flatMap(([name, value]) =>
      (typeof value === "string" ? [value] : value).filter((one) => one !== "").map((one) => [name, one]),
    ),
  );

/** Switches to another view and adds it to the browser's history. */
export function choose(choices: AddressChoices): void {
  chosen.value = parametersOf(choices);
  history.pushState(null, "", addressOf(choices));
  scrollTo(0, 0);
}

/** Returns the present choices with some of them changed. */
export const chosenWith = (change: AddressChoices): AddressChoices => ({
  ...Object.fromEntries(Array.from(chosen.value.keys(), (name) => [name, chosen.value.getAll(name)])),
  ...change,
});

/** Changes some choices within the view; `quietly` adds no entry to the browser's history. */
export function adjust(change: AddressChoices, quietly = false): void {
  const adjusted = chosenWith(change);
  chosen.value = parametersOf(adjusted);
  // The URL of a page that was opened as a file cannot be changed.
  if (location.protocol === "file:") return;
  const address = `${addressOf(adjusted)}${location.hash}`;
  if (quietly) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

/** Returns the URL of these choices. */
export const addressOf = (choices: AddressChoices): string => {
  const text = parametersOf(choices).toString();
  return text === "" ? location.pathname : `?${text}`;
};

export interface PageChoice {
  value: string;
}

/** Returns the choice that is stored under `name`; `first` where it is missing or not among the options. */
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

/** Returns the index of the chosen character of a text; undefined where none is chosen. */
export const chosenPlace = (text: string): number | undefined =>
  chosenAs("text") === text ? placeInAddress() : undefined;

/** Returns the chosen index in another text; undefined where none is chosen. */
export const placeElsewhere = (text: string): number | undefined =>
  chosenAs("text") === text ? undefined : placeInAddress();

function placeInAddress(): number | undefined {
  const place = Number(chosenAs("place") ?? Number.NaN);
  return Number.isInteger(place) && place >= 0 ? place : undefined;
}

/** Chooses a character of a text. */
export const choosePlace = (text: string, place: number): void => adjust({ text, place: String(place) }, true);

/** Query parameters without a chosen character. */
export const NO_PLACE = { text: "", place: "" } as const;
