"""TRL's GRPOTrainer, unmodified, trains a language model in a world of Agon: the model calls the world's tool, and the world pays.

    python -m venv /tmp/trl && /tmp/trl/bin/pip install -r interop/trl-requirements.txt ./python
    npm run build
    AGON_COMMAND="node dist/cli/main.js" /tmp/trl/bin/pytest interop/test_trl.py

The model is a small one of random weights. It is first shown how a tool is called, with answers at random, so that rollouts have any.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal

import agonlab
import pytest
import torch
from agonlab.trl import ENDED, environment, tasks
from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM
from transformers.utils import get_json_schema
from trl import GRPOConfig, GRPOTrainer
from trl.chat_template_utils import qwen2_5_chat_template

os.environ["TRL_EXPERIMENTAL_SILENCE"] = "1"
# A model this small is not worth a second thread.
torch.set_num_threads(1)
# Sums of 0 and 1: an answer at random is right in a third of all cases.
SUMS = {"parameters": {"largest": 1}}
ANSWERS = ["0$", "1$", "2$"]


@pytest.fixture(scope="module")
def url():
    with agonlab.Server() as server:
        yield server.url


def call(answer):
    return {"type": "function", "function": {"name": "act", "arguments": {"action": answer}}}


def conversation(question, answer):
    """A rollout as the trainer has it."""
    return [
        {"role": "user", "content": question},
        {"role": "assistant", "content": "", "tool_calls": [call(answer)]},
        {"role": "tool", "name": "act", "content": f"{question.splitlines()[-1]}{answer}{ENDED}"},
        {"role": "assistant", "content": "Done."},
    ]


def small_model(schema, questions):
    """A model with a tokenizer of its own, which answers questions at random by calling the tool."""
    marks = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>"]
    bytes_of = Tokenizer(models.BPE())
    bytes_of.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    bytes_of.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bytes_of, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    tokenizer.chat_template = qwen2_5_chat_template
    texts = [
        tokenizer.apply_chat_template(conversation(question, answer), tools=[schema], tokenize=False)
        for question in questions
        for answer in ANSWERS
    ]
    trainer = trainers.BpeTrainer(vocab_size=800, special_tokens=marks, initial_alphabet=alphabet, show_progress=False)
    bytes_of.train_from_iterator(texts, trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bytes_of, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    tokenizer.chat_template = qwen2_5_chat_template
    torch.manual_seed(0)
    config = Qwen2Config(
        vocab_size=len(tokenizer),
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=2048,
        tie_word_embeddings=True,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    model = Qwen2ForCausalLM(config)
    told = [tokenizer(text, return_tensors="pt").input_ids[0] for text in texts]
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    draw = random.Random(0)
    for _ in range(150):
        batch = torch.nn.utils.rnn.pad_sequence(draw.choices(told, k=8), batch_first=True, padding_value=tokenizer.pad_token_id)
        # What is asked is read, and only what stands behind it is learnt.
        turn = (batch == tokenizer.convert_tokens_to_ids("<|im_start|>")).cumsum(1)
        written = (turn > 2) & (batch != tokenizer.pad_token_id)
        loss = model(input_ids=batch, labels=batch.where(written, -100)).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model, tokenizer


def test_a_trainer_takes_steps_in_a_world_and_is_paid_what_the_world_pays(url, tmp_path):
    Sums = environment("language/sums", url=url, **SUMS)
    rows = tasks(8)
    asked = Sums()
    questions = [asked.reset(**row) for row in rows]
    model, tokenizer = small_model(get_json_schema(asked.act), questions)
    seen = []

    def watched(prompts, completions, environments, **_):
        """Pays nothing, and looks what was done and paid."""
        for prompt, completion, world in zip(prompts, completions, environments, strict=True):
            answers = [
                str(one["function"]["arguments"].get("action"))
                for message in completion
                for one in message.get("tool_calls") or []
                if one["function"]["name"] == "act" and "action" in (one["function"]["arguments"] or {})
            ]
            seen.append((prompt[-1]["content"], answers, world.get_reward(), world.metadata))
        return [0.0] * len(prompts)

    before = [weights.detach().clone() for weights in model.parameters()]
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        environment_factory=Sums,
        reward_funcs=[watched],
        train_dataset=Dataset.from_list(rows),
        args=GRPOConfig(
            output_dir=str(tmp_path),
            per_device_train_batch_size=16,
            num_generations=8,
            max_completion_length=64,
            max_steps=4,
            learning_rate=1e-3,
            logging_steps=1,
            report_to=[],
            save_strategy="no",
            use_cpu=True,
            seed=1,
        ),
    )
    trainer.train()
    steps = [line for line in trainer.state.log_history if "rewards/LanguageSums/mean" in line]
    print([{name: line[name] for name in ("rewards/LanguageSums/mean", "tools/call_frequency", "loss")} for line in steps])
    assert len(steps) == 4 and len(seen) == 64
    # What the world paid is what the answers deserve, by sums that are made here. A rollout without an answer has no reward.
    for question, answers, reward, metadata in seen:
        first, second = map(int, re.search(r"s(\d+)\+(\d+)=$", question).groups())
        if not metadata.get("channels"):
            assert reward is None
            continue
        assert reward == float(answers[0] == f"{first + second}$") == metadata["channels"]["correct"]
    assert sum(bool(answers) for _, answers, _, _ in seen) > 32
    rewards = [reward for *_, reward, _ in seen]
    assert 0 < sum(reward or 0 for reward in rewards) < 64
    for k, line in enumerate(steps):
        scored = [reward for reward in rewards[16 * k : 16 * (k + 1)] if reward is not None]
        assert line["rewards/LanguageSums/mean"] == pytest.approx(sum(scored) / len(scored))
    assert any((one != other).any() for one, other in zip(before, model.parameters(), strict=True))


def test_an_environment_names_its_tool_and_its_tasks(url):
    Sums = environment("language/sums", url=url, **SUMS)
    world = Sums()
    schema = get_json_schema(world.act)["function"]
    assert schema["name"] == "act" and "add two numbers" in schema["description"]
    assert list(schema["parameters"]["properties"]) == ["action"]
    first, same = world.reset(index=3), Sums().reset(index=3, prompt="left out")
    assert first == same != world.reset(index=3, split="test")
    with pytest.raises(ValueError, match="needs a column index or seed"):
        world.reset(prompt=[])
    with pytest.raises(agonlab.AgonError, match='did you mean "language/sums"'):
        environment("language/sum", url=url)
    with pytest.raises(agonlab.AgonError, match="largest"):
        environment("language/sums", url=url, parameters={"largest": -1})


def test_what_cannot_be_read_is_told_to_the_model_and_paid_the_penalty(url):
    world = environment("language/sums", url=url, penalty=-0.25)()
    world.reset(seed=1)
    assert "which this world cannot write" in asyncio.run(world.act("é$")) and world.get_reward() == -0.25
    assert asyncio.run(world.act("8$")).endswith(ENDED) and world.get_reward() == 0.75
    with pytest.raises(agonlab.AgonError, match="the episode has ended"):
        asyncio.run(world.act("8$"))


def test_a_world_of_numbers_is_played_in_text(url):
    world = environment("gridworld/key-room", url=url)()
    assert "Your action is one of up, right, down, left, use." in world.reset(seed=1)
    assert asyncio.run(world.act("I go up.\nAction: up")).startswith("Step 2.")
    assert world.metadata["channels"]["y"] == 9


def test_a_server_that_is_lost_is_told_to_the_trainer():
    server = agonlab.Server(["language/sums"])
    world = environment("language/sums", url=server.url)()
    world.reset(seed=1)
    server._process.send_signal(signal.SIGKILL)
    with pytest.raises(agonlab.ServerLost):
        for _ in range(3):
            asyncio.run(world.act("8$"))
    # The trainer keeps errors of tools from its user, but not those of rewards.
    with pytest.raises(agonlab.ServerLost, match="language/sums, step"):
        world.get_reward()
    server.close()
