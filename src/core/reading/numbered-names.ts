// Numbers that are part of a name, and no amount: step 3, ISO 9001, World War 2.

import { words } from "./answer-words.ts";

/** Words whose number tells one of many apart. */
const LABELS = words(
  "step part case problem question equation example figure table page chapter section article clause paragraph appendix rule psalm verse act scene room route agent flight war",
);

/** Returns whether a word in lower case makes the number behind it a label: "step 3". */
export const isLabel = (word: string): boolean => LABELS.has(word);

/** Words in capitals before an amount: codes of currencies, and words of a line that is all in capitals. */
const AMOUNTS = words(
  "USD EUR GBP JPY CNY RMB INR AUD CAD CHF SEK NOK DKK PLN CZK HUF RON BRL MXN ZAR TRY KRW SGD HKD NZD THB IDR MYR PHP VND AED SAR ILS EGP NGN KES PKR BDT LKR UAH KZT RUB ARS CLP COP PEN TWD RS NR ANS SUM MAX MIN YES NO SO IS ARE BE OF TO AT IN ON AND OR NOT THE TOTAL ONLY ABOUT EQUAL QED",
);
const ACRONYM = /(?:^|[^\p{L}\p{N}])(\p{Lu}{2,5})[ -]$/u;

/** A reply that is one word and a number. */
const WORD_AND_NUMBER = /^\W{0,4}(\p{Lu}\p{Ll}+) \d[\d.]*\W{0,4}$/u;
/** Words that may begin such a reply. */
const OPENERS = words(
  [
    "about around total sum answer result number value count ans age size day year week month level row grade option choice yes no so thus hence only just minus plus negative positive maybe perhaps almost over under",
    "euro euros dollar dollars rs rupees ca circa etwa rund genau insgesamt gesamt zusammen summe antwort ergebnis minus fast soit environ total presque cerca casi quase totale quasi ongeveer totaal svar jawaban sekitar cevap resultat resultado risultato résultat wynik hasil",
  ].join(" "),
);
const ADVERB = /(?:ly|mente|ment|ungefähr|yaklaşık|lösung|réponse|respuesta|resposta|risposta|antwoord)$/;

/**
 * Returns whether a number that begins at a position is part of a name: behind an abbreviation in capitals, or in a reply that is a word of a
 * name and its number.
 */
export function isOfName(text: string, begin: number): boolean {
  const [, acronym] = ACRONYM.exec(text.slice(Math.max(0, begin - 8), begin)) ?? [];
  // A text without small letters shouts: its words are no abbreviations, unless it is nothing else.
  if (acronym !== undefined && !AMOUNTS.has(acronym))
    return /\p{Ll}/u.test(text.slice(Math.max(0, begin - 200), begin + 200)) || begin < acronym.length + 6;
  const word = text.length > 60 ? undefined : WORD_AND_NUMBER.exec(text)?.[1]?.toLowerCase();
  return word !== undefined && /^\p{Script=Latin}+$/u.test(word) && !OPENERS.has(word) && !ADVERB.test(word);
}
