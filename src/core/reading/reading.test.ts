// Answers are parsed in the forms of the reference manual, and numbers in any form among any words. Parsing time is linear in the length.

import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { choiceIn } from "./choice-in-text.ts";
import { CHOICE_FORMS, FORM_CHOICES, NUMBER_FORMS } from "./forms.ts";
import { numberIn } from "./number-in-text.ts";

const letterIn = (text: string): string | null => {
  const place = choiceIn(text, FORM_CHOICES);
  return place === undefined ? null : "ABCD".charAt(place);
};

describe("numbers", () => {
  test.each(NUMBER_FORMS.map(({ form, readings }) => [form, readings] as const))("%s", (_, readings) => {
    expect(readings.map(([text]) => [text, numberIn(text)?.value ?? null])).toEqual(readings);
  });

  test("a percentage is recognised", () => {
    expect([numberIn("50 %"), numberIn("50")].map((one) => one?.isPercentage)).toEqual([true, false]);
  });
});

describe("choices", () => {
  test.each(CHOICE_FORMS.map(({ form, readings }) => [form, readings] as const))("%s", (_, readings) => {
    expect(readings.map(([text]) => [text, letterIn(text)])).toEqual(readings);
  });

  test("that are numbers are matched by value, never by index", () => {
    const choices = ["10", "20", "70,000", "0.5"];
    const read = ["70000", "\\boxed{70{,}000}", "Answer: 1/2", "B", "2", "10 or 20", "more than 10", "at least 20"];
    const none = undefined;
    expect(read.map((text) => choiceIn(text, choices))).toEqual([2, 2, 3, 1, none, none, none, none]);
    // 50 % is 50 per cent, and a half.
    expect(choiceIn("50%", ["50", "0.5"])).toBeUndefined();
    expect(choiceIn("50%", ["50", "20"])).toBe(0);
  });

  test("yes and no, or true and false, are not read as denials", () => {
    const confirmed = [
      "No, that is not correct.",
      "No, that's false.",
      "Answer: No. That is incorrect.",
      "**No**, that's not true.",
    ];
    for (const text of confirmed) expect(choiceIn(text, ["Yes", "No"]), text).toBe(1);
    expect(
      choiceIn("The answer is D. A, B and C are also correct.", ["rain", "snow", "hail", "all of the above"]),
    ).toBe(3);
    expect(["No, it is not.", "The answer is no.", "yes or no"].map((text) => choiceIn(text, ["Yes", "No"]))).toEqual([
      1,
      1,
      undefined,
    ]);
    expect(["It is false.", "not true"].map((text) => choiceIn(text, ["True", "False"]))).toEqual([1, undefined]);
  });
});

test.each<[text: string, choices: string, place: number | undefined]>([
  ["I have no idea.", "Yes No", undefined],
  ["There is no way to know.", "Yes No", undefined],
  ["Yes, there is no doubt.", "Yes No", 0],
  ["Is it true? Yes, because no dog flies.", "Yes No", 0],
  ["No, because it rains.", "Yes No", 1],
  ["False. It is true that dogs bark, but cats do not.", "True False", undefined],
  ["False. Dogs bark.", "True False", 1],
  ["non-entailment", "entailment neutral contradiction", undefined],
  ["This is non-toxic.", "toxic safe", undefined],
  ["non-toxic", "toxic non-toxic", 1],
  ["-2", "1 2 3", undefined],
  ["5/5", "1 2 3 4 5", 4],
  ["Rating: 4 out of 5", "1 2 3 4 5", 3],
  ["4/4", "1 2 3 4 5", undefined],
  ["10/10", "1 2 3 4 5 6 7 8 9 10", 9],
  ["100%", "1 2 3 4 5", undefined],
  ["Score = 2; 5 would be perfect", "1 2 3 4 5", 1],
  ["(C) 40", "10 20 30 40", undefined],
  ["C) 30", "10 20 30 40", 2],
  ["Partially correct", "CORRECT INCORRECT", undefined],
  ["INCORRECT", "CORRECT INCORRECT", 1],
  ["Model A wins", "A B tie", 0],
  ["A slightly better than B", "A B tie", 0],
  ["A tie.", "A B tie", 2],
  ["tie, though A is shorter", "A B tie", 2],
  ["I would say B.", "p q r s t u v w x", 1],
  ["It is I, since p is far.", "p q r s t u v w x", 8],
  ["A>B", "A B tie", undefined],
  ["A", "B A", undefined],
  ["The answer is A.", "B A", undefined],
  ["Half-true", "True False", undefined],
  ["I prefer apples over pears.", "apples pears", 0],
  ["apples are better than pears", "apples pears", 0],
])("%s of %s", (text, choices, place) => {
  expect(choiceIn(text, choices.split(" "))).toBe(place);
});

