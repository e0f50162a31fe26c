// The whole report, from its headline to its source.

import { useEffect } from "preact/hooks";
import type { ReportData } from "../../lab/report-data.ts";
import { report } from "../state.ts";
import { Channels } from "./channels.tsx";
import { Curves, learnt } from "./curves.tsx";
import { Effects } from "./effects.tsx";
import { Goodhart } from "./goodhart.tsx";
import { MeasureFigures } from "./measure-figures.tsx";
import { Replays } from "./replays.tsx";
import { ReportHeader } from "./report-header.tsx";
import { Section } from "./section.tsx";
import { Source } from "./source.tsx";
import { VariantsTable } from "./variants-table.tsx";
import { WrittenTexts, wrote } from "./written-texts.tsx";

export function ReportPage() {
  const state = report.value;
  if ("problem" in state)
    return (
      <main>
        <h1>Agon report</h1>
        <p class="empty">{state.problem}</p>
      </main>
    );
  return <Report data={state.data} />;
}

const PARTS = [
  ["variants", "Variants"],
  ["measures", "Measures"],
  ["effects", "Effects"],
  ["goodhart", "Paid and wanted"],
  ["training", "Training"],
  ["texts", "Texts"],
  ["curves", "Over steps"],
  ["channels", "Channels"],
  ["replays", "Episodes"],
  ["source", "Experiment"],
] as const;

/** Whether the run has what a part of the page shows. */
function shown(part: (typeof PARTS)[number][0], data: ReportData): boolean {
  if (part === "training") return learnt(data);
  return part === "texts" ? wrote(data) : true;
}

function Report({ data }: { readonly data: ReportData }) {
  useEffect(() => {
    document.title = `${data.title} · Agon`;
  }, [data.title]);
  return (
    <>
      <nav aria-label="Parts of the report">
        <ul>
          {PARTS.filter(([id]) => shown(id, data)).map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        <ReportHeader data={data} />
        <Section id="variants" title="Variants">
          <VariantsTable data={data} />
        </Section>
        <Section
          id="measures"
          title="Measures"
          about="Each measure on its own scale; lines are 95 % intervals over seeds."
        >
          <MeasureFigures data={data} />
        </Section>
        <Section
          id="effects"
          title="Effects"
          about="Variants compared on the same seeds, so that what a seed makes easy or hard drops out."
        >
          <Effects data={data} />
        </Section>
        <Section
          id="goodhart"
          title="Paid and wanted"
          about="Goodhart's question: does more of what is paid come with more of what was wanted?"
        >
          <Goodhart data={data} />
        </Section>
        {learnt(data) && (
          <Section
            id="training"
            title="Training"
            about="What agents were paid and what was wanted while they learnt, by environment steps over all copies of the world. The figures above come from episodes after the training."
          >
            <Curves data={data} of="training" />
          </Section>
        )}
        {wrote(data) && (
          <Section
            id="texts"
            title="Texts"
            about="Answers to one question at the beginning, in the middle and at the end of a training. Point at a character for its figures."
          >
            <WrittenTexts data={data} />
          </Section>
        )}
        <Section id="curves" title="Over steps">
          <Curves data={data} of="curves" />
        </Section>
        <Section id="channels" title="Channels" about="Everything that the world reported of its agents.">
          <Channels data={data} />
        </Section>
        <Section
          id="replays"
          title="Episodes"
          about="Of each variant the episode with the median objective and the one with the lowest. Maps share one scale between variants, but for pay: each variant pays in its own coin. In a text, grey is what the world wrote, and what was paid for is marked."
        >
          <Replays data={data} />
        </Section>
        <Section id="source" title="Experiment" about="The file that this report answers.">
          <Source yaml={data.source} />
        </Section>
      </main>
    </>
  );
}
