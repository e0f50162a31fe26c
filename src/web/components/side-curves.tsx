// Curves of variants of several runs in one figure: over the steps of an episode and of a training.

import { useEffect, useState } from "preact/hooks";
import type { ReportData } from "../../lab/report/report-data.ts";
import type { SideReport } from "../../lab/view/side-data.ts";
import { answered } from "../fetched.ts";
import { readReport } from "../state.ts";
import { Curves, type CurvesProps, measuresOver } from "./curves.tsx";

const TITLES: Readonly<Record<CurvesProps["of"], string>> = { curves: "Over steps", training: "Training" };

export function SideCurves({ sides, stamp }: { readonly sides: readonly SideReport[]; readonly stamp: string }) {
  const data = useReports(sides, stamp);
  if (data === "waiting") return <p class="empty">Curves are being read …</p>;
  if (data === undefined) return null;
  return (["curves", "training"] as const).map(
    (of) =>
      measuresOver(data, of).length > 0 && (
        <section key={of} aria-labelledby={`${of}-title`}>
          <h2 id={`${of}-title`}>{TITLES[of]}</h2>
          <Curves data={data} of={of} />
        </section>
      ),
  );
}

/** Returns the reports of the sides' runs merged into one, with the sides only; undefined where one cannot be read. */
function useReports(sides: readonly SideReport[], stamp: string): ReportData | "waiting" | undefined {
  const [data, setData] = useState<ReportData | "waiting" | undefined>("waiting");
  const wanted = sides.map(({ run, variant }) => `${run}/${variant}`).join();
  useEffect(() => {
    const left = new AbortController();
    const runs = [...new Set(sides.map(({ run }) => run))];
    const read = async (run: string) => {
      const state = readReport(await answered(`./api/runs/${encodeURIComponent(run)}/report`, { signal: left.signal }));
      return "data" in state ? [[run, state.data] as const] : [];
    };
    Promise.all(runs.map(read)).then(
      (reports) => setData(together(sides, new Map(reports.flat()))),
      () => left.signal.aborted || setData(undefined),
    );
    return () => left.abort();
  }, [wanted, stamp]);
  return data;
}

function together(sides: readonly SideReport[], reports: ReadonlyMap<string, ReportData>): ReportData | undefined {
  const [first] = reports.values();
  if (first === undefined) return undefined;
  const variants = sides.flatMap(({ run, variant }) => {
    const report = reports.get(run)?.variants.find(({ name }) => name === variant);
    const isShared = sides.some((side) => side.variant === variant && side.run !== run);
    return report === undefined ? [] : [{ ...report, name: isShared ? `${variant} (${run})` : variant }];
  });
  return variants.length === sides.length ? { ...first, variants } : undefined;
}
