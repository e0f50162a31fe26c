"""How the judge of numbers reads replies, beside math-verify: the same texts, each with the right number, and every difference with its reason.

    python -m venv /tmp/answers && /tmp/answers/bin/pip install -r interop/answers-requirements.txt ./python
    npm run build
    AGON_COMMAND="node dist/cli/main.js" /tmp/answers/bin/pytest interop/test_answers.py

Of a text that gives no number the right one is what a careless reader would take.
"""

from __future__ import annotations

import csv

import agonlab
import pytest
from math_verify import parse, verify

#: Texts by their right numbers.
TEXTS: dict[str, list[str]] = {
    "42": [
        *["42", "42.", "**42**", "**42.**", "__42__", "`42`", "(42)", "[42]", "$42$", "$$42$$", "\\(42\\)", "\\[42\\]"],
        *["\\boxed{42}", "\\fbox{42}", "$\\boxed{42}$", "\\boxed{\\text{42}}", "\\boxed{42 \\text{ apples}}", "\\boxed{x = 42}"],
        *["So \\boxed{42}, as 6 × 7 = 42, in 3 steps.", "\\boxed{7}\n\nNo, it is \\boxed{42}."],
        *["#### 42", "6 * 7 = 42\n#### 42", "<answer>42</answer>", "<answer>\n42\n</answer>", '{"answer": 42}', '{"answer": "42"}'],
        *["Answer: 42", "**Answer:** 42", "**Answer: 42**", "ANSWER: 42", "Answer = 42", "Answer:\n\n42", "## Answer\n\n42"],
        *["The answer is 42.", "The final answer is $42$.", "The answer is $x = 42$.", "The answer is **42**."],
        *["The answer is 42, in total, of 3 days.", "The answer to 6 × 7 is 42.", "Answer: 42 because 42 = 6 × 7", "Answer: 42 (not 43)"],
        *["I think that the answer is 7. No, the answer is 42.", "Answer: 42\nConfidence: 90%", "The answer is 42!"],
        *["Die Antwort ist 42.", "La réponse est 42.", "La respuesta es 42.", "Ответ: 42", "答案是42。", "答案：42", "答えは42です。"],
        *["48 - 6 = 42", "x = 42", "= 42", "42 = 6 × 7", "42 km", "42km", "42 km/h", "42 m^2", "42 m²", "$42 \\text{ m}^2$", "42 °C", "42°"],
        *["It is 7, then 42.", "She has **42** apples in 3 bags.", "So 42 apples (6 × 7).", "1. Add.\n2. It is 42.\n3. Done."],
        *["It is 42, not 7.", "not 7, but 42", "４２", "<think>The answer is 7.</think>42", "~~7~~ 42", "Is it 7? No, 42.", "No doubt it is 42."],
        *["42. No further steps are needed.", "about 42", "She has 42 more than Tom.", "The answer is 42, as at least 40 are needed."],
        *["It is 42 [1].", "٤٢", "४२", "The answer is 18. Actually, it's 42.", "42 is my final answer, from 3 steps"],
        *["It is 42 [1,2].", "f(5,6) = 42", "$|{-42}| = 42$", "$42^{\\circ}$", "0x2A", "0b101010"],
    ],
    "-42": ["-42", "−42", "- 42", "− 42", "The answer is -42.", "The answer is − 42.", "\\boxed{-42}", "-$42", "It is −42 degrees.", "(-42)"],
    "70000": [
        *["70,000", "70 000", "70\u202f000", "70\u00a0000", "70'000", "70’000", "70_000", "70{,}000", "70\\,000", "$70{,}000$"],
        *["\\boxed{70{,}000}", "\\boxed{70\\,000}", "\\boxed{70,000}", "$70,000", "\\$70,000", "So the profit is $70,000.", "70,000.00 EUR"],
        *["７０，０００", "70.000,00", "70 000,00 €", "(70,000)"],
    ],
    "1234567": ["1,234,567", "1.234.567", "1 234 567", "12,34,567", "1{,}234{,}567"],
    "29": ["$29.00", "She earns $29.00.", "29,00 €", "€29", "29 €", "USD 29", "\\boxed{\\$29}", "The answer is: $29.00"],
    "3.5": ["3.5", "3,5", "3{,}5", "7/2", "$\\frac{7}{2}$", "\\dfrac{7}{2}", "\\frac72", "3 1/2", "3 1/2 cups", "3\\frac{1}{2}", "$3\\frac{1}{2}$", "3½"],
    "-0.75": ["-3/4", "−3/4", "-\\frac{3}{4}", "\\frac{-3}{4}", "-0.75", "-.75", "-0,75"],
    "0.25": ["0.25 or 25%", "1/4, or 0.25", "The probability of not winning is 0.25.", "0.25 (rounded to 2 decimal places)"],
    "0.5": [".5", "0.5", "1/2", "½", "50%", "50\\%", "50 percent", "\\boxed{\\frac{1}{2}}"],
    "150": ["150%", "The increase is 150%.", "\\boxed{150\\%}", "150 percent"],
    "120000": [
        *["1.2e5", "1.2E+5", "1.2 × 10^5", "1.2 x 10^5", "1.2*10^5", "1.2 · 10⁵", "$1.2\\times10^{5}$", "1.2\\times10^{5}"],
        *["$1.2 \\cdot 10^{5}$", "\\boxed{1.2 \\times 10^5}", "120 thousand", "$120k"],
    ],
    "100000": ["10^5", "$10^5$", "10⁵", "10**5", "$10^{5}$"],
    "2000000": [
        *["2 million", "$2 million", "$2M", "The answer is 2 million.", "$2$ million", "**2** million", "2 Mio.", "2 millones", "2 миллиона"],
        *["200万", "200만 원", "20 lakh", "2 ล้าน", "2 triệu"],
    ],
    "3000": ["3천", "3千", "3 тысячи", "3 হাজার", "3 พันบาท", "3 tusen"],
    "120": ["The answer is 5! = 120.", "Rs.120", "Rs. 120/-", "The cost is Rs.120."],
    "9007199254740993": ["9007199254740993", "9,007,199,254,740,993", "9007199254740993.0"],
}

