"""What the Python package scores: what the model said last, and nothing that others said. What could not be scored is none that is worth 0.

    AGON_COMMAND="node dist/cli/main.js" /tmp/worlds/bin/pytest interop/test_completions.py

Each trainer is told as its contract has it: TRL by None for a completion, verl by an error, as it must be given a number.
"""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
import tempfile
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import agonlab
import numpy as np
import pytest
from agonlab.session import Session
from agonlab.trl import environment

CALL = {"type": "function", "function": {"name": "calc", "arguments": "{}"}}
TEXT_CALL = '<tool_call>\n{"name": "calc", "arguments": {}}\n</tool_call>'
PICTURE = {"type": "image", "index": 4}


@pytest.fixture(scope="module")
def url():
    with agonlab.Server(allow=[tempfile.gettempdir()]) as server:
        yield server.url


@pytest.fixture(scope="module")
def options(tmp_path_factory):
    questions = tmp_path_factory.mktemp("quiz") / "quiz.csv"
    questions.write_text("question,answer\nWhat is 2 + 2?,4\nWhat is 2 + 3?,5\n")
    return {"parameters": {"file": str(questions), "judge": "number"}, "reward": {"channel": "correct"}}


@pytest.fixture(scope="module")
def paid(url, options):
    return agonlab.Reward("language/questions", url=url, **options)


def assistant(content, **more):
    return {"role": "assistant", "content": content, **more}


def text(said):
    return {"type": "text", "text": said}


