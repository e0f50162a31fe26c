// Forms in which answers are read, with what each comes to: the reference shows them, and a test reads them.

/** Texts of one form, each with its reading; null where it cannot be read. */
export interface AnswerForm<Reading> {
  readonly form: string;
  readonly readings: readonly (readonly [text: string, reading: Reading | null])[];
}

/** Forms of numbers. */
export const NUMBER_FORMS: readonly AnswerForm<number>[] = [
  {
    form: "where it stands: the last statement of what the answer is",
    readings: [
      ["\\boxed{42}", 42],
      ["It is 7, so the answer is \\boxed{42} in 3 steps.", 42],
      ["<answer>42</answer>", 42],
      ["#### 42", 42],
      ["**Answer:** 42", 42],
      ["Answer: 42 because 42 = 6 × 7", 42],
      ["The answer is 72, in total, of 3 days.", 72],
      ["The answer to 3 + 4 is 7.", 7],
      ["Answer: She earns 72 dollars. That is 3 more.", 72],
      ["Answer:\n$$\n42\n$$\nin 3 steps", 42],
      ["<think>The answer is 7.</think>42", 42],
      ['{"answer": "42"}', 42],
      ["Die Antwort ist 42.", 42],
      ["答案是42。", 42],
    ],
  },
  {
    form: "else the last number of the last line that has one, in bold before others, outside brackets before others",
    readings: [
      ["First 7, then 42.", 42],
      ["**42**", 42],
      ["She has **42** apples in 3 bags.", 42],
      ["So 42 apples (6 × 7).", 42],
      ["1. Add.\n2. It is 42.\n3. Done.", 42],
    ],
  },
  {
    form: "thousands: comma, blank of any kind, apostrophe, low line, LaTeX; in the manner of India",
    readings: [
      ["70,000", 70_000],
      ["1 234 567", 1_234_567],
      ["70\u202f000", 70_000],
      ["70'000.50", 70_000.5],
      ["70_000", 70_000],
      ["70{,}000", 70_000],
      ["\\boxed{70\\,000}", 70_000],
      ["12,34,567", 1_234_567],
    ],
  },
  {
    form: "a comma before three digits parts thousands, one full stop is decimal, and any other comma is decimal",
    readings: [
      ["1,234", 1234],
      ["1.234", 1.234],
      ["3,5", 3.5],
      ["0,125", 0.125],
      ["1.234,56", 1234.56],
      ["1.234.567", 1_234_567],
      ["1 234,56", 1234.56],
      [".5", 0.5],
    ],
  },
  {
    form: "a minus, also with a blank or as U+2212; a line of several that begins with a hyphen and a blank may be a list",
    readings: [
      ["-1,234.5", -1234.5],
      ["−3 degrees", -3],
      ["- 42", -42],
      ["The answer is − 42.", -42],
      ["-$5", -5],
      ["minus 5", -5],
      ["So:\n- 42", null],
    ],
  },
  {
    form: "fractions, also mixed",
    readings: [
      ["3/4", 0.75],
      ["1 3/4 cups", 1.75],
      ["3 and 1/2", 3.5],
      ["½", 0.5],
      ["\\frac{3}{4}", 0.75],
      ["-\\dfrac12", -0.5],
      ["1\\frac{1}{2}", 1.5],
      ["3/4/2020", null],
    ],
  },
  {
    form: "powers of ten, and words for them",
    readings: [
      ["1.2e5", 120_000],
      ["1.2 × 10^5", 120_000],
      ["1.2\\times10^{5}", 120_000],
      ["1.2 · 10⁵", 120_000],
      ["10^5", 100_000],
      ["10^{-3}", 0.001],
      ["2 million", 2_000_000],
      ["$5k", 5000],
      ["5M", null],
    ],
  },
  {
    form: "a percentage is the number before the sign; beside a number without the sign, the judge also takes its hundredth",
    readings: [
      ["150%", 150],
      ["12.5 percent", 12.5],
      ["50\\%", 50],
    ],
  },
  {
    form: "units and currencies before and behind, full-width digits, marks, a full stop",
    readings: [
      ["$29.00", 29],
      ["\\$18", 18],
      ["5,00 €", 5],
      ["USD 1,200.50", 1200.5],
      ["5 m^2", 5],
      ["60 km/h", 60],
      ["\\boxed{42 \\text{ apples}}", 42],
      ["４２", 42],
      ["$$42$$", 42],
      ["42.", 42],
      ["It was signed on July 4, 1776.", 1776],
    ],
  },
  {
    form: "an equation comes to its last side that is a number",
    readings: [
      ["48 + 24 = 72", 72],
      ["x = 5", 5],
      ["\\boxed{x = 5}", 5],
      ["(6)(7) = 42", 42],
      ["50 – 8 = 42", 42],
      ["48 + 24", null],
      ["\\boxed{42 < x}", null],
      ["\\boxed{e^{42}}", null],
      ["x > 5", null],
      ["3\\pi", null],
      ["\\sqrt{2}", null],
    ],
  },
  {
    form: "what is denied does not count",
    readings: [
      ["It is 7, not 42.", 7],
      ["not 42, but 7", 7],
      ["definitely not 42", null],
      ["42 is wrong.", null],
      ["I do not think that it is 42.", null],
    ],
  },
  {
    form: "ranges, several numbers, words and parts of words cannot be read",
    readings: [
      ["40 to 50", null],
      ["40-50", null],
      ["42; 43", null],
      ["maybe 42, maybe 43", null],
      ["between 40 and 50", null],
      ["5 ± 2", null],
      ["about 3 or 4", null],
      ["3, 10", null],
      ["10:30", null],
      ["3.2.1", null],
      ["COVID-19", null],
      ["forty-two", null],
      ["", null],
    ],
  },
];

