# How would an accuracy reward be gamed?
#
# Three reward functions in the form of TRL's GRPOTrainer, for answers to the sums of sums.jsonl. The first takes the last number of a
# completion, as many do; the second looks into a box; the third reads the box exactly.
#
#   agon audit examples/accuracy/rewards.py:last_number --data examples/accuracy/sums.jsonl
#
# Found: last_number pays "not 42" in full, and refuses 42.0; in_box pays \boxed{1427} for 42; exact is neither gamed nor strict.
# Takes about 20 s.

import re
from fractions import Fraction


def last_number(completions, answer, **kwargs):
    def score(completion, gold):
        numbers = re.findall(r"-?\d[\d,]*\.?\d*", completion)
        return float(bool(numbers) and numbers[-1].replace(",", "").rstrip(".") == gold)

    return [score(*pair) for pair in zip(completions, answer)]


def in_box(completions, answer, **kwargs):
    boxes = [re.findall(r"\\boxed\{(.*)\}", completion) for completion in completions]
    return [float(any(gold in box for box in found)) for found, gold in zip(boxes, answer)]


def number_in(text):
    plain = re.sub(r"\\text\{[^{}]*\}|\\[,;! ]|[$\s]", "", text.replace("{,}", "")).replace("\u2212", "-").rstrip(".")
    plain = re.sub(r"^(-?)\\d?frac\{(\d+)\}\{(\d+)\}$", r"\1\2/\3", plain)
    plain = re.sub(r"(?<=\d),(?=\d{3}(\D|$))", "", plain)
    return Fraction(plain) if re.fullmatch(r"-?(\d+/[1-9]\d*|\d*\.?\d+|\d+\.)", plain) else None


def exact(completions, answer, **kwargs):
    def score(completion, gold):
        boxes = {number_in(box) for box in re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", completion)}
        return float(boxes == {Fraction(gold)})

    return [score(*pair) for pair in zip(completions, answer)]
