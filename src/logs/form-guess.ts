// Guesses the format of a column from all of its texts: an unambiguous text determines the format of the column. Where all texts are
// ambiguous, the user is asked.

import { shortened } from "../core/errors.ts";
import { type ColumnFacts, epochUnit } from "./column-facts.ts";
import { type ColumnForm, columnForm, NUMBER_FORMS, TIME_FORMS } from "./column-forms.ts";
import { EPOCH_UNITS } from "./epoch-units.ts";

/** A guessed column format. */
export interface FormGuess {
  /** Absent for plain numbers and ISO 8601 dates. */
  readonly form?: ColumnForm | undefined;
  /** Description of the format with an example. */
  readonly reading: string;
  /** What a reader must know, though the format is clear. */
  readonly warning?: string;
  /** Set where every text is ambiguous: both readings, and the formats that select one. */
  readonly question?: { readonly what: string; readonly forms: readonly ColumnForm[] };
}

const shown = (text: string): string => JSON.stringify(shortened(text));

/** Names of currencies for the signs that have one. */
const SIGNED: Readonly<Record<string, string>> = {
  EUR: "€",
  USD: "$",
  US$: "$",
  GBP: "£",
  JPY: "¥",
  INR: "₹",
  PLN: "zł",
};

/** Guesses the format of a number column; `isTyped` where the file itself declares numbers. */
export function numberForm(facts: ColumnFacts, isTyped: boolean): FormGuess {
  const guess = decimalForm(facts, isTyped);
  const currencies = [...new Set(facts.currencies.split(" ").map((one) => SIGNED[one] ?? one))].sort();
  if (currencies.length < 2) return guess;
  return { ...guess, warning: `amounts are in ${currencies.join(", ")}, and are read as one currency` };
}

function decimalForm(facts: ColumnFacts, isTyped: boolean): FormGuess {
  const { onlyPoint, onlyComma, eitherSign, plain, point, comma, money, example } = facts;
  if (isTyped) return { reading: "numbers" };
  if (onlyPoint + onlyComma === 0 && eitherSign > 0) {
    const [whole, parts] = money.includes(",") ? ["point", "comma"] : ["comma", "point"];
    const [more, less] = [money.replaceAll(/[.,]/g, ""), money.replace(",", ".")];
    const what = `${shown(money)} may be ${digitsOf(more)} or ${digitsOf(less)}, and no text of the column settles it`;
    return {
      reading: "numbers with two readings",
      question: { what, forms: [columnForm.parse(whole), columnForm.parse(parts)] },
    };
  }
  const others = (count: number, which: string) =>
    count === 0 ? "" : `; ${count} with a decimal ${which} are bad rows`;
  if (onlyComma > onlyPoint)
    return { form: "comma", reading: `a decimal comma, as in ${shown(money)}${others(onlyPoint, "point")}` };
  if (point > plain)
    return { form: "point", reading: `a decimal point, as in ${shown(money)}${others(onlyComma, "comma")}` };
  return {
    reading: comma + point === 0 ? "no numbers" : `numbers, as in ${shown(example)}${others(onlyComma, "comma")}`,
  };
}

const digitsOf = (text: string): string => /[\d.]+/.exec(text)?.[0] ?? text;

/** Guesses the format of a time column; `zone` is the time zone of texts that name none. */
export function timeForm(facts: ColumnFacts, zone: string | undefined): FormGuess {
  const { texts, plain, iso, dayFirst, monthFirst, onlyDay, onlyMonth, eitherOrder, digits, date, example, zoned } =
    facts;
  const unzoned = zoned === 0 ? "without a zone" : "of which some are without a zone";
  const zones =
    zoned >= iso + Math.max(dayFirst, monthFirst) && zoned > 0 ? "with zones" : `${unzoned}, read in ${zone ?? "UTC"}`;
  if (2 * digits > texts)
    return {
      form: "digits",
      reading: `${TIME_FORMS.digits.split(":")[0]}, as in ${shown(date)}, read in ${zone ?? "UTC"}`,
    };
  if (2 * plain > texts) {
    const unit = epochUnit(facts);
    if (unit === undefined) return { reading: `numbers of an unknown unit, as in ${shown(example)}` };
    const others = EPOCH_UNITS.filter((other) => other !== unit && facts[other] > 0);
    const among = others.map((other) => `; ${facts[other]} in ${TIME_FORMS[other]} are bad rows`).join("");
    return { form: unit, reading: `${TIME_FORMS[unit]}, as in ${shown(example)}${among}` };
  }
  if (iso >= Math.max(dayFirst, monthFirst))
    return { reading: iso === 0 ? "no times" : `dates, as in ${shown(date)}, ${zones}` };
  if (onlyDay + onlyMonth === 0 && eitherOrder > 0) {
    const [first, second] = date.split(/[./-]/).map(Number);
    const what = `${shown(date)} may be day ${first} of month ${second} or day ${second} of month ${first}, and no text of the column settles it`;
    return { reading: "dates with two readings", question: { what, forms: ["day-first", "month-first"] } };
  }
  const form = onlyMonth > onlyDay ? "month-first" : "day-first";
  const order = form === "day-first" ? "day" : "month";
  const among = iso === 0 ? "" : `; ${iso} of ISO 8601 among them`;
  return { form, reading: `dates with the ${order} first, as in ${shown(date)}, ${zones}${among}` };
}

/** Description of a format. */
export const formWords = (form: ColumnForm): string => ({ ...NUMBER_FORMS, ...TIME_FORMS })[form];