/** The choices of the forms below, A to D. */
export const FORM_CHOICES: readonly string[] = ["Lyon", "Paris", "Nice", "Lille"];

/** Forms of choices. */
export const CHOICE_FORMS: readonly AnswerForm<string>[] = [
  {
    form: "where it stands: the last statement of what the answer is",
    readings: [
      ["\\boxed{D}", "D"],
      ["\\boxed{\\text{B}}", "B"],
      ["<answer>B</answer>", "B"],
      ["#### B", "B"],
      ["Answer: B. Paris is the capital.", "B"],
      ["**Answer:** B", "B"],
      ["Answer: B because it is on the Seine.", "B"],
      ["Answer: I think it is C", "C"],
      ["The correct answer is d.", "D"],
      ["The answer is A. No, the answer is B.", "B"],
      ["Option B", "B"],
      ["Option B is right, and Option A is too far south.", "B"],
      ["Die Antwort ist B.", "B"],
      ["答案是B。", "B"],
    ],
  },
  {
    form: "else what the last line is, then what the reply begins with, then what its last sentence with a choice names",
    readings: [
      ["It lies on the Seine.\n\n**B**", "B"],
      ["B - Paris", "B"],
      ["B\nbecause A is smaller.", "B"],
      ["I would go with C", "C"],
      ["The capital is Paris.", "B"],
      ["A) Lyon: no\nB) Paris: yes\nC) Nice: no\nSo it is Paris.", "B"],
      ["A) Lyon\nB) Paris\nC) Nice\nD) Lille", null],
    ],
  },
  {
    form: "the letter with marks, small where it stands alone or first; the choice's text; its place from 1",
    readings: [
      ["(B)", "B"],
      ["B)", "B"],
      ["b", "B"],
      ["Ｂ", "B"],
      ["paris.", "B"],
      ["B) Paris", "B"],
      ["2", "B"],
    ],
  },
  {
    form: "A as an article, and I as a person, are no choices",
    readings: [
      ["A", "A"],
      ["A, because it is big", "A"],
      ["A river runs there", null],
      ["The answer is a matter of taste", null],
    ],
  },
  {
    form: "what is denied does not count",
    readings: [
      ["Paris, not Lyon", "B"],
      ["A and B are wrong, so C", "C"],
      ["While A seems right, B is the correct answer.", "B"],
      ["not B", null],
      ["B is wrong", null],
    ],
  },
  {
    form: "two that are named as final, a letter of no choice, and none cannot be read",
    readings: [
      ["A or B", null],
      ["Answer: B, C", null],
      ["Both A and B", null],
      ["B. Lyon", null],
      ["Lyon is big, but Paris is the capital.", null],
      ["Answer: E", null],
      ["I do not know", null],
    ],
  },
];
