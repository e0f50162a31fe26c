// Audit of the answers of a run: how often each variant's answers meet the criteria of their judge, what that depends on, and whether judges
// of the same answers agree.

import type { AuditedFields } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { identifier, quoted } from "../../core/sql.ts";
import {
  answerFactors,
  type CriterionShares,
  type FactoredAnswers,
  type JudgeAgreement,
  judgeAgreement,
} from "../../evaluation/audits/answer-factors.ts";
import type { Experiment, Variant } from "../experiment/experiment.ts";
import { type Database, openDatabase } from "../store/database.ts";

/** The audit of one variant. */
export interface AuditedVariant {
  readonly variant: string;
  /** Answers that were judged. */
  readonly answers: number;
  /** Episodes without a verdict by reason; nothing else counts them. */
  readonly failures: Readonly<Record<string, number>>;
  readonly criteria: readonly CriterionShares[];
}

/** Agreement of the judges of two variants, whose answers are the same. */
export interface AgreedVariants {
  readonly variants: readonly [string, string];
  readonly criteria: readonly JudgeAgreement[];
}

export interface AnswerAudit {
  readonly title: string;
  readonly variants: readonly AuditedVariant[];
  readonly agreement: readonly AgreedVariants[];
}

/** Judged answers of a variant; `replies` are by episode. */
interface VariantAnswers extends FactoredAnswers {
  readonly replies: ReadonlyMap<string, string>;
  readonly failures: Readonly<Record<string, number>>;
}

/** Audits the answers of a run in `folder`. Throws a UserError where a variant's world has no answers to audit. */
export async function answerAudit(folder: string, { title, file, variants }: Experiment): Promise<AnswerAudit> {
  const audited = variants.map((variant) => ({ variant, fields: auditedFields(variant, file) }));
  const database = await openDatabase([folder], 1, { folders: [] });
  try {
    const answers: { name: string; of: VariantAnswers }[] = [];
    for (const { variant, fields } of audited)
      answers.push({ name: variant.name, of: await answersOf(database, variant.name, fields) });
    return {
      title,
      variants: answers.map(({ name, of }) => ({
        variant: name,
        answers: of.questions.length,
        failures: of.failures,
        criteria: answerFactors(of),
      })),
      agreement: answers.flatMap(({ name, of }, k) =>
        answers.slice(k + 1).flatMap((later) => {
          const criteria = isSame(of.replies, later.of.replies)
            ? judgeAgreement(of.criteria, later.of.criteria, of.questions)
            : [];
          return criteria.length === 0 ? [] : [{ variants: [name, later.name] as const, criteria }];
        }),
      ),
    };
  } finally {
    database.close();
  }
}

/** What an audit compares of a variant. Throws a UserError where its world has no answers to audit. */
export function auditedFields({ name, setting }: Variant, file: string): AuditedFields {
  const { audited } = setting.makeEnvironment();
  if (audited !== undefined) return audited;
  const what = `the world of "${name}" has no single answers of a file that could be audited`;
  const hint = "environment: { id: language/questions, file: ./trials.csv }, with one question in an episode";
  throw new UserError({ code: "no-answers", what, where: file, hint });
}

async function answersOf(database: Database, variant: string, fields: AuditedFields): Promise<VariantAnswers> {
  const { criteria, factors, question } = fields;
  const names = [...criteria, ...factors, question, "reply"].map(identifier).join(", ");
  const { rows } = await database.query(
    `SELECT seed, episode, failed, failure, ${names} FROM episodes WHERE variant = ${quoted(variant)} ORDER BY seed, episode`,
  );
  const failures: Record<string, number> = {};
  const judged = rows.filter((row) => {
    if (row.failed !== true && criteria.every((name) => Number.isFinite(row[name]))) return true;
    const reason = row.failed === true ? String(row.failure) : "the judge said nothing of it";
    failures[reason] = (failures[reason] ?? 0) + 1;
    return false;
  });
  const columns = <T>(of: readonly string[], read: (value: unknown) => T): Record<string, T[]> =>
    Object.fromEntries(of.map((name) => [name, judged.map((row) => read(row[name]))]));
  return {
    criteria: columns(criteria, Number),
    factors: columns(factors, String),
    questions: judged.map((row) => Number(row[question])),
    replies: new Map(judged.map((row) => [`${row.seed} ${row.episode}`, String(row.reply)])),
    failures,
  };
}

/** Whether two variants have the same answers in the same episodes. */
const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size > 0 && one.size === other.size && [...one].every(([episode, reply]) => other.get(episode) === reply);
