// Converts the markup of language models (LaTeX, Markdown, full-width characters) to the plain characters that it displays.

/** Marks the beginning and the end of bold text. */
export const BOLD = "\ufff9";
/** Replaces a mathematical symbol without a plain character, such as a root or π. */
export const SYMBOL = "\ufffc";
/** Replaces any currency sign, and the delimiters of a formula. */
export const CURRENCY = "¤";

/** Full-width characters, circled letters and mathematical digits: each displays as a plain character. */
const DRESSED = /[\uff01-\uff5e\u2474-\u24e9\u{1d400}-\u{1d7ff}]/gu;
/** The zeros of digits of other scripts, of which each has ten in a row: Arabic, Persian, Devanagari and those of India, Thai and others. */
const ZEROS = [
  ...[0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20],
  ...[0x1040, 0x17e0, 0x1810],
];
const FOREIGN = /[٠-٩۰-۹߀-߉०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯෦-෯๐-๙໐-໙༠-༩၀-၉០-៩᠐-᠙]/g;
/** Returns a digit of another script as 0 to 9. */
function plainDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code - (ZEROS.findLast((zero) => zero <= code) ?? 0));
}
/** Their decimal sign, their gap between thousands, their comma, and the per cent sign. */
const FOREIGN_SIGNS: Readonly<Record<string, string>> = { "٫": ".", "٬": ",", "،": ",", "٪": "%", "؟": "?", "؛": ";" };

const RAISED = /[⁺⁻⁰¹²³⁴-⁹]+/g;
const PLAIN_OF_RAISED: Readonly<Record<string, string>> = { "⁺": "+", "⁻": "-" };
const PARTS = /[¼-¾⅐-⅞]/g;
const FRACTION = /\\[dtc]?frac(?:\{([^{}]*)\}| ?(\d))(?:\{([^{}]*)\}| ?(\d))/g;
const COMMAND = /\\(?:([A-Za-z]+)|([^A-Za-z]))/g;

const names = (words: string, shown: string): [string, string][] => words.split(" ").map((word) => [word, shown]);

/** Plain text of LaTeX commands. A command that is not listed becomes `SYMBOL`. */
const SHOWN = new Map([
  ...names("times cdot ast", "×"),
  ...names("div", "÷"),
  ...names("pm mp", "±"),
  ...names("le leq leqslant lt", "≤"),
  ...names("ge geq geqslant gt", "≥"),
  ...names("ne neq", "≠"),
  ...names("approx simeq sim to rightarrow Rightarrow implies", "="),
  ...names("circ degree", "°"),
  ...names("ldots dots cdots", "…"),
  ...names("quad qquad therefore newline", " "),
  ...names(
    "text textbf textrm textit textsf mathrm mathbf mathsf mathit mbox hbox emph bm boldsymbol operatorname",
    "",
  ),
  ...names("displaystyle textstyle left right big Big bigl bigr Bigl Bigr bigg Bigg large Large checkmark", ""),
  ...names(", ; :", "\u2009"),
  ...names("( ) [ ] \\", " "),
  ["!", ""],
  [" ", " "],
  // Ends of lines that were escaped twice.
  ["n", "\n"],
  ["{", "["],
  ["}", "]"],
]);

/** Text that is struck through. */
const STRUCK =
  /(?<![\p{L}\d~])~~(?![~\s])[^~\n]{1,500}~~(?![\p{L}\d~])|<(s|del|strike)>[^<\n]{0,500}<\/\1>|\\(?:[xb]?cancel|sout|st)\{[^{}\n]{0,500}\}/giu;

/** Returns a text without what is struck through. */
export const withoutStruck = (text: string): string => text.replaceAll(STRUCK, " ");

/** A set of numbers in braces that belong to no command. */
const SET = /(?<![\p{L}\d}\]^_\\])\{([-+\d.\s…]*[,;][-+\d.,;\s…]*)\}/gu;

