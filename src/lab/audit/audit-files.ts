// Files of audits of rewards: an earlier audit that only new findings are held against, and a report in SARIF for code hosts.

import { isAbsolute, normalize, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { readText } from "../../core/yaml.ts";
import type { AuditFinding, RewardAudit } from "../../evaluation/audits/reward-audit.ts";
import { auditFinding, sentenceOf } from "../../evaluation/audits/reward-finding.ts";

/** What is read of an earlier audit; more fields may stand beside. */
const earlier = z.looseObject({
  target: z.string(),
  findings: z.array(
    z.looseObject({
      name: z.string(),
      fault: z.enum(["over-payment", "under-payment"]),
      want: z.number().nullish(),
      honestWant: z.number().nullish(),
      example: z.looseObject({}).exactOptional(),
    }),
  ),
});
const earlierAudits = z.union([z.array(earlier), earlier.transform((one) => [one])]);

/** What is compared of a finding, an earlier one or one of this audit. */
interface ComparedFinding extends Pick<AuditFinding, "name" | "fault"> {
  readonly want?: number | null | undefined;
  readonly honestWant?: number | null | undefined;
  readonly example?: object;
}

/** The world of a finding that is a play; undefined for an attack on texts. */
const worldOf = ({ example = {} }: ComparedFinding): string | undefined =>
  "world" in example && typeof example.world === "string" ? example.world : undefined;

/**
 * What a finding is known by: an attack on texts by its name, and a play by its world, because searches find one way of gaming by many scripts.
 */
export const findingKey = (target: string, finding: ComparedFinding): string =>
  JSON.stringify([target, finding.fault, worldOf(finding) ?? finding.name]);

/** Share by which a play of a known world must lose more of the want than the earlier ones to be a new finding. */
const WORSE = 0.1;

/** The want that a play loses; infinite for texts, which are known by their names alone. */
const lossOf = (finding: ComparedFinding): number => {
  const { want, honestWant } = finding;
  if (worldOf(finding) === undefined || want === undefined || want === null) return Number.POSITIVE_INFINITY;
  return (honestWant ?? want) - want;
};

/** Findings of an earlier audit: what they are known by, with the largest want that one of them loses. */
export type Baseline = ReadonlyMap<string, number>;

/** Reads the findings of an earlier `agon audit --json`. Throws a UserError where the file is none. */
export function readBaseline(file: string): Baseline {
  const text = readText(file);
  let parsed: z.ZodSafeParseResult<z.output<typeof earlierAudits>>;
  try {
    parsed = earlierAudits.safeParse(JSON.parse(text));
  } catch {
    throw noBaseline(file, "is no JSON");
  }
  if (!parsed.success) throw noBaseline(file, "holds no audit of a reward");
  const known = new Map<string, number>();
  for (const { target, findings } of parsed.data)
    for (const one of findings) {
      const key = findingKey(target, one);
      known.set(key, Math.max(known.get(key) ?? 0, lossOf(one)));
    }
  return known;
}

const isKnown = (target: string, one: AuditFinding, known: Baseline): boolean => {
  const lost = known.get(findingKey(target, one));
  if (lost === undefined || lost === Number.POSITIVE_INFINITY) return lost !== undefined;
  return lossOf(one) <= (1 + WORSE) * lost;
};

const noBaseline = (file: string, what: string): UserError =>
  new UserError({ code: "no-baseline", what, where: file, hint: "write one: agon audit … --json > before.json" });

/** The audit with the findings that an earlier one lacks; where it had all of them, nothing new was found. */
export function againstBaseline(audit: RewardAudit, known: Baseline): RewardAudit {
  const findings = audit.findings.filter((one) => !isKnown(audit.target, one, known));
  const hidden = audit.findings.length - findings.length;
  if (hidden === 0) return audit;
  const kind = audit.kind === "gamed" && findings.length === 0 ? "not found" : audit.kind;
  const caveats = [...audit.caveats, `${hidden} of its findings stood in the baseline and are left out`];
  const left = { ...audit, kind, findings, caveats };
  const finding = findings.length === 0 ? "Nothing was found that the baseline does not have." : auditFinding(left);
  return { ...left, finding };
}

const SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** Meaning of each fault, as SARIF's rules. */
const RULES = {
  "over-payment": "The reward pays for something that is not wanted.",
  "under-payment": "The reward does not pay for something that is wanted.",
} as const satisfies Record<AuditFinding["fault"], string>;

/** A log in SARIF 2.1.0 (OASIS, 2020) with one result for each finding, placed where the reward is written. */
export function sarifOf(audits: readonly RewardAudit[], version: string): object {
  return {
    $schema: SARIF_SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "agon audit",
            version,
            rules: Object.entries(RULES).map(([id, text]) => ({ id, shortDescription: { text } })),
          },
        },
        results: audits.flatMap((audit) => audit.findings.map((one) => resultOf(audit, one))),
      },
    ],
  };
}

function resultOf({ target, where, kind }: RewardAudit, finding: AuditFinding): object {
  const { fault, why, pay, want, share } = finding;
  return {
    ruleId: fault,
    // Where nothing says what is wanted, what is paid may be.
    level: kind === "not decided" ? "note" : "error",
    message: { text: `${target}: ${sentenceOf(finding)} ${why}`.trim() },
    ...(where === undefined ? {} : { locations: [locationOf(where)] }),
    partialFingerprints: { "agonFinding/v1": findingKey(target, finding) },
    properties: { pay, want, share: share.value },
  };
}

/** A file as a URI: from the working folder, where code hosts begin too, if it lies there. */
function uriOf(file: string): string {
  const own = isAbsolute(file) ? relative(process.cwd(), file) : normalize(file);
  if (own.startsWith("..") || isAbsolute(own)) return pathToFileURL(file).href;
  return own.split(/[\\/]/).map(encodeURIComponent).join("/");
}

const locationOf = ({ file, line }: NonNullable<RewardAudit["where"]>): object => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(file) },
    ...(line === undefined ? {} : { region: { startLine: line } }),
  },
});
