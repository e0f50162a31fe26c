// Words and signs that make a number a bound: "at least", "or more", "以上". A bound is a range, and no answer. Neither is a number below
// zero that has no sign.

import { joined } from "./answer-words.ts";

const BEFORE =
  /(?:^| )(?:(?<!(?:has|have|had|reach(?:es|ed)|attains|achieves|gives|is) )a (?:minimum|maximum) of|(?<=^)(?:minimum|maximum) of|at (?:the |an? )?(?:very )?(?:least|most|minimum|maximum)(?: of)?|(?:more|less|fewer|greater|larger|smaller|higher|lower|bigger|later|earlier) than(?: or equal to)?|over|under|above|below|beyond|(?<!(?:adds?|adding|added|comes?|came|coming|goes|go|went|gone|rises?|rose|sums?|totals?) )up to|upwards? of|exceed(?:s|ing|ed)?|as (?:many|much|few|little|high|low) as|mindestens|höchstens|wenigstens|maximal|mehr als|weniger als|über|unter|bis zu|au (?:moins|plus|maximum|minimum)|(?:plus|moins) de|jusqu'à|(?:al|por lo) menos?|como (?:mínimo|máximo)|(?:más|menos|mais) de|hasta|pelo menos|no (?:mínimo|máximo)|até|almeno|al massimo|(?:più|meno) di|fino a|minstens|hoogstens|(?:meer|minder) dan|более|менее|больше|меньше|свыше|до|en (?:az|fazla|çok)|sıfırın altında|co (?:najmniej|najwyżej)|minst|högst|mindst|højst|vähintään|enintään|legalább|legfeljebb|ít nhất|tối đa|setidaknya|paling (?:sedikit|banyak))(?: (?:about|approximately|around|roughly|exactly|just|the|чем|a|x|y|n))?$/;
const BEFORE_JOINED =
  /(?:至少|最少|最多|至多|超过|超過|大于|大於|小于|小於|不到|多于|少于|少なくとも|최소|최대|적어도|많아야|零下|氷点下|영하)[有是为]?$/;
const BEHIND: readonly RegExp[] = [
  /^[)"']{0,3}\+(?:$|[\s.,;:!)])/,
  /^[)"']{0,3}\p{L}*(?: \p{L}+)? (?:or|oder|ou|o|или) (?:more|less|fewer|greater|higher|lower|larger|smaller|above|below|over|under|up|upwards?|older|younger|longer|shorter|mehr|weniger|plus|moins|más|menos|mais|più|meno|более|больше|меньше)(?!\p{L}| (?:than|als|que|che))/iu,
  /^[)"']{0,3}\p{L}*(?: \p{L}+)? and (?:above|below|over|under|up|upwards?|older|younger)(?:$|[.,;:!?)])/iu,
  /^[)"']{0,3}\p{L}*(?: \p{L}+)? at (?:the |an? )?(?:very )?(?:least|most|minimum|maximum)(?: ?$|[.,;:!?)])/iu,
  /^[)"']{0,3}\p{L}*(?: \p{L}+)? (?:minimum|maximum|max)(?:$|[.,;!)])/iu,
  /^[)"']{0,3}(?: \p{L}+,?|,) tops(?:$|[.,;!)])/iu,
  /^[)"']{0,3} ?[\p{L}°]{0,12} ?(?:below (?:zero|freezing)|unter null|sous zéro|bajo cero|abaixo de zero|sotto zero|ниже нуля|poniżej zera)(?!\p{L})/iu,
  /^ ?\p{L}{0,3}(?:以上|以下|以内|이상(?![한하해])|이하|미만|초과|未満|未满)/u,
];

/** Returns whether the words before a number, or the text after it, make it a bound. */
export function isBound(before: readonly string[], behind: string): boolean {
  const said = joined(before.slice(-9));
  const next = behind.slice(0, 80);
  return BEFORE.test(said) || BEFORE_JOINED.test(said) || BEHIND.some((form) => form.test(next));
}
