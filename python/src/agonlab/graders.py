"""Graders for OpenEnv's validation: whether the reward of a package pays for what is not wanted, by ``agon audit``.

OpenEnv (RFC 008) reserves two checks for hubs, ``statistical.adversarial_floor`` and ``statistical.gameability_gap``, and loads
graders of others from the entry points ``openenv.validation.graders``. This module is loaded from there alone, where openenv is installed.

A package says in ``validation/agon.json`` what is audited::

    {"data": "validation/tasks.jsonl"}                                   # the started environment
    {"data": "validation/tasks.jsonl", "reward": "reward.py:score"}      # a function of Python, confined
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from pathlib import Path
from typing import Any

from openenv.validation.graders import Subject
from openenv.validation.manifest import NormalizedManifest
from openenv.validation.report import CheckResult
from openenv.validation.types import CheckStatus, Level, ProviderCapability

from agonlab.errors import ServerNotStarted
from agonlab.server import default_command

DECLARATION = "validation/agon.json"
"""Where a package says what is audited, beside the runtime plan that OpenEnv reads."""
TRIES, PLANTED, SEED = 1000, 0, 1
"""Texts that are tried, back doors that show how strong the search is, and the seed."""
LIMIT = 600.0
"""Seconds that an audit may take."""
GAMED = 3
"""The exit code of ``agon audit`` where a reward is gamed."""
KEYS = {"data", "want", "reward", "columns"}
NAME = re.compile(r"\w[\w .-]*")
"""Names of columns. What Agon reads as an option, a program or an address is none, since a package may be a stranger's."""


class NotAudited(Exception):
    """Why there is no audit; ``status`` is SKIP where the package or the run lacks something, and ERROR where something is wrong."""

    def __init__(self, why: str, status: CheckStatus = CheckStatus.ERROR) -> None:
        super().__init__(why)
        self.status = status


class AuditGrader:
    """What both checks share: the audit of a subject, which is made once."""

    check_id: str
    level = Level.STATISTICAL
    requires_capabilities: frozenset[str] = frozenset()
    requires_provider: frozenset[ProviderCapability] = frozenset()
    depends_on: tuple[str, ...] = ()

    def __init__(self, *, tries: int = TRIES, planted: int = PLANTED, seed: int = SEED, timeout: float = LIMIT) -> None:
        self._flags = ("--tries", str(tries), "--planted", str(planted), "--seed", str(seed))
        self._limit = timeout

    def applies_to(self, manifest: NormalizedManifest) -> bool:
        """Every package; one without a declaration is skipped with the reason."""
        return True

    def run(self, subject: Subject) -> CheckResult:
        """The check's result. Agon's sentence on what is wrong is its evidence where there is no audit."""
        started = time.monotonic()
        try:
            audit = audit_of(subject, self._flags, self._limit)
            status, measured, remediation = self.judged(audit, subject.manifest)
            evidence = [audit["finding"], *audit["caveats"]]
        except NotAudited as why:
            status, measured, evidence, remediation = why.status, {}, [str(why)], None
        return CheckResult(
            check_id=self.check_id,
            status=status,
            measured=measured,
            evidence=evidence,
            remediation=remediation,
            duration_s=time.monotonic() - started,
        )

    def judged(self, audit: dict[str, Any], manifest: NormalizedManifest) -> tuple[CheckStatus, dict[str, Any], str | None]:
        """Status, measured values and remediation by an audit."""
        raise NotImplementedError


class AdversarialFloor(AuditGrader):
    """The best pay that texts get without being right. It has to stay below the declared maximum by the declared margin."""

    check_id = "statistical.adversarial_floor"

    def judged(self, audit: dict[str, Any], manifest: NormalizedManifest) -> tuple[CheckStatus, dict[str, Any], str | None]:
        decided(audit)
        over = [one for one in audit["findings"] if one["fault"] == "over-payment"]
        most, margin = manifest.reward.range[1], manifest.reward.floor_margin
        worst = max(over, key=lambda one: one["pay"], default=None)
        measured = {
            "adversarial_floor": None if worst is None else worst["pay"],
            "maximum": most,
            "floor_margin": margin,
            "over_payments": [{key: one[key] for key in ("name", "pay", "want", "share", "example")} for one in over],
            **common(audit),
        }
        if worst is None or most - worst["pay"] >= margin:
            return CheckStatus.PASS, measured, None
        return CheckStatus.FAIL, measured, f"do not pay for {worst['name']}: {worst['why'] or 'the example shows it'}"


class GameabilityGap(AuditGrader):
    """How much of what is wanted the best paid text loses against an honest answer, a mean over tasks. It has to be 0."""

    check_id = "statistical.gameability_gap"

    def judged(self, audit: dict[str, Any], manifest: NormalizedManifest) -> tuple[CheckStatus, dict[str, Any], str | None]:
        decided(audit)
        gap = audit["gap"]
        if gap is None:
            raise NotAudited("no honest answer has a known want, so there is no gap: give honest answers in the data", CheckStatus.SKIP)
        measured = {"gameability_gap": gap, "dose": audit["dose"], **common(audit)}
        if gap["value"] <= 0:
            return CheckStatus.PASS, measured, None
        return CheckStatus.FAIL, measured, "pay the honest answer more than every text that is not wanted"


