"""What a model said in a completion. All reward functions of this package read it here.

A completion is a text, or the messages of a conversation, of which the last one of the model is read. What tools, users and systems
said is none of the model's, nor are pictures among its parts. Thoughts in the text, and the turns of others where all turns are one text,
are left to the server, which cuts them as those of all models.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

import numpy as np

from agonlab.arguments import refused


class NothingSaid(Exception):
    """A completion that says nothing that could be scored; its message says why."""


def said(completion: Any) -> str:
    """The text that the model said last. Raises `NothingSaid`, and a ValueError for what is no completion."""
    if completion is None:
        raise NothingSaid("there is no completion")
    if isinstance(completion, str):
        return str(completion)
    if isinstance(completion, Mapping):
        completion = [completion]
    if not _is_list(completion) or not all(isinstance(one, Mapping) for one in completion):
        raise refused("a completion", completion, "a text, or a list of messages")
    if len(completion) > 0 and all(_is_part(one) for one in completion):
        return _spoken({"content": completion})
    completion = [_named(message) for message in completion]
    own = [message for message in completion if message.get("role") in (None, "") or _is_model(message["role"])]
    if not own:
        raise NothingSaid("there is no message of the model")
    return _spoken(own[-1])


def _named(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """A message with the names of chat models; those of ShareGPT are ``from`` and ``value``."""
    speaker = message.get("from")
    if "role" in message or not isinstance(speaker, str) or "value" not in message:
        return message
    return {"role": speaker, "content": message["value"]}


def _is_model(role: Any) -> bool:
    return isinstance(role, str) and role.lower() in MODELS


def _spoken(message: Mapping[str, Any]) -> str:
    """The text of one message of the model."""
    content = message.get("content")
    parts: list[Mapping[str, Any]] = []
    if _is_list(content) and all(_is_part(part) for part in content):
        parts = list(content)
    elif content is not None and not isinstance(content, str):
        raise refused("the content of a message", content, "a text, or a list of parts")
    text = str(content) if isinstance(content, str) else _joined(parts, ("text", "output_text"), "text")
    if _is_told(message.get("refusal")) or _joined(parts, ("refusal",), "refusal") != "":
        raise NothingSaid("the model declined to answer")
    if text.strip() != "":
        return text
    is_thought = any("thinking" in part["type"] or "reasoning" in part["type"] for part in parts)
    if is_thought or any(_is_told(message.get(name)) for name in THOUGHTS) or _has_some(message.get("reasoning_details")):
        raise NothingSaid("the completion is a thought alone: nothing follows it")
    if _has_some(message.get("tool_calls")) or isinstance(message.get("function_call"), Mapping):
        raise NothingSaid("the model's last message calls a tool, and says nothing")
    raise NothingSaid("the model's last message is empty")


MODELS = ("assistant", "model", "ai", "bot", "chatbot", "gpt")
"""The model's roles, as servers, templates and ShareGPT name them."""

THOUGHTS = ("reasoning_content", "reasoning", "reasoning_text", "thinking")
"""Fields of a message that hold a thought, as servers and templates name them."""


def _is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim == 1)


def _is_part(value: Any) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("type"), str) and "role" not in value and "content" not in value


def _is_told(field: Any) -> bool:
    return isinstance(field, str) and field.strip() != ""


def _has_some(field: Any) -> bool:
    return _is_list(field) and len(field) > 0


def _joined(parts: list[Mapping[str, Any]], types: tuple[str, ...], field: str) -> str:
    return "".join(part[field] for part in parts if part["type"] in types and isinstance(part.get(field), str))
