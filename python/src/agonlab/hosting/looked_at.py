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
from played_environments import MASK, flat

# Episodes, and steps of each, that are looked at.
SEEDS = (11, 12, 13)
STEPS = 400


def look(copy, request):
    """Everything that Agon declares of the world. Keys of info are those that are named, or those that are met."""
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
    named = request["info"]
    keys = {}
    raised = []
    for seed in SEEDS:
        begun, error = _episode(copy, seed, keys, request["horizon"] or STEPS)
        raised += [error] if error is not None else []
        if not plan.masked and begun is not None and len(begun) == plan.action.get("choices"):
            plan.add_mask()
    # An episode of a run that raises something counts as failed; an environment that always does cannot be played.
    if len(raised) == len(SEEDS):
        raise raised[0]
    plan.declare(sorted(keys) if named is None else named)
    spec = getattr(env, "spec", None)
    return {
        "players": plan.players,
        "horizon": getattr(spec, "max_episode_steps", None),
        "action": plan.action,
        "fields": plan.fields,
        "info": [
            {"key": key, "truth": keys.get(key, {}).get("truth", False), "begins": keys.get(key, {}).get("begins", False)}
            for key in plan.keys
        ],
        "mask": plan.masked,
        "infoMask": plan.info_mask,
        **about,
    }


def _episode(copy, seed, keys, steps):
    """Keys that an episode of actions drawn at random has; the mask of its beginning; and what it raised."""
    plan = copy.plan
    rng = np.random.default_rng(seed)
    record = np.zeros(plan.length)
    infos = []
    write = copy._write

    def noted(into, status, rewards, present, seen, given):
        infos.append(given)
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
    for k, step in enumerate(infos):
        for info in step:
            for key, value in flat(info or {}):
                known = keys.setdefault(key, {"truth": True, "begins": False})
                known["truth"] = known["truth"] and isinstance(value, (bool, np.bool_))
                known["begins"] = known["begins"] or k == 0
    return None if mask is None else np.ravel(mask), raised


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
            else:
                from pettingzoo.test import parallel_api_test

                parallel_api_test(env, num_cycles=100)
        except (Exception, SystemExit) as error:
            faults.append(f"{type(error).__name__}: {error}".strip())
        finally:
            env.close()
    said = {re.sub(r"\x1b\[\d+m|WARN: ", "", str(one.message)) for one in caught if issubclass(one.category, UserWarning)}
    return {"faults": faults, "warnings": sorted(said)}
