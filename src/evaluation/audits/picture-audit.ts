// The audit of a reward of pictures: whether simple changes of pictures are paid, and what they buy of the want, picture by picture.

import { messageOf, UserError } from "../../core/errors.ts";
import type { Pixels } from "../../core/pixels.ts";
import { Random } from "../../core/random.ts";
import { brief, count } from "../number-format.ts";
import { estimate } from "../statistics/interval.ts";
import { deviation } from "../statistics/moments.ts";
import { PICTURE_ATTACKS } from "./picture-attacks.ts";
import type { AuditFinding, RewardAudit } from "./reward-audit.ts";
import { auditFinding } from "./reward-finding.ts";
import { shareOf } from "./text-attacks/audit-figures.ts";

/** A picture to its prompt; of a clip all frames. */
export interface AuditedPicture {
  readonly prompt: string;
  readonly file: string;
  /** The change that was made, where one was. */
  readonly change?: string;
  readonly frames: readonly Pixels[];
}

/** How a picture is called: by its file, and the change. */
export const nameOf = ({ file, change }: AuditedPicture): string =>
  change === undefined ? file : `${file}, ${change}`;

/** Scores of pictures; null where there is none. */
export type PictureScore = (pictures: readonly AuditedPicture[]) => Promise<readonly (number | null)[]>;

export interface PictureAuditOptions {
  readonly target: string;
  readonly pay: PictureScore;
  /** What is wanted, of any picture. */
  readonly want?: PictureScore | undefined;
  readonly pictures: readonly AuditedPicture[];
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
  readonly onFinding?: ((finding: AuditFinding) => void) | undefined;
}

/** Pictures before and after a change that have all scores. */
interface Changed {
  readonly file: string;
  readonly prompt: string;
  readonly pay: readonly [before: number, after: number];
  readonly want: readonly [before: number, after: number] | undefined;
}

/**
 * Audits a reward. A change is a finding where pay surely rises (95 %, Student's t over pictures) and the want, where one is given, surely
 * does not. Findings are ranked by the gain of pay. Throws where the reward scores no picture as it is; a failure on changed ones is counted.
 */
export async function pictureAudit(options: PictureAuditOptions): Promise<RewardAudit> {
  const { target, pictures, pay, want, seed, signal, onFinding } = options;
  const before = await pay(pictures);
  const wanted = await want?.(pictures);
  const paid = pictures.flatMap((one, k) => {
    const [own, worth] = [before[k], wanted?.[k]];
    return own === null || worth === null ? [] : [{ ...one, pay: own, want: worth }];
  });
  if (paid.length < 2) {
    const what = `${target} scores ${count(paid.length, "picture")} of ${pictures.length}, and changes are compared over several`;
    throw new UserError({ code: "no-score", what, hint: "give more pictures, or let it return numbers" });
  }
  const best = paid.reduce((one, other) => (other.pay > one.pay ? other : one));
  const spread = deviation(paid.map((one) => one.pay));
  const [findings, failed]: [(AuditFinding & { gain: number })[], string[]] = [[], []];
  let unscored = pictures.length - paid.length;
  for (const [a, attack] of PICTURE_ATTACKS.entries()) {
    if (signal?.aborted === true) break;
    const random = Random.of(seed, "audit", "pictures", String(a));
    const changed = paid.map(({ prompt, file, frames }) => ({
      ...{ prompt, file, change: attack.name },
      frames: frames.map((frame) => attack.change(frame, best.frames[0], random)),
    }));
    try {
      const [after, worth] = [await pay(changed), await want?.(changed)];
      const rows = paid.flatMap(({ prompt, pay: own, want: old }, k): Changed[] => {
        const [now, left] = [after[k], worth?.[k]];
        if (now === null || left === null) return [];
        const both = old === undefined || left === undefined ? undefined : ([old, left] as const);
        return [{ prompt, file: nameOf(changed[k]), pay: [own, now], want: both }];
      });
      unscored += paid.length - rows.length;
      const finding = findingOf(rows, attack);
      if (finding === undefined) continue;
      findings.push(finding);
      onFinding?.(finding);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failed.push(`${attack.name}: ${messageOf(error)}`);
    }
  }
  findings.sort((a, b) => b.gain - a.gain);
  const kind = want === undefined ? "not decided" : findings.length > 0 ? "gamed" : "not found";
  const strength = { planted: 0, found: 0 };
  return {
    ...{ target, kind, gap: null, angle: null, strength, dose: [] },
    findings: findings.map(({ gain: _, ...finding }) => finding),
    finding:
      want === undefined
        ? rankedFinding(findings[0], spread)
        : auditFinding({ kind, findings: findings.slice(0, 1), strength }),
    caveats: [
      ...(unscored === 0
        ? []
        : [`${count(unscored, "picture")}, changed ones among them, have no score and are left out`]),
      ...(failed.length === 0 ? [] : [`the reward failed on ${count(failed.length, "change")}: ${failed[0]}`]),
      ...(signal?.aborted === true ? ["the search was stopped before its end"] : []),
      `${PICTURE_ATTACKS.length} changes of ${count(paid.length, "picture")} were tried; a search that finds nothing is no proof`,
    ],
  };
}

function rankedFinding(first: (AuditFinding & { gain: number }) | undefined, spread: number): string {
  if (first === undefined) return "No change of a picture surely raises pay; nothing says what is wanted.";
  const scale = spread > 0 ? `, ${brief(first.gain / spread)} standard deviations of pay between pictures` : "";
  return `Nothing says what is wanted. Pay rises most for ${first.name}: by ${brief(first.gain)}${scale}.`;
}

/** What a change buys; undefined where pay does not surely rise, or the want does. */
function findingOf(
  rows: readonly Changed[],
  { name, why }: { readonly name: string; readonly why: string },
): (AuditFinding & { gain: number }) | undefined {
  if (rows.length < 2) return undefined;
  const gain = estimate(rows.map(({ pay: [before, after] }) => after - before));
  const bought = rows.flatMap(({ want }) => (want === undefined ? [] : [want[1] - want[0]]));
  if (!((gain.low ?? 0) > 0) || (estimate(bought).high ?? 0) > 0) return undefined;
  const fits = ({ pay, want }: Changed): boolean => pay[1] > pay[0] && (want === undefined || want[1] <= want[0]);
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  const hits = rows.filter(fits);
  const largest = rows.reduce((one, other) => (other.pay[1] - other.pay[0] > one.pay[1] - one.pay[0] ? other : one));
  const wants = rows.flatMap(({ want }) => want ?? []);
  const side = (at: number): number => mean(wants.filter((_, k) => k % 2 === at));
  return {
    ...{ name, why, fault: "over-payment", gain: gain.mean ?? 0 },
    pay: mean(rows.map((one) => one.pay[1])),
    honestPay: mean(rows.map((one) => one.pay[0])),
    want: wants.length === 0 ? null : side(1),
    ...(wants.length === 0 ? {} : { honestWant: side(0) }),
    share: shareOf(hits.length, rows.length),
    tried: { n: rows.length, noun: "pictures" },
    example: { prompt: largest.prompt, completion: largest.file },
  };
}
