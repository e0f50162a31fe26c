"""What an environment is, by playing a few episodes at random; and the checks that its framework brings."""

import hashlib
import importlib.metadata
import os
import platform
import re
import sys
import sysconfig
import warnings

import numpy as np
from numbered_spaces import Refused
from played_environments import MASK, flat, number_of, odd

# Episodes, and steps of each, that are looked at.
SEEDS = (11, 12, 13)
STEPS = 400


def look(copy, request):
    """Everything that Agon declares of the world. Keys of info are those that are met, and those that are named beside."""
    plan, env = copy.plan, copy.env
    # What is imported by the first episode belongs to the source.
    copy.reset(SEEDS[0], np.zeros(plan.length))
    about = {"versions": _versions(request["framework"]), "source": _source(env)}
    known = request["known"]
    if known is not None:
        plan.declare(known["keys"])
        if known["mask"]:
            plan.add_mask()
        return about
    named = request["info"] or []
    keys = {}
    others = {}
    raised = []
    ended = False
    for seed in SEEDS:
        begun, error, ends = _episode(copy, seed, (keys, others), request["horizon"] or STEPS)
        ended = ended or ends
        raised += [error] if error is not None else []
        if not plan.masked and begun is not None and len(begun) == plan.action.get("choices"):
            plan.add_mask()
    # An episode of a run that raises something counts as failed; an environment that always does cannot be played.
    if len(raised) == len(SEEDS):
        raise raised[0]
    for key in named:
        if key in others and key not in keys:
            number_of(others[key], f"info[{key!r}]")
            raise Refused(f"info[{key!r}] is no number")
    plan.declare(sorted({*keys, *named}))
    twins = {key: twin for key, twin in _twins(keys).items() if key not in named}
    spec = getattr(env, "spec", None)
    return {
        "players": plan.players,
        "horizon": getattr(spec, "max_episode_steps", None),
        "action": plan.action,
        "fields": plan.fields,
        "ends": ended,
        "info": [{"key": key, **(keys[key].found() if key in keys else Seen.NOTHING), **twins.get(key, {})} for key in plan.keys],
        "met": sorted(keys),
        "turns": plan.turns,
        "mask": plan.masked,
        "infoMask": plan.info_mask,
        **about,
    }


def _twins(keys):
    """Numbers within a part of info that stand outside of it too, by the same name and with the same values."""
    twins = {}
    for key in keys:
        for other in {key.rpartition(".")[2], key.replace(".", "_")} - {key}:
            if other in keys and keys[other].trail == keys[key].trail and len(set(keys[key].trail)) > 1:
                twins[key] = {"same": other}
    return twins


def _episode(copy, seed, found, steps):
    """An episode of actions drawn at random: the mask of its beginning, what it raised, and whether it ended by itself. `found` notes the
    numbers of info by their keys, and what else it has."""
    keys, others = found
    plan = copy.plan
    rng = np.random.default_rng(seed)
    record = np.zeros(plan.length)
    infos = []
    numbers = []
    write = copy._write

    def noted(into, status, rewards, present, seen, given):
        infos.append(given)
        for info in given:
            others.update(odd(info or {}))
        # A dictionary may be the same at every step.
        numbers.append([None if info is None else dict(flat(info)) for info in given])
        write(into, status, rewards, present, seen, given)

    copy._write = noted
    raised = None
    try:
        copy.reset(seed, record)
        mask = next((info[MASK] for info in infos[0] if info and info.get(MASK) is not None), None)
        while len(infos) <= min(steps, STEPS) and record[0] == 0 and raised is None:
            try:
                copy.step(_drawn(plan, rng, record, infos[-1]), record)
            except Exception as error:
                raised = error
    finally:
        del copy._write
    for steps_of_one in zip(*numbers):
        for key in {key for step in steps_of_one if step for key in step}:
            keys.setdefault(key, Seen()).add([step.get(key) for step in steps_of_one if step is not None], key in (steps_of_one[0] or ()))
    return None if mask is None else np.ravel(mask), raised, raised is None and bool(record[0] != 0)