/**
 * Returns a text as displayed: LaTeX commands, full-width digits, raised digits (10⁵ as 10^(5)), fractions (½ as 1/2), dashes and Markdown
 * become plain characters.
 */
export function plainText(text: string): string {
  return (
    text
      .normalize("NFC")
      // Marks by which digits are shown as keys.
      .replaceAll(/[\ufe0e\ufe0f\u20e3]/g, "")
      .replaceAll(FOREIGN, plainDigit)
      .replaceAll(/[٫٬،٪؟؛]/g, (sign) => FOREIGN_SIGNS[sign] ?? sign)
      // Brackets of East Asia stand without blanks, and mark no product: 12（6+6）.
      .replaceAll(/【\d{1,3}(?::\d{1,3})?†[^【】\n]{0,40}】/g, "")
      .replaceAll(/[（〔【]/g, " (")
      .replaceAll(/[）〕】]/g, ") ")
      .replaceAll(DRESSED, (one) => one.normalize("NFKC"))
      .replaceAll(/(\d[^\S\n]?)[~〜](?=[^\S\n]?\d)/g, "$1–")
      // Three quarters are "4 分の 3", the whole before its part.
      .replaceAll(/(\d{1,9})[^\S\n]?(?:分之|分の|분의)[^\S\n]?(\d{1,9})/g, " $2⁄$1 ")
      .replaceAll("。", ". ")
      .replaceAll("、", ", ")
      .replaceAll(/\{,\}(?=\d{3}(?!\d))/g, ",")
      .replaceAll(/(\d)\{,\}(?=\d)/g, "$1.")
      .replaceAll("{,}", ",")
      .replaceAll(SET, "[$1]")
      .replaceAll(/\\(?:begin|end)\{[^{}]*\}|<\/?[A-Za-z_-]{1,20}\/?>/g, " ")
      .replaceAll("&=", "=")
      .replaceAll(/\^ ?(?:\{ ?\\circ ?\}|\\circ(?![A-Za-z]))/g, "°")
      .replaceAll(PARTS, (one) => ` ${one.normalize("NFKC")}`)
      .replaceAll(RAISED, (raised, at: number, all: string) =>
        /\d/.test(all.charAt(at - 1))
          ? `^(${Array.from(raised, (one) => PLAIN_OF_RAISED[one] ?? one.normalize("NFKC")).join("")})`
          : "",
      )
      .replaceAll(FRACTION, (_, a, oneDigit, b, otherDigit) => ` ${a ?? oneDigit}⁄${b ?? otherDigit} `)
      .replaceAll(COMMAND, (_, word, sign) => SHOWN.get(word ?? sign) ?? (word === undefined ? sign : SYMBOL))
      .replaceAll(/\^\{([^{}]*)\}/g, "^($1)")
      .replaceAll(/[{}]/g, "")
      .replaceAll(/[√π∞⌊⌋⌈⌉∑∏∫‖]/g, SYMBOL)
      .replaceAll("∣", "|")
      .replaceAll(/[$€£¥₹₽₩]/g, CURRENCY)
      .replaceAll(/[﹣‐‑‒]/g, "-")
      // A Unicode minus belongs to the number that follows it.
      .replaceAll(/−[^\S\n]?(?=[\d.¤])/g, "-")
      .replaceAll("−", "-")
      .replaceAll(/[⩽≦]/g, "≤")
      .replaceAll(/[⩾≧]/g, "≥")
      .replaceAll("·", "×")
      .replaceAll("⋅", "×")
      .replaceAll(/[≈≃≅⇒→]|[=-]>/g, "=")
      .replaceAll(/(\d)\*\*(?=\d)/g, "$1^")
      .replaceAll(/\*\*|__/g, BOLD)
      .replaceAll(/(\d[^\S\n]?)\*(?=[^\S\n]?[\d.])/g, "$1×")
      .replaceAll(/[*`~]/g, "")
  );
}
