"""Whether programs pass tests that they have not seen: each runs in a process of its own, and its results are compared outside of it."""

import ast
import json
import os
import re
import select
import signal
import time
import warnings

# Seconds that a program and its tests may take.
SECONDS = 5
FENCE = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)
ANSWER = re.compile(r"<answer>(.*?)</answer>", re.DOTALL)
NOT_PLAIN = object()


def passes(prompts, completions, **columns):
    """1 for each completion whose program passes all tests of its row, else 0; the tests are the one further column."""
    (rows,) = columns.values()
    return [float(is_passed(program_in(text), tests)) for text, tests in zip(completions, rows)]


def program_in(completion):
    """The program of an answer: its last fenced block, or its answer in tags, or all of it."""
    text = completion if isinstance(completion, str) else completion[-1]["content"]
    for form in (FENCE, ANSWER):
        blocks = form.findall(text)
        if blocks:
            return blocks[-1]
    return text


def steps_of(tests):
    """Tests as steps: text to run, and for an assertion the text to evaluate, and the plain value that it has to equal."""
    lines = [tests] if isinstance(tests, str) else tests
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise ValueError("hidden tests are a list of texts such as 'assert double(2) == 4', or one text of such lines")
    steps = [step_of(line, node) for line in lines for node in ast.parse(line).body]
    if not any("run" not in step for step in steps):
        raise ValueError("hidden tests have no assertion such as 'assert double(2) == 4'")
    return steps


def step_of(text, node):
    if not isinstance(node, ast.Assert):
        return {"run": ast.get_source_segment(text, node)}
    test = node.test
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
        right = plain(ast.get_source_segment(text, test.comparators[0]))
        if right is not NOT_PLAIN:
            return {"value": ast.get_source_segment(text, test.left), "right": right}
    return {"check": ast.get_source_segment(text, test)}


def plain(text):
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return NOT_PLAIN


def is_passed(program, tests):
    steps = steps_of(tests)
    results = results_of(program, [{key: text for key, text in step.items() if key != "right"} for step in steps])
    if len(results) != len(steps):
        return False
    for step, result in zip(steps, results):
        if "value" in step:
            value = plain(result) if isinstance(result, str) else NOT_PLAIN
            if value is NOT_PLAIN or value != step["right"]:
                return False
        elif result is not True:
            return False
    return True


def results_of(program, steps):
    """What the steps give after the program, which never has the right results to compare with; empty where it does not come to the end."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # The other thread of this process holds no lock that the new process takes.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        run(program, steps, reading, writing)
    os.close(writing)
    until = time.monotonic() + SECONDS
    parts = []
    try:
        while True:
            left = until - time.monotonic()
            if left <= 0 or not select.select([reading], [], [], left)[0]:
                return []
            part = os.read(reading, 65536)
            if not part:
                break
            parts.append(part)
    finally:
        os.close(reading)
        try:
            os.killpg(child, signal.SIGKILL)
        except OSError:
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    try:
        results = json.loads(b"".join(parts))
    except ValueError:
        return []
    return results if isinstance(results, list) else []


def run(program, steps, reading, writing):
    """Runs a program and the steps in this new process, writes the results, and ends it."""
    try:
        os.setpgid(0, 0)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for own in (0, 1, 2):
            os.dup2(nowhere, own)
        os.closerange(3, writing)
        os.closerange(writing + 1, 1024)
        shown, encoded, write = repr, json.dumps, os.write
        scope = {"__name__": "program"}
        exec(compile(program, "<program>", "exec"), scope)
        results = []
        for step in steps:
            if "run" in step:
                exec(step["run"], scope)
                results.append(True)
            elif "check" in step:
                results.append(bool(eval(f"({step['check']})", scope)) is True)
            else:
                results.append(shown(eval(f"({step['value']})", scope)))
        left = encoded(results).encode()
        while left:
            left = left[write(writing, left) :]
    finally:
        os._exit(0)
