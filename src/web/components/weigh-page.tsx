// The page of a weighing: what other pays would have bought of what is wanted, from a log of rollouts.

import { number } from "../../evaluation/number-format.ts";
import type { WeighPageData } from "../../lab/weigh/weighing-data.ts";
import { type PagePart, PageParts } from "./page-parts.tsx";
import {
  AgainstOthers,
  AllCurves,
  FirstStep,
  hasCurves,
  isForeseen,
  OverSteps,
  WantedAndPaid,
  type WeighPartProps,
} from "./weigh-figures.tsx";
import { hasVerifier, PayTable, VerifierTable } from "./weigh-tables.tsx";
import { hasTexts, WorstAnswers } from "./weigh-texts.tsx";

const PARTS: readonly PagePart<WeighPageData>[] = [
  { id: "pays", title: "Pays", content: PayTable },
  {
    id: "curves",
    title: "Optimised harder",
    has: hasCurves,
    content: AllCurves,
    about: "What is wanted, the harder each pay is optimised; a curve that turns says where to stop.",
  },
  {
    id: "wanted-and-paid",
    title: "Wanted and paid",
    has: isForeseen,
    content: WantedAndPaid,
    about: "For each pay what is wanted, and below it what is paid, over the same distance from the policy of the log.",
  },
  { id: "first-step", title: "First step", content: FirstStep, about: "Where training under each pay goes at first." },
  {
    id: "against",
    title: "One against another",
    has: ({ weighing: { comparisons } }) => comparisons.length > 0,
    content: AgainstOthers,
  },
  {
    id: "verifiers",
    title: "Verifiers",
    has: hasVerifier,
    content: VerifierTable,
    about: "Of pays of 0 and 1 beside a want of 0 and 1: which answers are paid.",
  },
  {
    id: "over",
    title: ({ weighing: { by = "" } }) => `By ${by}`,
    has: ({ weighing: { parts } }) => parts !== undefined,
    content: OverSteps,
    about: "The first step under each pay, with its course, for the rollouts of each value.",
  },
  {
    id: "texts",
    title: "Texts",
    has: (data) => data.pictures === undefined && hasTexts(data),
    content: WorstAnswers,
    about:
      "Where the answer that a pay likes best is worth least, beside the answer to the same prompt that is wanted most. Words that only one of the two has are marked.",
  },
  {
    id: "pictures",
    title: "Pictures",
    has: (data) => data.pictures !== undefined && hasTexts(data),
    content: WorstAnswers,
    about:
      "Where the picture that a pay likes best is worth least, beside the picture to the same prompt that is wanted most.",
  },
];

export const WeighPage = ({ data }: WeighPartProps) => (
  <PageParts data={data} title={data.title} parts={PARTS}>
    <WeighHeader data={data} />
  </PageParts>
);

function WeighHeader({ data: { weighing, title } }: WeighPartProps) {
  const { file, finding, want, answers, prompts, columns, caveats } = weighing;
  const renamed = Object.entries(columns).filter(([name, own]) => name !== own);
  return (
    <header>
      <p class="run">Agon · rollouts weighed by other pays</p>
      <h1>{title}</h1>
      <p class="finding">{finding}</p>
      <dl class="facts">
        <div>
          <dt>log</dt>
          <dd>
            <code>{file}</code>
          </dd>
        </div>
        <div>
          <dt>wanted</dt>
          <dd>
            <strong>{want}</strong>
          </dd>
        </div>
        <div>
          <dt>weighed</dt>
          <dd>
            {number(answers, 0)} answers, {number(prompts, 0)} prompts with several
          </dd>
        </div>
        {renamed.length > 0 && (
          <div>
            <dt>read as</dt>
            <dd>{renamed.map(([name, own]) => `${name}: ${own}`).join(", ")}</dd>
          </div>
        )}
      </dl>
      {caveats.length > 0 && (
        <div class="note">
          {caveats.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </header>
  );
}
