// What learners wrote, character by character: a strip of heat over each text shows what every character was worth to the
// learner, how surprising it was, or how open the choice was. What the world wrote has no heat.

import { useSignal } from "@preact/signals";
import type { WrittenText } from "../../core/written-text.ts";
import { decimalsFor, number, words } from "../../evaluation/number-format.ts";
import type { ReportData, WrittenUpdate } from "../../lab/report-data.ts";
import { VariantPanel } from "./boxes.tsx";
import { visible } from "./episode-text.tsx";
import { Selector } from "./selector.tsx";

/** Variants whose texts are open at first. */
const OPEN = 3;

/** What heat can show. */
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

/** Whether anybody learnt to write. */
export const wrote = (data: ReportData): boolean => data.variants.some(({ texts }) => texts.length > 0);

export function WrittenTexts({ data }: { readonly data: ReportData }) {
  const chosen = useSignal<string>(KINDS[0].value);
  const kind = KINDS.find(({ value }) => value === chosen.value)?.value ?? KINDS[0].value;
  const most = mostHeat(
    data.variants.flatMap(({ texts }) => texts.flatMap((update) => update.texts)),
    kind,
  );
  return (
    <>
      <Selector label="Heat" options={KINDS} chosen={chosen} />
      <p class="heat-meaning">
        {MEANINGS[kind]}; full colour at {number(most, 2)}
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
  /** Largest size of a number, which has the full colour. */
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
            <UpdateTexts key={update.update} update={update} {...shown} />
          ))}
        </div>
      )}
    </VariantPanel>
  );
}

/** Texts of one update; heat as chosen. */
export function UpdateTexts({ update, kind, most, objective }: ShownHeat & { readonly update: WrittenUpdate }) {
  const readout = useSignal("");
  const column = (of: "pay" | "objective") =>
    Math.min(3, decimalsFor(update.texts.map((text) => ({ mean: text[of], low: null, high: null }))));
  const digits = { pay: column("pay"), objective: column("objective") };
  return (
    <figure data-update={update.update}>
      <figcaption>
        <span>
          <strong>update {update.update + 1}</strong>, seed {update.seed}
        </span>
        <output>{readout}</output>
      </figcaption>
      <table class="texts">
        <thead>
          <tr>
            <th scope="col">text</th>
            <th scope="col">pay</th>
            <th scope="col">{words(objective)}</th>
          </tr>
        </thead>
        <tbody
          onPointerLeave={() => {
            readout.value = "";
          }}
        >
          {update.texts.map((text, k) => (
            <tr key={k}>
              <td>
                <code>
                  {text.characters.map((_, place) => (
                    <Character
                      key={place}
                      {...{ text, place, kind, most }}
                      onLook={() => {
                        readout.value = described(text, place);
                      }}
                    />
                  ))}
                </code>
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

interface CharacterProps extends Pick<ShownHeat, "kind" | "most"> {
  readonly text: WrittenText;
  readonly place: number;
  readonly onLook: () => void;
}

function Character({ text, place, kind, most, onLook }: CharacterProps) {
  const value = heat(text, kind, place);
  const character = visible(text.characters[place]);
  if (value === undefined) return <span class="said">{character}</span>;
  const share = most > 0 ? Math.round((100 * Math.abs(value)) / most) : 0;
  return (
    <span
      class={value < 0 ? "less" : "more"}
      style={{ "--share": `${share}%` }}
      title={described(text, place)}
      onPointerEnter={onLook}
    >
      {character}
    </span>
  );
}

/** The largest size of a number behind a colour. */
export function mostHeat(texts: readonly WrittenText[], kind: HeatKind): number {
  let most = 0;
  for (const text of texts)
    for (const k of text.turns.keys()) most = Math.max(most, Math.abs(heat(text, kind, k) ?? 0));
  return most;
}

/** The number behind a character's colour; undefined where the agent did not write it. */
function heat(text: WrittenText, kind: HeatKind, place: number): number | undefined {
  if (text.turns[place] < 0) return undefined;
  if (kind === "surprise") return -text.logProbabilities[place];
  return kind === "credit" ? text.credit[place] : text.entropies[place];
}

function described({ characters, turns, credit, logProbabilities, entropies }: WrittenText, place: number): string {
  const probability = number(Math.exp(logProbabilities[place]), 3);
  return `${visible(characters[place])} in turn ${turns[place] + 1}: credit ${number(credit[place], 2)}, probability ${probability}, entropy ${number(entropies[place], 2)}`;
}
