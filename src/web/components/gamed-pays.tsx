// Whether learners gamed their pay, a line for each variant, and the command that searches further.

import type { ReportData } from "../../lab/report/report-data.ts";
import { VariantMark } from "./variant-mark.tsx";

export function GamedPays({ data: { gamed = [], variants } }: { readonly data: ReportData }) {
  return (
    <>
      {gamed.map(({ variant, text }) => (
        <p key={variant}>
          <VariantMark index={variants.findIndex(({ name }) => name === variant)} /> {variant}: {text}
        </p>
      ))}
      {gamed.some(({ kind }) => kind === "not found") && (
        <p class="note">
          <code>{gamed[0].search}</code> searches further.
        </p>
      )}
    </>
  );
}