# Completions that say 4, those that say something else, and those that say nothing. The right answer is 4.
RIGHT = {
    "Gemini's role": [{"role": "user", "content": "5?"}, {"role": "model", "content": "It is 4."}],
    "another case": [{"role": "Assistant", "content": "It is 4."}],
    "a text": "It is 4.",
    "NumPy's text": np.str_("It is 4."),
    "a message": assistant("It is 4."),
    "turns of ShareGPT": [{"from": "human", "value": "Is it 5?"}, {"from": "gpt", "value": "It is 4."}],
    "messages": [assistant("It is 4.")],
    "messages in a tuple": (assistant("It is 4."),),
    "messages of a Parquet file": np.array([assistant("It is 4."), None], dtype=object)[:1],
    "a message without a role": [{"content": "It is 4."}],
    "what is said last": [assistant("5?"), assistant("It is 4.")],
    "what is said after a tool": [assistant("5?", tool_calls=[CALL]), {"role": "tool", "content": "5"}, assistant("It is 4.")],
    "what is said before a user": [assistant("It is 4."), {"role": "user", "content": "Is it 5?"}],
    "what is said before a system": [{"role": "system", "content": "9"}, assistant("4"), {"role": "developer", "content": "5"}],
    "a text with a call": [assistant("It is 4.", tool_calls=[CALL])],
    "no calls": [assistant("It is 4.", tool_calls=[], refusal=None, reasoning_content=None)],
    "parts": [assistant([text("It is "), PICTURE, text("4.")])],
    "parts of a Parquet file": [assistant(np.array([text("It is 4."), PICTURE], dtype=object))],
    "parts alone": [text("It is 4."), PICTURE],
    "a part of another server": [assistant([{"type": "output_text", "text": "4"}])],
    "a thought in a part": [assistant([{"type": "thinking", "thinking": "5"}, text("4")])],
    "a thought in a field": [assistant("4", reasoning_content="5")],
    "a thought in the text": "<think>Is it 5?</think>\n\nIt is 4.",
    "a thought in a message": [assistant("Is it 5?</think>It is 4.")],
    "a thought of another template": "[THINK]5[/THINK]4",
    "a thought of gpt-oss": "<|channel|>analysis<|message|>5<|end|><|start|>assistant<|channel|>final<|message|>4<|return|>",
    "a thought of Gemma": "<|channel>thought\n5<channel|>4",
    "what is said after a tool, in one text": f"{TEXT_CALL}\nuser\n<tool_response>\n5\n</tool_response>\nassistant\nIt is 4.",
    "what is said after a tool, in ChatML": f"{TEXT_CALL}<|im_end|>\n<|im_start|>user\n5<|im_end|>\n<|im_start|>assistant\n4<|im_end|>",
    "what is said before a user, in ChatML": "It is 4.<|im_end|>\n<|im_start|>user\nIs it 5?<|im_end|>\n",
    "what is said after a search": "<search>2 + 2</search>\n\n<information>It is 5.</information>\n\n<answer>4</answer>",
    "what is said after a tool, in a message": [assistant("<tool_response>5</tool_response>4")],
    "a thought that parts share": [assistant([text("<think>5"), text("</think>4")])],
}
WRONG = {
    "a text": "5",
    "a tool that is right": [assistant(None, tool_calls=[CALL]), {"role": "tool", "content": "4"}, assistant("It is 5.")],
    "a user that is right": [assistant("5"), {"role": "user", "content": "4"}],
    "a system that is right": [{"role": "system", "content": "4"}, assistant("5")],
    "an earlier message that is right": [assistant("4"), assistant("No, 5.")],
    "a tool that is right, in one text": f"{TEXT_CALL}\nuser\n<tool_response>\n4\n</tool_response>\nassistant\nIt is 5.",
    "a user that is right, in ChatML": "5<|im_end|>\n<|im_start|>user\nIs it 4?<|im_end|>\n",
    "an earlier turn that is right, in ChatML": "4<|im_end|>\n<|im_start|>user\nNo.<|im_end|>\n<|im_start|>assistant\n5<|im_end|>\n",
    "a number in the parts written out": [assistant([text("It is 5."), PICTURE])],
    "a thought that is right": "<think>4</think>5",
    "a thought in a part that is right": [assistant([{"type": "reasoning", "text": "4"}, text("5")])],
    "a thought in a field that is right": [assistant("5", reasoning_content="4", reasoning="4")],
}
UNSCORED = {
    "no number": "I do not know.",
    "no number after a tool that is right": [
        assistant(None, tool_calls=[CALL]),
        {"role": "tool", "content": "4"},
        assistant("I do not know."),
    ],
    "nothing after a tool that is right, in one text": f"Let me see.\n{TEXT_CALL}\nuser\n<tool_response>\n4\n</tool_response>",
    "no number after a tool that is right, in one text": f"{TEXT_CALL}\nuser\n<tool_response>\n4\n</tool_response>\nassistant\nI do not know.",
    "no number before a tool that is right, in ChatML": "I do not know.<|im_end|>\n<|im_start|>user\n<tool_response>\n4\n</tool_response><|im_end|>\n",
    "no number after a search that is right": "<search>2 + 2</search>\n\n<information>It is 4.</information>\n\nI do not know.",
    "a search that is cut": "<search>2 + 2</search>\n\n<information>It is 4.",
    "no answer in the channels of gpt-oss": "<|channel|>commentary<|message|>4<|end|>",
    "no completion": None,
    "an empty text": "",
    "a blank text": " \n",
    "no messages": [],
    "no message of the model": [{"role": "tool", "content": "4"}, {"role": "user", "content": "4"}],
    "no content": [assistant(None)],
    "no content at all": [{"role": "assistant"}],
    "an empty content": [assistant("")],
    "no parts": [assistant([])],
    "pictures alone": [assistant([PICTURE])],
    "a call alone": [assistant(None, tool_calls=[CALL])],
    "a call with an empty text": [assistant("", tool_calls=np.array([CALL], dtype=object))],
    "a call behind an answer": [assistant("4"), {"role": "tool", "content": "4"}, assistant(None, tool_calls=[CALL])],
    "a refusal": [assistant("", refusal="I cannot say that it is 4.")],
    "a refusal in a part": [assistant([{"type": "refusal", "refusal": "4"}])],
    "a thought alone in a field": [assistant(None, reasoning_content="4")],
    "a thought alone in a part": [assistant([{"type": "thinking", "thinking": "4"}])],
    "a thought alone in details": [assistant(None, reasoning_details=[{"text": "4"}])],
    "a thought alone that is held back": [assistant([{"type": "redacted_thinking", "data": "4"}])],
    "a call of a function alone": [assistant(None, function_call={"name": "f", "arguments": "4"})],
    "a thought without an end": "<think>It is 4.",
    "a thought without an answer": "<think>It is 4.</think>\n",
    "a thought without an end, behind an answer": "It is 4. <think>Or 5",
}
NO_COMPLETION = [
    4,
    0,
    False,
    4.0,
    b"4",
    ["4"],
    [4],
    [None],
    [[assistant("4")]],
    [assistant(4)],
    [assistant({"text": "4"})],
    [assistant(["4"])],
    np.int64(4),
]


