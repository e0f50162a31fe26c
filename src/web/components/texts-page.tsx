// Page with all stored texts of learners: of any seed and any update, each text character by character.

import { count } from "../../evaluation/number-format.ts";
import type { KeptTexts } from "../../lab/report/text-data.ts";
import type { RunRow } from "../../lab/view/view-data.ts";
import { adjust, chosen, NO_PLACE } from "../chosen.ts";
import { useFetched } from "../fetched.ts";
import { Problem } from "./code-text.tsx";
import { HeatLegend } from "./heat-legend.tsx";
import { TypedField } from "./typed-field.tsx";
import { chosenHeat, heatOf, KINDS, MEANINGS, mostHeat, UpdateTexts } from "./written-texts.tsx";

export function TextsPage({ run }: { readonly run: RunRow | undefined }) {
  return run === undefined ? <p class="empty">The store has no such run.</p> : <Texts run={run} />;
}

function Texts({ run }: { readonly run: RunRow }) {
  const search = chosen.value;
  const variant = search.get("variant") ?? run.variants[0];
  const seed = search.get("seed") ?? String(run.firstSeed);
  const heat = chosenHeat();
  const kind = heatOf(heat);
  const query = new URLSearchParams({ variant, seed, update: search.get("update") ?? "0" });
  const address = `./api/runs/${encodeURIComponent(run.run)}/texts?${query}`;
  const { data, problem, waiting } = useFetched<KeptTexts>(address, run.results);
  return (
    <main class="all-texts" aria-busy={waiting}>
      <h1>Texts</h1>
      <form class="filters" aria-label="Which texts" onSubmit={(event) => event.preventDefault()}>
        <label>
          variant{" "}
          <select value={variant} onChange={(event) => adjust({ variant: event.currentTarget.value, ...NO_PLACE })}>
            {run.variants.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <TypedField label="seed" type="number" value={seed} onEnter={(text) => adjust({ seed: text, ...NO_PLACE })} />
        <label>
          heat{" "}
          <select
            value={kind}
            onChange={(event) => {
              heat.value = event.currentTarget.value;
            }}
          >
            {KINDS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {data !== undefined && <Updates data={data} />}
      </form>
      <Problem text={problem} />
      {data !== undefined && problem === undefined && <Written data={data} kind={kind} />}
    </main>
  );
}

/** A slider over the updates with stored texts. */
function Updates({ data: { updates, written } }: { readonly data: KeptTexts }) {
  const at = updates.indexOf(written.update);
  return (
    <label class="updates">
      update {written.update + 1}{" "}
      <input
        type="range"
        min={0}
        max={updates.length - 1}
        value={at}
        aria-valuetext={`update ${written.update + 1}`}
        onInput={(event) => adjust({ update: String(updates[event.currentTarget.valueAsNumber]), ...NO_PLACE }, true)}
      />
    </label>
  );
}

function Written({
  data: { updates, written },
  kind,
}: {
  readonly data: KeptTexts;
  readonly kind: keyof typeof MEANINGS;
}) {
  const most = mostHeat(written.texts, kind);
  return (
    <>
      <p class="heat-meaning">
        <HeatLegend meaning={MEANINGS[kind]} most={most} signed={kind === "credit"} />
      </p>
      <p class="about">
        What the world wrote has no heat: no step of learning counts it. A click or the arrow keys choose a character.{" "}
        {count(written.texts.length, "text")} of this update {written.texts.length === 1 ? "was" : "were"} kept, and
        texts of {count(updates.length, "update")}.
      </p>
      <UpdateTexts {...{ update: written, kind, most, objective: "objective" }} />
    </>
  );
}
