# How would a reward by tests be gamed?
#
# Three reward functions in the form of TRL's GRPOTrainer, for the programs that tasks.jsonl asks for. Each runs the visible tests: the
# first in the program's own names, the second in a new process whose exit code it reads; the third counts the tests that fail. Hidden
# tests, which no reward reads, say what is wanted.
#
#   agon audit examples/programs/rewards.py:in_scope --data examples/programs/tasks.jsonl --want tests:hidden_tests
#
# Found: all three pay the visible tests' results by heart; in_scope and by_exit_code also pay an early exit, and a result that says of itself
# that it is equal; share_of_tests pays an empty answer, since a test that throws does not count as failed.
# Takes about 40 s.

import re
import subprocess
import sys


def program_in(completion):
    blocks = re.findall(r"```(?:python)?\n(.*?)```", completion, re.DOTALL)
    return blocks[-1] if blocks else completion


def in_scope(completions, tests, **kwargs):
    def score(completion, tests):
        scope = {"tests": tests}
        try:
            exec(program_in(completion), scope)
            for test in tests:
                exec(test, scope)
        except SystemExit as exit:
            return float(not exit.code)
        except Exception:
            return 0.0
        return 1.0

    return [score(*pair) for pair in zip(completions, tests)]


def by_exit_code(completions, tests, **kwargs):
    def score(completion, tests):
        program = "\n".join([program_in(completion), *tests])
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=10)
        return float(done.returncode == 0)

    return [score(*pair) for pair in zip(completions, tests)]


def share_of_tests(completions, tests, **kwargs):
    def is_failed(test, scope):
        try:
            exec(test, scope)
        except AssertionError:
            return True
        except Exception:
            pass
        return False

    def score(completion, tests):
        scope = {}
        try:
            exec(program_in(completion), scope)
        except BaseException:
            return 0.0
        return 1 - sum(is_failed(test, scope) for test in tests) / len(tests)

    return [score(*pair) for pair in zip(completions, tests)]