class Seen:
    """What is known of a number of info."""

    NOTHING = {"truth": False, "begins": False, "event": False, "grows": False}

    def __init__(self):
        self.truth = self.binary = True
        self.begins = self.returns = self.rises = self.falls = False
        self.trail = []

    def add(self, values, begins):
        """The values of one player in an episode; None where the key is missing, which counts as 0."""
        given = [value for value in values if value is not None]
        whole = [0.0 if value is None else float(value) for value in values]
        self.trail += whole
        first = next(k for k, value in enumerate(values) if value is not None)
        self.truth = self.truth and all(isinstance(value, (bool, np.bool_)) for value in given)
        self.begins = self.begins or begins
        self.binary = self.binary and set(whole) <= {0.0, 1.0}
        up = whole.index(1.0) if 1.0 in whole else None
        # What is 1 from the beginning, as of one that lives, does not fall back.
        self.returns = self.returns or bool(up) and 0.0 in whole[up:]
        # What rises in the last step alone is not paid again.
        self.rises = self.rises or any(a < b for a, b in zip(whole[first:-1], whole[first + 1 : -1]))
        self.falls = self.falls or any(b < a for a, b in zip(whole[first:], whole[first + 1 :])) or min(whole) < 0

    def found(self):
        grows = bool(self.rises and not self.falls and not self.truth)
        return {"truth": self.truth, "begins": self.begins, "event": bool(self.binary and self.returns), "grows": grows}


def _drawn(plan, rng, record, infos):
    numbers = []
    for k in range(len(plan.agents)):
        choices = plan.action.get("choices")
        if choices is None:
            numbers.extend(rng.uniform(plan.action["low"], plan.action["high"]))
            continue
        mask = (infos[k] or {}).get(MASK) if infos[k] else None
        if mask is None and plan.masked:
            at = 0
            for field in plan.fields:
                if field["name"] == MASK:
                    begin = 2 + (k + 1) * plan.own - plan.size + at
                    mask = record[begin : begin + choices]
                at += field["size"]
        legal = np.arange(choices) if mask is None else np.flatnonzero(np.ravel(mask))
        numbers.append(rng.choice(legal) if len(legal) > 0 else rng.integers(choices))
    return numbers


def _versions(framework):
    versions = {"python": platform.python_version()}
    for name in (framework, "numpy"):
        versions[name] = importlib.metadata.version(name)
    return versions


def _source(env):
    """A hash of the code that is the user's own, and of the packages that the environment comes from with their versions."""
    installed = [os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    here = os.path.dirname(os.path.realpath(__file__))
    files = set()
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and os.path.isfile(file):
            files.add(os.path.realpath(file))
    parts = []
    for file in files:
        if not any(file.startswith(folder + os.sep) for folder in (*installed, here)):
            with open(file, "rb") as code:
                parts.append(hashlib.sha256(code.read()).hexdigest())
    package = type(env.unwrapped).__module__.partition(".")[0]
    for name in importlib.metadata.packages_distributions().get(package, []):
        parts.append(f"{name} {importlib.metadata.version(name)}")
    return hashlib.sha256("\n".join(sorted(set(parts))).encode()).hexdigest()[:16]


def checked(framework, make):
    """What the framework's own checks find wrong, and what they warn of."""
    faults = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        env = make()
        try:
            if framework == "gymnasium":
                from gymnasium.utils.env_checker import check_env

                check_env(env.unwrapped, skip_render_check=True)
            elif hasattr(env, "aec_env"):
                from pettingzoo.test import api_test

                api_test(env.aec_env, num_cycles=100)
            else:
                from pettingzoo.test import parallel_api_test

                parallel_api_test(env, num_cycles=100)
        except (Exception, SystemExit) as error:
            faults.append(f"{type(error).__name__}: {error}".strip())
        finally:
            env.close()
    said = {re.sub(r"\x1b\[\d+m|WARN: ", "", str(one.message)) for one in caught if issubclass(one.category, UserWarning)}
    return {"faults": faults, "warnings": sorted(said)}
