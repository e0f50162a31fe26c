// A law is something that every world, reward or agent must obey. It fails with a reason; it never warns.

/** What came of one law. */
export interface Verdict {
  readonly law: string;
  readonly pass: boolean;
  /** Why it failed; empty where it holds. */
  readonly detail: string;
}

/** Thrown inside a law to fail it. */
export class Broken extends Error {}

/** Fails the law unless `condition` holds. */
export function must(condition: boolean, otherwise: () => string): void {
  if (!condition) throw new Broken(otherwise());
}

/** Runs laws one by one; what a law throws is its failure, and the others still run. */
export function judge(laws: Readonly<Record<string, () => void>>): Verdict[] {
  return Object.entries(laws).map(([law, run]) => {
    try {
      run();
      return { law, pass: true, detail: "" };
    } catch (error) {
      return { law, pass: false, detail: error instanceof Error ? error.message : String(error) };
    }
  });
}

/** As judge, for laws that wait. */
export async function judgeAsync(laws: Readonly<Record<string, () => Promise<void>>>): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [law, run] of Object.entries(laws)) {
    try {
      await run();
      verdicts.push({ law, pass: true, detail: "" });
    } catch (error) {
      verdicts.push({ law, pass: false, detail: error instanceof Error ? error.message : String(error) });
    }
  }
  return verdicts;
}

/** Position of the first difference between two arrays, or −1; NaN differs from everything. */
export function firstDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return i;
  return -1;
}
