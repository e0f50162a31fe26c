// Texts of a weighing: where a pay likes best what is worth less, beside the answer that is wanted most, with what such answers share.

import { useSignal } from "@preact/signals";
import { brief, count, number } from "../../evaluation/number-format.ts";
import type { NamedPay, PairedText, TextPair } from "../../lab/weigh/weighing-data.ts";
import { TableBox, VariantPanel } from "./boxes.tsx";
import { LongText } from "./long-text.tsx";
import { PictureStrip } from "./picture-strip.tsx";
import type { WeighPartProps } from "./weigh-figures.tsx";

/** Pays whose texts are open initially. */
const OPEN = 3;

export const hasTexts = ({ weighing: { pays } }: WeighPartProps["data"]): boolean =>
  pays.some(({ texts }) => texts.length > 0);

/** The anchor of a pay's texts begins with this. */
const anchorOf = (index: number): string => `#text-${index + 1}-`;

export const WorstAnswers = ({ data }: WeighPartProps) => (
  <>
    {data.weighing.pays.map((pay, index) =>
      pay.texts.length === 0 ? null : (
        <VariantPanel
          key={pay.id}
          kind="written answer-grid weighed-texts"
          name={pay.id}
          index={index}
          opens={index < OPEN || location.hash.startsWith(anchorOf(index))}
          aside={
            <span class="of">{`pays best what is worth less on ${number(pay.losing, 0)} of ${count(pay.prompts, "prompt")}`}</span>
          }
        >
          {() => <Worst pay={pay} index={index} data={data} />}
        </VariantPanel>
      ),
    )}
  </>
);

function Worst({ pay, index, data }: { readonly pay: NamedPay; readonly index: number } & WeighPartProps) {
  const { weighing, pictures } = data;
  const chosen = useSignal("");
  const shown = pay.texts
    .map((pair, place) => ({ pair, place }))
    .filter(({ pair }) => chosen.value === "" || pair.shares.includes(chosen.value));
  return (
    <>
      {pay.clusters.length > 0 && (
        <p class="clusters">
          <span class="of">These answers share, on {number(pay.clusters[0].of, 0)} prompts: </span>
          {pay.clusters.map(({ shares, prompts, opposite }) => (
            <button
              key={shares}
              type="button"
              aria-pressed={chosen.value === shares}
              title={`on ${count(prompts, "prompt")}, the other way round on ${number(opposite, 0)}; a click shows texts of it`}
              onClick={() => {
                chosen.value = chosen.value === shares ? "" : shares;
              }}
            >
              {shares} <b>{number(prompts, 0)}</b>
            </button>
          ))}
        </p>
      )}
      {shown.length === 0 && <p class="of">None of the texts that are shown is of this kind.</p>}
      {shown.length > 0 && (
        <TableBox label={`Texts of ${pay.id}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">wanted most</th>
                <th scope="col">paid best</th>
              </tr>
            </thead>
            {shown.map(({ pair, place }) => (
              <Pair
                key={place}
                pair={pair}
                id={`${anchorOf(index).slice(1)}${place + 1}`}
                want={weighing.want}
                pictures={pictures}
              />
            ))}
          </table>
        </TableBox>
      )}
    </>
  );
}

type Pictures = WeighPartProps["data"]["pictures"];

function Pair({
  pair,
  id,
  want,
  pictures,
}: {
  readonly pair: TextPair;
  readonly id: string;
  readonly want: string;
  readonly pictures: Pictures;
}) {
  return (
    <tbody id={id}>
      <tr class="question">
        <th colSpan={2} scope="rowgroup">
          <div class="within">
            <LongText text={pair.prompt} />
            <span class="of">
              loses {brief(pair.lost)} of {want}
              {pair.shares.length > 0 && `; ${pair.shares.join(", ")}`} <a href={`#${id}`}>#{id}</a>
            </span>
          </div>
        </th>
      </tr>
      <tr>
        <td class="above">
          <span class="column">wanted most</span>
          <Scored text={pair.wanted} want={want} pictures={pictures} />
        </td>
        <td class="below">
          <span class="column">paid best</span>
          <Scored text={pair.paid} want={want} before={pair.wanted.text} pictures={pictures} />
        </td>
      </tr>
    </tbody>
  );
}

const Scored = ({
  text,
  want,
  before,
  pictures,
}: {
  readonly text: PairedText;
  readonly want: string;
  readonly before?: string;
  readonly pictures: Pictures;
}) => (
  <>
    {pictures === undefined ? (
      <LongText text={text.text} before={before} beside="the wanted answer" />
    ) : (
      <PictureStrip file={text.text} frames={pictures[text.text] ?? []} />
    )}
    <dl>
      {(
        [
          ["pay", brief(text.pay)],
          [want, brief(text.want)],
          ["row", number(text.row, 0)],
        ] as const
      ).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </>
);