#: Texts that give no number.
NONE: dict[str, list[str]] = {
    "50": ["40 to 50", "40-50", "40–50", "between 40 and 50", "40 or 50", "The answer is 40 to 50.", "45 ± 50"],
    "42": ["definitely not 42", "The answer is not 42.", "It isn't 42.", "42 is wrong.", "x > 42", "$x \\geq 42$", "\\boxed{x > 42}"],
    "41": ["at least 41", "at most 41", "more than 41", "up to 41", "41 or more", "41+", "41 at most", "mindestens 41", "至少41", "The answer is at least 41."],
    "17": ["17? No.", "I doubt it's 17", "17 would be wrong", "17 (wrong)", "~~17~~", "17 dozen", "17 milijuna", "17 or possibly 18", "17 as well as 18"],
    "100": ["log(100)", "$\\log(100)$", "$\\log_2(100)$", "f(100)"],
    "-5": ["|-5|", "$|-5|$"],
    "5.6": ["(5,6)", "\\boxed{(5,6)}", "[5,6]", "$\\{5,6\\}$", "]5,6[", "C(5,6)"],
    "0": ["0xZZ", "[0,\\infty)"],
    "2.3": ["\\boxed{2,3}"],
    "101": ["101_2", "101₂"],
    "4": ["1 in 4", "x = 3, y = 4", "about 3 or 4", "3, 4", "(3, 4)", "\\boxed{(3, 4)}", "3:4", "1.2.3.4"],
    "3": ["3\\pi", "$3\\pi$", "\\boxed{3\\pi}", "\\sqrt{3}", "3x", "GPT-3"],
    "12": ["5 + 12", "I do not know.", "", "twelve"],
}

#: Texts that give another number.
WRONG: dict[str, list[str]] = {"9007199254740993": ["9007199254740992"]}

