// Texts of learners, character by character. A colour at each character shows its learning signal, its surprise, or the entropy of the
// choice. What the world wrote has no colour. Details of one character are shown as text.

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { WrittenText } from "../../core/written-text.ts";
import { decimalsFor, number, words } from "../../evaluation/number-format.ts";
import type { ReportData } from "../../lab/report/report-data.ts";
import type { WrittenUpdate } from "../../lab/report/text-data.ts";
import { choiceOf, chosenPlace, type PageChoice } from "../chosen.ts";
import { type TextWalk, useTextWalk } from "../text-walk.ts";
import { VariantPanel } from "./boxes.tsx";
import { heatCharacter, visible } from "./heat-character.tsx";
import { HeatLegend } from "./heat-legend.tsx";
import { Selector } from "./selector.tsx";

/** Number of variants whose texts are open initially. */
const OPEN = 3;

/** Quantities that colours can show. */
export const KINDS = [
  { value: "credit", label: "credit" },
  { value: "surprise", label: "surprise" },
  { value: "entropy", label: "entropy" },
] as const;

export type HeatKind = (typeof KINDS)[number]["value"];

export const MEANINGS: Readonly<Record<HeatKind, string>> = {
  credit: "what one step of learning makes of the character: it is written more often (blue) or less often (orange)",
  surprise: "−ln of the probability with which the character was written, in nats",
  entropy: "of the distribution that the character was drawn from, in nats",
};

/** Returns the quantity that the URL names. */
export const chosenHeat = (): PageChoice =>
  choiceOf(
    "heat",
    KINDS.map(({ value }) => value),
    "credit",
  );

/** Returns the chosen quantity. */
export const heatOf = ({ value: chosen }: PageChoice): HeatKind =>
  KINDS.find(({ value }) => value === chosen)?.value ?? "credit";

/** Returns whether any variant's learner wrote texts. */
export const wrote = (data: ReportData): boolean => data.variants.some(({ texts }) => texts.length > 0);

export function WrittenTexts({ data }: { readonly data: ReportData }) {
  const chosen = chosenHeat();
  const kind = heatOf(chosen);
  const most = mostHeat(
    data.variants.flatMap(({ texts }) => texts.flatMap((update) => update.texts)),
    kind,
  );
  return (
    <>
      <Selector label="Heat" options={KINDS} chosen={chosen} />
      <p class="heat-meaning">
        <HeatLegend meaning={MEANINGS[kind]} most={most} signed={kind === "credit"} />
      </p>
      {data.variants.map(({ name, texts }, index) =>
        texts.length === 0 ? null : (
          <VariantTexts key={name} {...{ name, index, kind, most, updates: texts, objective: data.objective.name }} />
        ),
      )}
    </>
  );
}

export interface ShownHeat {
  readonly kind: HeatKind;
  /** Largest absolute value, which has the strongest colour. */
  readonly most: number;
  readonly objective: string;
}

interface VariantTextsProps extends ShownHeat {
  readonly name: string;
  readonly index: number;
  readonly updates: readonly WrittenUpdate[];
}

function VariantTexts({ name, index, updates, ...shown }: VariantTextsProps) {
  return (
    <VariantPanel kind="written" name={name} index={index} opens={index < OPEN}>
      {() => (
        <div class="text-columns">
          {updates.map((update) => (
            <UpdateTexts key={update.update} {...shown} update={update} within={`${name} ${update.update} `} />
          ))}
        </div>
      )}
    </VariantPanel>
  );
}

interface UpdateTextsProps extends ShownHeat {
  readonly update: WrittenUpdate;
  /** Prefix of the names of its texts in the URL. */
  readonly within?: string;
}

/** Texts of one update, coloured as chosen. Details are shown of the character under the pointer, otherwise of the chosen one. */
export function UpdateTexts({ update, kind, most, objective, within = "" }: UpdateTextsProps) {
  const looked = useSignal<{ readonly k: number; readonly place: number } | undefined>(undefined);
  const column = (of: "pay" | "objective") =>
    Math.min(3, decimalsFor(update.texts.map((text) => ({ mean: text[of], low: null, high: null }))));
  const digits = { pay: column("pay"), objective: column("objective") };
  const chosen = update.texts.map((_, k) => chosenPlace(`${within}${k}`));
  const k = looked.value?.k ?? chosen.findIndex((place) => place !== undefined);
  const place = looked.value?.place ?? chosen[k];
  return (
    <figure data-update={update.update}>
      <figcaption>
        <span>
          <strong>update {update.update + 1}</strong>, seed {update.seed}
        </span>
        <output>{place !== undefined && described(update.texts[k], place)}</output>
      </figcaption>
      <table class="texts">
        <thead>
          <tr>
            <th scope="col">text</th>
            <th scope="col">pay</th>
            <th scope="col">{words(objective)}</th>
          </tr>
        </thead>
        <tbody>
          {update.texts.map((text, k) => (
            <tr key={k}>
              <td>
                <Text
                  {...{ written: text, kind, most }}
                  text={`${within}${k}`}
                  label={`text ${k + 1} of update ${update.update + 1}`}
                  onLook={(place) => {
                    looked.value = place === undefined ? undefined : { k, place };
                  }}
                />
              </td>
              <td>{number(text.pay, digits.pay)}</td>
              <td>{number(text.objective, digits.objective)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

interface TextProps extends Pick<ShownHeat, "kind" | "most">, Omit<TextWalk, "shown"> {
  readonly written: WrittenText;
}

function Text({ written, kind, most, ...walk }: TextProps) {
  const { characters } = written;
  // Memoised, so that it is not compared again while the reader moves within the text.
  const drawn = useMemo(
    () => <>{characters.map((one, place) => heatCharacter(one, heat(written, kind, place), most))}</>,
    [written, kind, most],
  );
  return <code {...useTextWalk<HTMLElement>({ ...walk, shown: characters.length })}>{drawn}</code>;
}

/** Returns the largest absolute value behind a colour. */
export function mostHeat(texts: readonly WrittenText[], kind: HeatKind): number {
  let most = 0;
  for (const text of texts)
    for (const k of text.turns.keys()) most = Math.max(most, Math.abs(heat(text, kind, k) ?? 0));
  return most;
}

/** Returns the value behind a character's colour; undefined where the agent did not write the character. */
function heat(text: WrittenText, kind: HeatKind, place: number): number | undefined {
  if (text.turns[place] < 0) return undefined;
  if (kind === "surprise") return -text.logProbabilities[place];
  return kind === "credit" ? text.credit[place] : text.entropies[place];
}

/** Describes a character; empty where there is none. */
function described(text: WrittenText | undefined, place: number): string {
  if (text === undefined || place >= text.characters.length) return "";
  const { characters, turns, credit, logProbabilities, entropies } = text;
  const character = visible(characters[place]);
  if (turns[place] < 0) return `${character} (the world wrote it: no step of learning counts it)`;
  const probability = number(Math.exp(logProbabilities[place]), 3);
  return `${character} in turn ${turns[place] + 1}: credit ${number(credit[place], 2)}, probability ${probability}, entropy ${number(entropies[place], 2)}`;
}