@pytest.mark.parametrize(
    ("completion", "reward"),
    [
        pytest.param(one, reward, id=f"{reward}: {name}")
        for cases, reward in ((RIGHT, 1), (WRONG, 0), (UNSCORED, None))
        for name, one in cases.items()
    ],
)
def test_what_the_model_said_last_is_scored(paid, completion, reward):
    # Between others, whose places it does not take.
    assert paid(prompts=["", "", ""], completions=["4", completion, "4"], index=[0, 0, 1]) == [1, reward, 0]
    if reward is None:
        with pytest.raises(agonlab.NotScored, match="language/questions, step 0: the text could not be scored: .+"):
            paid.compute_score("quiz", completion, "4", {"index": 0})
    else:
        assert paid.compute_score("quiz", completion, "4", {"index": 0}) == reward


@pytest.mark.parametrize("completion", NO_COMPLETION, ids=repr)
def test_what_is_no_completion_is_refused(paid, completion):
    with pytest.raises(ValueError, match="it must be a text, or a list of "):
        paid(completions=[completion], index=[0])


def test_why_is_logged(paid, caplog):
    with caplog.at_level(logging.WARNING, "agonlab"):
        assert paid(completions=["4", "", None], index=[0, 0, 0]) == [1, None, None]
    (line,) = caplog.messages
    assert line.startswith("language/questions: 2 of 3 completions were not scored; the first: ") and "empty" in line


def test_columns_of_a_batch(paid):
    right = {"completions": ["4", "5"], "index": [0, 1]}
    for index in ([0, 1], (0, 1), np.array([0, 1]), [np.int64(0), np.uint8(1)]):
        assert paid(**right | {"index": index}) == [1, 1]
    assert paid(**right, split=["train", None], seed=[None, None], other=[0, 0]) == [1, 1]
    assert paid(completions=[], index=[]) == [] == paid(completions=np.array([]), index=np.array([], int))
    for wrong in (
        {"index": None},
        {"index": [0, None]},
        {"index": [0]},
        {"index": []},
        {"index": 0},
        {"index": "01"},
        {"index": [0, 1.0]},
        {"index": [False, True]},
        {"index": [0, -1]},
        {"index": [0, float("nan")]},
        {"index": [0, "1"]},
        {"index": {0: 0, 1: 1}},
        {"seed": [0, 1]},
        {"split": "train"},
        {"split": ["train", ""]},
        {"split": ["train", 0]},
        {"completions": "45"},
        {"completions": None},
        {"completions": 0},
    ):
        with pytest.raises(ValueError):
            paid(**right | wrong)
    # A task that there is not is a mistake of the data set, and no text that could not be scored.
    for wrong in ({"index": [0, 2]}, {"split": ["train", "test"]}):
        with pytest.raises(agonlab.AgonError, match=r"the task of completion 1 .* is none"):
            paid(**right | wrong)