const grouped = (digits: string, gap: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, gap);

/** Ways to write a whole number that is not negative. */
const WHOLE: readonly ((digits: string) => string)[] = [
  (digits) => digits,
  (digits) => grouped(digits, ","),
  (digits) => grouped(digits, " "),
  (digits) => grouped(digits, "\u202f"),
  (digits) => grouped(digits, "\u00a0"),
  (digits) => grouped(digits, "'"),
  (digits) => grouped(digits, "{,}"),
  (digits) => grouped(digits, "\\,"),
  (digits) => digits.replaceAll(/\d/g, (one) => String.fromCharCode(0xff10 + Number(one))),
];

/** Generates a number in one of its forms, with its value. */
const written: fc.Arbitrary<readonly [text: string, value: number]> = fc.oneof(
  fc
    .tuple(fc.nat(10 ** 9), fc.constantFrom(...WHOLE), fc.constantFrom("", "-", "−"))
    .map(([n, form, sign]) => [`${sign}${form(String(n))}`, sign === "" ? n : -n] as const),
  fc
    .tuple(fc.nat(10 ** 6), fc.integer({ min: 0, max: 9999 }), fc.constantFrom(...WHOLE.slice(0, 2)))
    .map(([n, part, form]) => {
      const digits = String(part).padStart(4, "0");
      return [`${form(String(n))}.${digits}`, Number(`${n}.${digits}`)] as const;
    }),
  fc
    .tuple(fc.nat(999), fc.integer({ min: 0, max: 99 }))
    .map(
      ([n, part]) =>
        [`${n},${String(part).padStart(2, "0")}`, Number(`${n}.${String(part).padStart(2, "0")}`)] as const,
    ),
  fc
    .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 }))
    .chain(([a, b]) =>
      fc.constantFrom(`${a}/${b}`, `\\frac{${a}}{${b}}`, `\\dfrac{${a}}{${b}}`).map((text) => [text, a / b] as const),
    ),
  fc
    .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 2, max: 99 }))
    .chain(([n, b]) =>
      fc.constantFrom(`${n} 1/${b}`, `${n}\\frac{1}{${b}}`).map((text) => [text, (n * b + 1) / b] as const),
    ),
  fc
    .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: -9, max: 20 }))
    .chain(([n, power]) =>
      fc
        .constantFrom("e$", "E$", " × 10^$", "×10^{$}", "\\times10^{$}", " \\cdot 10^{$}", " x 10^$", "*10^$")
        .map((form) => [`${n}${form.replace("$", String(power))}`, Number(`${n}e${power}`)] as const),
    ),
);

const said = (...forms: string[]) => fc.constantFrom(...forms);
/** Text that may surround a number that is the answer. */
const around = fc.oneof(
  said("$", "$.", "**$**", "\\($\\)", "$ km", "€$", "$ €", "$%", "It is $.", "`$`", "($)"),
  fc
    .tuple(
      said("", "We add 3 and 4.\n", "At 10:30, 5 of 7 came - or 8?\n\n", "The answer is not 12.\n", "**1.** First\n"),
      said(
        ...["\\boxed{$}", "\\boxed{x = $}", "<answer>$</answer>", "#### $", "Answer: $", "**Answer:** $"],
        ...["The answer is $.", "The final answer is **$**", "答案是$。", "Antwort: $", "Answer:\n\n\\[$\\]"],
      ),
      said("", "\n\nThat was step 3.", "\nIt has 7 parts, or 8."),
    )
    .map((parts) => parts.join("")),
);

property.prop([written, around])(
  "a number is read in any of its forms, and among other words",
  ([text, value], form) => {
    // No unit follows a percent sign, and the minus precedes the currency. A comma in brackets or a box may part a pair.
    const isPair =
      (form === "($)" && /\d,\d/.test(text.replaceAll(/\{,\}(?=\d{3})/g, ",")) && !/,[}]?0\d/.test(text)) ||
      (form.startsWith("\\boxed{$}") && /^\d+,\d{1,2}$/.test(text));
    expect(numberIn(form.replace("$", () => text))?.value).toBe(isPair ? undefined : value);
  },
);

