// Repairs of a reward of texts that is gamed: a file beside the user's that calls it, with caps, gates and a stricter reading around it.
// A repair is kept if it takes pay from texts that were found, and none from honest answers; then the file is audited as any reward.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { checkedYaml } from "../../core/checked-yaml.ts";
import { UserError } from "../../core/errors.ts";
import { writeWhole, writing } from "../../core/files.ts";
import type { RepairedReward, RewardAudit } from "../../evaluation/audits/reward-audit.ts";
import type { AuditEvidence } from "../../evaluation/audits/text-attacks/audit-evidence.ts";
import type { HeldText } from "../../evaluation/audits/text-attacks/found-attack.ts";
import { pythonPlace } from "../text-rewards/python-function.ts";

const code = z.strictObject({
  head: z.string().default(""),
  guard: z.string().default(""),
  pay: z.string().default("pay"),
});
const remedy = z.strictObject({
  name: z.string(),
  /** The value without which it does not apply. */
  needs: z.enum(["cap", "longest", "marker", "places"]).exactOptional(),
  python: code,
  js: code,
});
type Remedy = z.output<typeof remedy>;

const { remedies: REMEDIES, ...FILES } = checkedYaml(
  new URL("./text-remedies.yaml", import.meta.url),
  z.strictObject({
    remedies: z.array(remedy),
    python: z.string(),
    trl: z.string(),
    verl: z.string(),
    js: z.string(),
  }),
);

/** What a repair is made of and tried with. */
export interface TextRepair {
  readonly target: string;
  readonly audit: RewardAudit;
  readonly evidence: AuditEvidence | undefined;
  /** The file that is written. It must not be there. */
  readonly file: string;
  /** The column of right answers, where the data have one. */
  readonly gold: string | undefined;
  readonly directory: string;
  /** Pays of texts by a reward of this name; it throws where the reward does. */
  readonly paysOf: (id: string, texts: readonly HeldText[]) => Promise<readonly (number | null)[]>;
  /** Audits a reward of this name. */
  readonly again: (id: string) => Promise<RewardAudit>;
}

/** Texts of a finding that a repair is tried on. */
const MOST_TEXTS = 3;
const CLOSE = 1e-9;

/** Throws a UserError where a repair cannot be written: the reward is in no file of functions, the file is there, or is of another language. */
export function checkFix(names: readonly string[], file: string, directory: string): void {
  const [target] = names;
  const { place } = placeOf(target);
  const [own, wanted] = [place, file].map((one) => extname(one));
  const refuse = (what: string, hint: string) => new UserError({ code: "no-repair", what, hint });
  if (names.length > 1)
    throw refuse("--fix repairs one reward, and several are named", `agon audit ${target} --fix ${file}`);
  if (!/^\.(py|m?[jt]s)$/.test(own))
    throw refuse(
      `${target} is in no file of functions, so that no repair can be written around it`,
      "leave out --fix; repairs are written for ./rewards.py:name and ./reward.ts:name",
    );
  if (own !== wanted)
    throw refuse(`--fix ${file} is no file of the same language as ${place}`, `--fix ${fixedName(place)}`);
  if (existsSync(resolve(directory, file)))
    throw refuse(`--fix ${file} is there, and nothing is overwritten`, "name another file, or remove it");
  if (!existsSync(dirname(resolve(directory, file))))
    throw refuse(`the folder of --fix ${file} is not there`, "make it, or name another file");
}

const fixedName = (place: string): string => place.replace(/(\.\w+)$/, ".fixed$1");

function placeOf(target: string): { readonly place: string; readonly name: string } {
  const [place = target, name] = target.split(":");
  return { place, name: name ?? "default" };
}

/** Writes a repaired reward; null, and no file, where no repair takes pay from what was found and keeps that of honest answers. */
export async function textFix(repair: TextRepair): Promise<RepairedReward | null> {
  const { audit, evidence, file, directory } = repair;
  if (evidence === undefined) return null;
  const found = evidence.found.flatMap((texts) => texts.slice(0, MOST_TEXTS));
  let tried = 0;
  /** Texts that are paid as they should not be, and honest answers that lose pay; null where the file does not run. */
  const faultsOf = async (remedies: readonly Remedy[]) => {
    tried += 1;
    const draft = join(dirname(file), `${basename(file, extname(file))}-draft-${tried}${extname(file)}`);
    const text = repairedFile(repair, evidence, remedies);
    writing(draft, () => writeWhole(resolve(directory, draft), text), "name another file: --fix FILE");
    try {
      const texts = [...evidence.honest, ...found];
      const pays = await repair.paysOf(nameIn(draft, repair), texts);
      const isAmiss = texts.map(({ most, least }, k) => {
        const pay = pays[k] ?? evidence.least;
        return (most !== undefined && pay > most + CLOSE) || (least !== undefined && pay < least - CLOSE);
      });
      const count = (flags: readonly boolean[]) => flags.filter(Boolean).length;
      const { length } = evidence.honest;
      return { honest: count(isAmiss.slice(0, length)), found: count(isAmiss.slice(length)) };
    } finally {
      rmSync(resolve(directory, draft), { force: true });
    }
  };
  let chosen: readonly Remedy[] = [];
  let left = found.length;
  const known = valuesOf(repair, evidence);
  for (const one of REMEDIES) {
    if (left === 0 || (one.needs !== undefined && known[one.needs] === undefined)) continue;
    const now = await faultsOf([...chosen, one]);
    if (now.honest > 0 || now.found >= left) continue;
    [chosen, left] = [[...chosen, one], now.found];
  }
  // A later remedy may do what an earlier one was chosen for.
  for (const one of chosen.slice(0, -1)) {
    const fewer = chosen.filter((other) => other !== one);
    const now = await faultsOf(fewer);
    if (now.honest === 0 && now.found <= left) chosen = fewer;
  }
  if (chosen.length === 0) return null;
  const name = nameIn(file, repair);
  const text = repairedFile(repair, evidence, chosen);
  writing(file, () => writeWhole(resolve(directory, file), text), "name another file: --fix FILE");
  const now = await repair.again(name);
  const pays = await repair.paysOf(name, evidence.honest);
  const kept = evidence.honest.filter(({ least = 0 }, k) => (pays[k] ?? 0) >= least - CLOSE).length;
  return {
    ...{ reward: name, formula: formulaOf(chosen, known), kind: now.kind, tried },
    honestPay: now.findings[0]?.honestPay ?? audit.findings[0]?.honestPay ?? null,
    findings: { before: audit.findings.length, after: now.findings.length },
    kept: { n: kept, of: evidence.honest.length },
  };
}