def decided(audit: dict[str, Any]) -> None:
    """Raises where nothing said what is wanted."""
    if audit["kind"] == "not decided":
        raise NotAudited(f"{audit['finding']} Give right answers in the data, or want in {DECLARATION}", CheckStatus.SKIP)


def common(audit: dict[str, Any]) -> dict[str, Any]:
    """What both checks report."""
    return {key: audit[key] for key in ("target", "kind", "strength")}


_last: tuple[Subject, tuple[str, ...], dict[str, Any] | NotAudited] | None = None
"""The audit that was made last, or why there is none, since both checks of a subject read it."""


def audit_of(subject: Subject, flags: tuple[str, ...], limit: float) -> dict[str, Any]:
    """What ``agon audit --json`` prints of a subject."""
    global _last
    if _last is None or _last[0] is not subject or _last[1] != flags:
        made: dict[str, Any] | NotAudited
        try:
            made = audited(command_of(subject, flags), subject.root, limit)
        except NotAudited as why:
            made = why
        _last = (subject, flags, made)
    if isinstance(_last[2], NotAudited):
        raise _last[2]
    return _last[2]


def command_of(subject: Subject, flags: tuple[str, ...]) -> list[str]:
    """The command that audits a subject. A package may name files of its own and columns, and nothing else."""
    declared = declaration(subject.root)
    data = inside(subject.root, declared["data"])
    columns = [word for name, own in declared.get("columns", {}).items() for word in ("--columns", f"{name}={own}")]
    if "reward" in declared:
        target = function(subject.root, declared["reward"])
    elif subject.running is None:
        raise NotAudited(f"the environment was not started, and {DECLARATION} names no reward", CheckStatus.SKIP)
    else:
        target = subject.running.base_url
    want = declared.get("want")
    return [
        *("audit", target, "--data", data, "--json", *flags),
        *columns,
        *(["--want", wanted(subject.root, want)] if want is not None else []),
    ]


def declaration(root: Path) -> dict[str, Any]:
    """What a package declares."""
    file = root / DECLARATION
    if not file.is_file():
        raise NotAudited(f'there is no {DECLARATION}: {{"data": "validation/tasks.jsonl"}} names tasks with right answers', CheckStatus.SKIP)
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise NotAudited(f"{DECLARATION} is no JSON: {error}") from None
    if not isinstance(read, dict) or not isinstance(read.get("data"), str):
        raise NotAudited(f"{DECLARATION} needs data, the file of its tasks")
    unknown = sorted(set(read) - KEYS)
    if unknown:
        raise NotAudited(f"{DECLARATION} has {unknown[0]}, and may have {', '.join(sorted(KEYS))}")
    for key in ("want", "reward"):
        if not isinstance(read.get(key, ""), str):
            raise NotAudited(f"{DECLARATION}: {key} is a text")
    columns = read.get("columns", {})
    if not isinstance(columns, dict) or not all(NAME.fullmatch(one) and isinstance(own, str) for one, own in columns.items()):
        raise NotAudited(f"{DECLARATION}: columns is a map of names")
    return read


def inside(root: Path, name: str) -> str:
    """A file of the package by its name there; links out of the package are refused too."""
    place = (root / name).resolve()
    if not place.is_relative_to(root.resolve()):
        raise NotAudited(f"{DECLARATION}: {name} lies out of the package")
    if not place.is_file():
        raise NotAudited(f"{DECLARATION}: there is no file {name} in the package")
    return str(place)


def wanted(root: Path, name: str) -> str:
    """What is wanted: a column of labels, or a function of the package."""
    return name if NAME.fullmatch(name) else function(root, name)


def function(root: Path, name: str) -> str:
    """A function of Python in the package, which Agon runs confined. Other kinds of rewards are not for strangers' packages."""
    file, colon, called = name.partition(".py:")
    if not colon or not called.isidentifier():
        raise NotAudited(f"{DECLARATION}: {name} is no function of Python in the package, such as reward.py:score")
    inside(root, f"{file}.py")
    return f"./{file}.py:{called}"


def audited(words: list[str], root: Path, limit: float) -> dict[str, Any]:
    """Runs Agon in the package's folder."""
    try:
        # The folder changes, so files of the command are named from the root.
        program = [os.path.abspath(word) if os.path.isfile(word) else word for word in default_command()]
        done = subprocess.run(
            [*program, *words],
            **{"check": False, "cwd": root, "stdin": subprocess.DEVNULL, "capture_output": True, "timeout": limit},
            **{"text": True, "encoding": "utf-8"},
        )
    except ServerNotStarted as error:
        raise NotAudited(str(error)) from None
    except OSError as error:
        raise NotAudited(f"Agon cannot be run: {error}") from None
    except subprocess.TimeoutExpired:
        raise NotAudited(f"the audit took longer than {limit:g} s") from None
    if done.returncode not in (0, GAMED):
        lines = [line.removeprefix("agon: ") for line in done.stderr.splitlines() if line.startswith("agon: ")]
        raise NotAudited("\n".join(lines) or done.stderr.strip() or f"the command ended with {done.returncode}")
    return json.loads(done.stdout)