def test_seeds_of_a_batch(url):
    right = "".join(sorted(Session("language/sort", url=url).reset(seed=0).observation["observation"][1:-1])) + "$"
    sort = agonlab.Reward("language/sort", url=url)
    assert sort(completions=[right], seed=[np.int64(0)]) == sort(completions=[right], seed=[0]) == [1]
    assert (
        sort.compute_score("sort", right, "", {"seed": 0})
        == 1
        == sort.compute_score("sort", right, "", {"seed": np.int64(0), "index": None})
    )
    # A text that was cut has no end.
    assert sort(completions=[right[:-1], "é$", "1$"], seed=[0, 0, 0]) == [None, None, 0]
    test = agonlab.Reward("language/sort", url=url, split="test")
    first = Session("language/sort", url=url).reset(split="test", index=0).observation["observation"]
    answer = "".join(sorted(first[1:-1])) + "$"
    assert test(completions=[answer], index=[0]) == [1] == sort(completions=[answer], index=[0], split=["test"])
    assert sort.compute_score("sort", answer, "", {"index": 0, "split": "test"}) == 1


def test_verl_is_given_a_number_or_an_error(url, options, paid):
    assert paid.compute_score("quiz", "4", "4", {"index": np.int64(0), "split": "train", "num_turns": np.int32(2)}) == 1
    for unscored in (0, -1, np.float32(-0.5)):
        own = agonlab.Reward("language/questions", url=url, **options, unscored=unscored)
        assert own.compute_score("quiz", "<think>4", "4", {"index": 0}) == unscored
        # To TRL it is None all the same.
        assert own(completions=[""], index=[0]) == [None]
        with pytest.raises(agonlab.AgonError, match="no task 9"):
            own.compute_score("quiz", "4", "4", {"index": 9})
        # All turns of a conversation are one text there, and what tools said is among them.
        with pytest.raises(ValueError, match="what tools said"):
            own.compute_score("quiz", "user\n4\nassistant\nfive", "4", {"index": 0, "num_turns": 4})
    for extra in (None, {}, {"index": None}, {"index": "0"}, {"index": False}, {"index": 0, "seed": 0}, [], 0, {"index": 0.0}):
        with pytest.raises(ValueError):
            paid.compute_score("quiz", "4", "4", extra)
    error = pytest.raises(agonlab.NotScored, paid.compute_score, "quiz", "", "4", {"index": 0}).value
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


HUGE = {"sum": [{"channel": "payoff", "weight": 1e308}, {"channel": "payoff", "weight": 1e308}]}


def test_pay_that_is_no_number_is_no_pay(url):
    pole = agonlab.Reward("control/cart-pole", url=url, reward=HUGE)
    (score,) = pole.scores([{"seed": 0, "actions": [np.int64(1)]}])
    assert score["reward"] is None and "no finite number" in score["error"]
    session = Session("control/cart-pole", url=url, options={"reward": HUGE})
    session.reset(seed=0)
    with pytest.raises(agonlab.AgonError, match="step 1 was paid no finite number"):
        session.step(1)
    world = environment("control/cart-pole", url=url, reward=HUGE)()
    world.reset(seed=0)
    with pytest.raises(agonlab.AgonError, match="no finite number"):
        asyncio.run(world.act("Action: 1"))
    assert world.get_reward() is None
    # Gymnasium's and PettingZoo's rewards are numbers of Python, which can say so.
    env = agonlab.make("control/cart-pole", url=url, reward=HUGE)
    env.reset(seed=0)
    assert env.step(1)[1] == float("inf")