const unread = said(
  ...[
    "at least $",
    "at most $ km",
    "It is more than $.",
    "\\boxed{\\text{less than } $}",
    "The answer is up to $.",
    "$ or more",
  ],
  ...[
    "I doubt that it is $",
    "$? No.",
    "The answer is $. Wait, no.",
    "$ (wrong)",
    "~~$~~",
    "not $",
    "It can't be $",
    "$ would be wrong",
  ],
  ...[
    "log($)",
    "\\log($)",
    "f($)",
    "(7, $)",
    "[$;9]",
    "\\{7; $\\}",
    "(-\\infty, $)",
    "$ or possibly 7",
    "$ as well as 7",
    "$ or 7",
  ],
  ...["$ dozen", "$ mil", "$ milijuna", "$ ሺህ", "$ (in thousands)", "elfu $"],
);

property.prop([written, unread])("a number that is bounded, denied or a part is not read", ([text], form) => {
  expect(numberIn(form.replace("$", () => text))).toBeUndefined();
});

property.prop([
  fc.integer({ min: 1, max: 999 }),
  said("thousand", "Tsd.", "mila", "тысяч", "천", "千", "พัน", "হাজার", "हज़ार", "వేల", "nghìn"),
])("a magnitude multiplies in any language", (n, word) => {
  const texts = [
    `${n} ${word}`,
    `${n}${word}`,
    `The answer is $${n}$ ${word}.`,
    `\\boxed{${n} \\text{ ${word}}}`,
    `**${n}** ${word}`,
  ];
  expect(texts.map((text) => numberIn(text)?.value)).toEqual(texts.map(() => 1000 * n));
});

property.prop([fc.nat(3), fc.integer({ min: 1, max: 3 }), fc.nat(13)])("two choices are none", (place, more, k) => {
  const [one, other] = [place, (place + more) % 4].map((at) => "ABCD".charAt(at));
  const forms = [
    ...[
      "$ or possibly @",
      "$; @",
      "$ as well as @",
      "$, but @ is also correct.",
      "$; or @",
      "$, maybe @",
      "$ along with @",
    ],
    ...[
      "Either $ or @",
      "$ and @",
      "$ is right; so is @",
      "$, but it could also be @",
      "$ (or @)",
      "$. @ is also correct.",
    ],
  ];
  const text = forms[k % forms.length].replace("$", one).replace("@", other);
  expect([text, `Answer: ${text}`, `The answer is ${text}`].map(letterIn)).toEqual([null, null, null]);
});

property.prop([fc.nat(3), fc.boolean(), fc.nat(20)])("a choice is read among other words", (place, isText, k) => {
  const [letter, text] = ["ABCD".charAt(place), FORM_CHOICES[place]];
  const named = isText ? text : letter;
  const forms = [
    ...["$", "$.", "**$**", "($)", "Answer: $", "The answer is $.", "\\boxed{$}", "\\boxed{\\text{$}}"],
    ...["Not A, not D.\nAnswer: $", "A is far.\n\n$", "<answer>$</answer>", "It is $", "It must be $, I think.", "$!"],
    ...[
      "The answer is A or B.\nThe answer is $",
      '{"answer": "$"}',
      "答案：$",
      "My final choice is $",
      "#### $",
      "[$]",
    ],
    ...["`$`"],
  ];
  expect(choiceIn(forms[k].replace("$", named), FORM_CHOICES)).toBe(place);
});

const noise = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(
      said(
        ..."0 1 12 345 , . ' - − – / ^ e × \\times \\frac { } {1} ( ) [ ] % $ € = < > : ; ? ! * ** ` # #### \n \t".split(
          " ",
        ),
        ...["\n", " ", "not", "or", "and", "to", "A", "B", "(b)", "Paris", "Lyon", "answer", "Answer:", "is", "option"],
        ...[
          "<|channel|>",
          "final",
          "<|message|>",
          "<|end|>",
          "<tool_response>",
          "</tool_response>",
          "<|im_start|>user\n",
        ],
        ...["\\boxed{", "<answer>", "</answer>", "</think>", "½", "²", "１", "。", "答案", "是", "million", "k", "x"],
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join("")),
);

property.prop([noise])("any text has a reading or none", (text) => {
  const number = numberIn(text);
  expect(number === undefined || Number.isFinite(number.value)).toBe(true);
  expect([undefined, 0, 1, 2, 3]).toContain(choiceIn(text, FORM_CHOICES));
});