/** A reward's name in another file. */
const nameIn = (file: string, { target, directory }: TextRepair): string => {
  const name = target.endsWith(".py") ? pythonPlace(target, directory).object : target.split(":")[1];
  return `${/[/\\]/.test(file) ? "" : "./"}${file}${name === undefined ? "" : `:${name}`}`;
};

const formulaOf = (chosen: readonly Remedy[], values: Readonly<Record<string, string | undefined>>): string =>
  chosen.map(({ name }) => filledIn(name, values)).join("; ");

/** Values of remedies, as code; undefined where there is none. */
function valuesOf({ gold }: TextRepair, { honest, forms }: AuditEvidence) {
  const text = JSON.stringify;
  const pays = honest.flatMap(({ least }) => least ?? []);
  const marker = opening(forms[0] ?? "");
  // Honest answers of one sentence say nothing of how long those of a model are.
  const longest =
    forms.length > 0 ? undefined : 2 * Math.max(...honest.map(({ completion }) => [...completion].length));
  return {
    cap: text(Math.max(...pays)),
    longest: longest === undefined ? undefined : text(longest),
    marker: marker === "" ? undefined : text(marker),
    places: gold === undefined || forms.length === 0 ? undefined : placesOf(forms),
  };
}

/** What stands before an answer, behind the thoughts. */
const opening = (form: string): string => (form.split("«answer»")[0] ?? "").split("«work»").at(-1)?.trim() ?? "";

/** What stands before answers and behind them, a pair a line. */
const placesOf = (forms: readonly string[]): string =>
  [...new Set(forms.map((form) => JSON.stringify([opening(form), (form.split("«answer»")[1] ?? "").trim()])))]
    .map((one) => `${one.replace('","', '", "')},`)
    .join("\n");

/** The text of the repaired file. */
function repairedFile(repair: TextRepair, evidence: AuditEvidence, chosen: readonly Remedy[]): string {
  const { target, file, gold, directory } = repair;
  const { place, name } = placeOf(target);
  const isPython = place.endsWith(".py");
  const values = valuesOf(repair, evidence);
  const parts = chosen.map((one) => (isPython ? one.python : one.js));
  const joined = (key: "head" | "guard") =>
    parts
      .map((one) => one[key])
      .filter((one) => one !== "")
      .join("\n");
  const path = relative(dirname(resolve(directory, file)), resolve(directory, place));
  const own = isPython ? pythonPlace(target, directory).object : name;
  const text = isPython
    ? `${FILES.python}${isVerl(resolve(directory, place), own) ? FILES.verl : FILES.trl}`
    : FILES.js;
  return filledIn(text, {
    ...{ head: joined("head"), guard: joined("guard") },
    pay: parts.map(({ pay }) => pay).find((pay) => pay !== "pay") ?? "pay",
    ...{ target, formula: formulaOf(chosen, values), name: own, gold: JSON.stringify(gold ?? "answer") },
    ...{ module: JSON.stringify(basename(place, ".py")), refused: JSON.stringify(evidence.least) },
    path: JSON.stringify(isPython || path.startsWith(".") ? path : `./${path}`),
    ...values,
  });
}

/** Whether a function of Python is called as verl calls one. */
function isVerl(file: string, name: string): boolean {
  const text = readFileSync(file, "utf8");
  // An instance of a class is called by a method.
  const [, behind = text] = text.split(`def ${name}(`);
  return behind === text ? text.includes("solution_str") : behind.split(")", 1)[0].includes("solution_str");
}

/** Fills «names» in; code of several lines keeps the indentation of its place, and a line of which nothing is left is left out. */
function filledIn(text: string, values: Readonly<Record<string, string | undefined>>): string {
  const lines = text.split("\n").flatMap((line) => {
    const [, indent, name] = /^( *)«(\w+)»$/.exec(line) ?? [];
    if (indent === undefined || name === undefined) return [line];
    const code = filledIn(values[name] ?? "", values);
    return code === "" ? [] : code.split("\n").map((one) => (one === "" ? "" : `${indent}${one}`));
  });
  return lines.join("\n").replaceAll(/«(\w+)»/g, (all, name: string) => {
    const value = values[name];
    return value === undefined ? all : filledIn(value, values);
  });
}
