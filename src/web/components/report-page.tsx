// The whole report, from its header to the experiment's source.

import { brief } from "../../evaluation/number-format.ts";
import { AGES, claimsInWords } from "../../lab/report/judged-claim.ts";
import type { ReportData } from "../../lab/report/report-data.ts";
import { report } from "../state.ts";
import { Channels } from "./channels.tsx";
import { Problem } from "./code-text.tsx";
import { Curves, measuresOver } from "./curves.tsx";
import { DoseFigures, hasDoses } from "./dose-figures.tsx";
import { Effects, measuredEffects } from "./effects.tsx";
import { GamedPays } from "./gamed-pays.tsx";
import { Goodhart } from "./goodhart.tsx";
import { MeasureFigures, telling } from "./measure-figures.tsx";
import { learnsPay, OverOptimised } from "./overoptimisation.tsx";
import { type PagePart, PageParts } from "./page-parts.tsx";
import { hasPaths, PicturePaths } from "./picture-paths.tsx";
import { drew, Pictures } from "./pictures.tsx";
import { hasPlanes, Planes } from "./planes.tsx";
import { Replays, stored } from "./replays.tsx";
import { ReportHeader } from "./report-header.tsx";
import { Flags, Source, Stages } from "./source.tsx";
import { TrainingNotes, VariantsTable } from "./variants-table.tsx";
import { VerdictList } from "./verdict-list.tsx";
import { WrittenTexts, wrote } from "./written-texts.tsx";

/** The experiment's claims with their verdicts; headline claims come first. */
function Claims({ data: { claims = [], claimsAge, cells } }: { readonly data: ReportData }) {
  if (claims.length === 0) return null;
  const [{ confidence }] = claims;
  const isWhole = cells.done >= cells.planned;
  const listed = [...claims]
    .sort((a, b) => Number(b.headline) - Number(a.headline))
    .map(({ name, verdict, text, measured, headline }) => {
      return { name: headline ? `${name} (headline)` : name, verdict, about: `${text}; ${measured}` };
    });
  return (
    <>
      <p>
        <strong>{claimsInWords(claims)}</strong>
        {!isWhole && ", so far: cells are missing"}. A claim holds where the whole interval of {brief(100 * confidence)}{" "}
        % is on its side{claims.length > 1 && ", wide enough for all claims together"}.
        {claimsAge !== undefined && ` In git, ${AGES[claimsAge]}.`}
      </p>
      <VerdictList results={listed} />
    </>
  );
}

export function ReportPage() {
  const state = report.value;
  if ("problem" in state)
    return (
      <main>
        <h1>Agon report</h1>
        <Problem text={state.problem} />
      </main>
    );
  return <Report data={state.data} />;
}

const PARTS: readonly PagePart<ReportData>[] = [
  {
    id: "claims",
    title: "Claims",
    has: ({ claims = [] }) => claims.length > 0,
    content: Claims,
  },
  {
    id: "variants",
    title: "Variants",
    content: ({ data }) => (
      <>
        <VariantsTable data={data} />
        <TrainingNotes data={data} />
      </>
    ),
  },
  {
    id: "measures",
    title: "Measures",
    has: (data) => telling(data).length > 0,
    content: MeasureFigures,
    about: "Each measure on its own scale; lines are 95\u00a0% intervals over seeds.",
  },
  {
    id: "doses",
    title: "Dose and response",
    has: hasDoses,
    content: DoseFigures,
    about: "What more or less of a setting gives, a line for each combination of the others.",
  },
  {
    id: "effects",
    title: "Effects",
    has: (data) => measuredEffects(data).length > 0,
    content: Effects,
    about: "Variants compared on the same seeds, so that what a seed makes easy or hard drops out.",
  },
  {
    id: "goodhart",
    title: "Paid and wanted",
    has: ({ variants }) => variants.some(({ points }) => points.length > 0),
    content: Goodhart,
    about: "Goodhart's question: does more of what is paid come with more of what was wanted?",
  },
  {
    id: "gamed",
    title: "Was the pay gamed?",
    has: ({ gamed = [] }) => gamed.length > 0,
    content: GamedPays,
    about:
      "What learners were paid beside what they brought; bounds are exact where the states of a world can be listed.",
  },
  {
    id: "overoptimisation",
    title: "Promised and brought",
    has: learnsPay,
    content: OverOptimised,
    about:
      "Where pay is learnt or a judge's word: what it promises of the objective, and what it brings, the harder it is pressed. What is promised is pay's gain in the objective's unit.",
  },
  {
    id: "training",
    title: "Training",
    has: (data) => measuresOver(data, "training").length > 0,
    content: ({ data }) => <Curves data={data} of="training" />,
    about:
      "What agents were paid and what was wanted while they learnt, by environment steps over all copies of the world. The figures above come from episodes after the training.",
  },
  {
    id: "texts",
    title: "Texts",
    has: wrote,
    content: WrittenTexts,
    about:
      "Answers to one question at the beginning, in the middle and at the end of a training. Point at a character, or walk to it with the arrow keys, for its figures.",
  },
  {
    id: "pictures",
    title: "Pictures",
    has: drew,
    content: Pictures,
    about:
      "What was drawn in the first episodes of a seed, whose captions are the same for all variants; below each, what it was paid, and the objective.",
  },
  {
    id: "paths",
    title: "From noise to picture",
    has: hasPaths,
    content: PicturePaths,
    about:
      "States of the first pictures on their way, at times from 1, noise, to 0. Below a state stands where guidance moves it, if there is any: brighter is up, darker is down, and half-bright is left alone.",
  },
  {
    id: "planes",
    title: "Points",
    has: hasPlanes,
    content: Planes,
    about:
      "Where points of a seed lie, with the ways of the first ones from noise. Thick lines are where guidance moves a state.",
  },
  {
    id: "curves",
    title: "Over steps",
    has: (data) => measuresOver(data, "curves").length > 0,
    content: ({ data }) => <Curves data={data} of="curves" />,
  },
  {
    id: "channels",
    title: "Channels",
    content: Channels,
    about: "Everything that the world reported of its agents.",
  },
  {
    id: "replays",
    title: "Episodes",
    has: (data) => stored(data) && !drew(data),
    content: Replays,
    about:
      "Of each variant the episode with the median objective and the one with the lowest. Maps share one scale between variants; those of pay do where all are paid in one coin. In a text, grey is what the world wrote, and what was paid for is marked.",
  },
  {
    id: "source",
    title: "Experiment",
    content: ({ data }) => (
      <>
        <Flags flags={data.flags} />
        <Stages {...(data.stages !== undefined && { stages: data.stages })} />
        <Source yaml={data.source} />
      </>
    ),
    about: "The file that this report answers.",
  },
];

const Report = ({ data }: { readonly data: ReportData }) => (
  <PageParts data={data} title={data.title} parts={PARTS}>
    <ReportHeader data={data} />
  </PageParts>
);