#: Where the two differ, by the reason. All of these texts are read as is meant here, and otherwise by math-verify 0.9.0.
DIFFERENCES: dict[str, list[str]] = {
    "math-verify finds no number between these marks and letters, nor full-width digits": [
        *["__42__", "`42`", "(42)", "[42]", "\\fbox{42}", "<answer>42</answer>", '{"answer": "42"}', "答案是42。", "答案：42", "答えは42です。"],
        *["４２", "٤٢", "४२", "７０，０００", "\\$70,000"],
    ],
    "the last number that math-verify finds is part of an explanation, or of what was thought before": [
        *["Answer: 42 because 42 = 6 × 7", "42 = 6 × 7", "She has **42** apples in 3 bags.", "So 42 apples (6 × 7)."],
        *["1. Add.\n2. It is 42.\n3. Done.", "It is 42, not 7.", "<think>The answer is 7.</think>42"],
        *["42 is my final answer, from 3 steps", "0.25 (rounded to 2 decimal places)"],
    ],
    "math-verify takes what is said to be the answer, and no correction": ["The answer is 18. Actually, it's 42."],
    "math-verify knows no digits of another base than ten": ["0x2A", "0b101010", "0xZZ", "101_2", "101₂"],
    "math-verify takes the stop of an abbreviation for a decimal point": ["Rs.120", "The cost is Rs.120."],
    "math-verify takes two boxes for a set; here the last counts": ["\\boxed{7}\n\nNo, it is \\boxed{42}."],
    "math-verify loses a minus that is no hyphen before a digit": [
        *["−42", "- 42", "− 42", "The answer is − 42.", "-$42", "It is −42 degrees.", "(-42)", "−3/4", "-.75"],
    ],
    "math-verify knows thousands by commas in plain text alone": [
        *["70\u202f000", "70\u00a0000", "70'000", "70’000", "70_000", "70{,}000", "70\\,000", "\\boxed{70\\,000}", "70.000,00"],
        *["1.234.567", "12,34,567", "1{,}234{,}567", "(70,000)"],
    ],
    "math-verify reads commands of LaTeX between signs of a formula alone": ["3{,}5", "\\dfrac{7}{2}", "\\frac72", "50\\%", "1.2\\times10^{5}"],
    "math-verify knows no mixed numbers outside a formula, and no fractions that are one character": [
        *["3 1/2", "3 1/2 cups", "3\\frac{1}{2}", "3½", "½"],
    ],
    "math-verify knows no powers of ten outside a formula, and no words for them": [
        *["1.2e5", "1.2E+5", "1.2 × 10^5", "1.2 x 10^5", "1.2 · 10⁵", "10⁵", "120 thousand", "$120k", "2 million", "$2 million"],
        *["$2M", "The answer is 2 million.", "$2$ million", "**2** million", "2 Mio.", "2 millones", "2 миллиона", "200万", "200만 원", "20 lakh"],
        *["2 ล้าน", "2 triệu", "3천", "3千", "3 тысячи", "3 হাজার", "3 พันบาท", "3 tusen", "17 dozen", "17 milijuna"],
    ],
    "math-verify takes the last number of a range, of several, or of a denial": [
        *["1 in 4", "x = 3, y = 4", "40 to 50", "between 40 and 50", "40 or 50", "45 ± 50", "about 3 or 4", "3, 4", "(3, 4)", "definitely not 42"],
        *["The answer is not 42.", "It isn't 42.", "42 is wrong.", "x > 42", "17? No.", "I doubt it's 17", "17 would be wrong", "17 (wrong)"],
    ],
    "math-verify takes a bound for the number": [
        *["at least 41", "at most 41", "more than 41", "up to 41", "41 or more", "41+", "41 at most", "mindestens 41", "The answer is at least 41."],
    ],
    "math-verify takes a factor for the number": ["3\\pi", "3x"],
}


def cases() -> list[tuple[str, str, int | None]]:
    """Texts with the right number and what the judge pays."""
    return [(text, right, pay) for pay, all in ((1, TEXTS), (None, NONE), (0, WRONG)) for right, texts in all.items() for text in texts]


@pytest.fixture(scope="module")
def rewards(tmp_path_factory):
    """What the judge pays for each text: 1 and 0, and None where it cannot be read."""
    folder = tmp_path_factory.mktemp("answers")
    with (folder / "quiz.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("question", "answer"), *((f"q{k}", right) for k, (_, right, _) in enumerate(cases()))])
    parameters = {"file": str(folder / "quiz.csv"), "judge": "number"}
    with agonlab.Server(allow=[str(folder)]) as server:
        reward = agonlab.Reward("language/questions", url=server.url, reward={"channel": "correct"}, parameters=parameters)
        return reward(completions=[text for text, _, _ in cases()], index=range(len(cases())))


def test_texts_are_read(rewards):
    found = {text: paid for (text, _, _), paid in zip(cases(), rewards, strict=True)}
    assert found == {text: pay for text, _, pay in cases()}


def test_differences_have_reasons(rewards):
    readings = zip(cases(), rewards, strict=True)
    differ = {text for (text, right, _), paid in readings if verify(parse(right), parse(text)) != (paid == 1)}
    assert differ == {text for texts in DIFFERENCES.values() for text in texts}