def test_an_episode_in_which_nothing_was_done_has_no_reward(url):
    world = environment("language/sums", url=url)()
    assert world.get_reward() is None
    world.reset(seed=1)
    assert world.get_reward() is None
    for unread in ("é$", "", "<think>8$", None, {"action": "8$"}, [{"role": "tool", "content": "8$"}]):
        assert "could not be read" in asyncio.run(world.act(unread)) and world.get_reward() is None
    assert "ended" in asyncio.run(world.act("<think>7$</think>8$")) and world.get_reward() == 1
    with pytest.raises(agonlab.AgonError, match="the episode has ended"):
        asyncio.run(world.act("8$"))
    assert world.get_reward() == 1
    world.reset(seed=1)
    assert world.get_reward() is None
    # Parts are read as parts, and never as they are written out.
    asyncio.run(world.act([text("8$"), PICTURE]))
    assert world.get_reward() == 1
    world.reset(seed=1)
    asyncio.run(world.act("1$"))
    assert world.get_reward() == 0


def test_a_text_without_an_end_has_no_reward(url):
    world = environment("language/calculator", url=url)()
    question = world.reset(seed=1).splitlines()[-1]
    answered = asyncio.run(world.act(f"<{question[:-1]}>"))
    # The tool has answered, and the model has not.
    assert answered.endswith("]") and world.get_reward() is None
    asyncio.run(world.act(answered.rpartition("[")[2][:-1]))
    assert world.get_reward() is None
    asyncio.run(world.act("$"))
    assert world.get_reward() == 1
    world.reset(seed=1)
    assert world.get_reward() is None
    calculator = agonlab.Reward("language/calculator", url=url)
    assert calculator(completions=["<1+1>", "0$"], seed=[1, 1]) == [None, 0]


def test_a_world_of_numbers_pays_what_was_done_so_far(url):
    world = environment("control/cart-pole", url=url)()
    world.reset(seed=1)
    asyncio.run(world.act("Action: 1"))
    assert world.get_reward() == 1
    (score,) = agonlab.Reward("control/cart-pole", url=url).scores([{"seed": 1, "actions": [1, np.int64(0)]}])
    assert (score["reward"], score["steps"], score["done"]) == (2, 2, False)


@pytest.mark.parametrize("penalty", [0, 0.0, np.float32(0), -0.5])
def test_a_penalty_is_pay_also_where_it_is_zero(url, penalty):
    world = environment("language/sums", url=url, penalty=penalty)()
    world.reset(seed=1)
    assert world.get_reward() is None
    asyncio.run(world.act("é$"))
    assert world.get_reward() == penalty


@contextmanager
def failing(status, body):
    """A server that answers each request so."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, b"{}"),
        (503, b'{"detail": "full"}'),
        (200, b""),
        (200, b"<html>"),
        (200, b"{}"),
        (200, b"[]"),
        (200, b'{"episodes": []}'),
        (200, b'{"episodes": [{"reward": 1}]}'),
        (200, b'{"episodes": [{"begun": true, "reward": true}]}'),
        (200, b'{"episodes": [{"begun": true, "reward": NaN}]}'),
        (200, b'{"episodes": [{"begun": true, "reward": 1e999}]}'),
        (200, json.dumps({"episodes": [{"begun": True, "reward": 1}] * 2}).encode()),
    ],
)
def test_an_answer_that_is_none_is_an_error_and_no_reward(status, body):
    with failing(status, body) as address:
        own = agonlab.Reward("language/sort", url=address, unscored=0)
        with pytest.raises(agonlab.AgonError, match="language/sort"):
            own(completions=["1$"], index=[0])
        with pytest.raises(agonlab.AgonError, match="language/sort"):
            own.compute_score("sort", "1$", "", {"index": 0})


def test_a_server_that_is_gone_is_an_error_and_no_reward(options):
    with agonlab.Server(allow=[tempfile.gettempdir()]) as server:
        own = agonlab.Reward("language/questions", url=server.url, **options, unscored=0)
    with pytest.raises(agonlab.ServerLost):
        own(completions=["4"], index=[0])
    with pytest.raises(agonlab.ServerLost):
        own.compute_score("quiz", "4", "4", {"index": 0})
