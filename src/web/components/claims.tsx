// The experiment's claims with their verdicts; headline claims come first.

import { brief } from "../../evaluation/number-format.ts";
import { AGES, claimsInWords } from "../../lab/report/judged-claim.ts";
import type { ReportData } from "../../lab/report/report-data.ts";
import { VerdictList } from "./verdict-list.tsx";

export function Claims({ data: { claims = [], claimsAge, cells } }: { readonly data: ReportData }) {
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
