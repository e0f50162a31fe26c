"""Environments of Gymnasium and PettingZoo in one form: players, their numbers, and the numbers of their info."""

import difflib
import importlib
import numbers
import re

import numpy as np
from numbered_spaces import Refused, acted, observed

MASK = "action_mask"
TURN = "turn"


def maker(framework, name, arguments):
    """A function that makes the environment."""
    refuse_path(name)
    return (_gymnasium if framework == "gymnasium" else _pettingzoo)(name, arguments)


def refuse_path(name):
    """Raises a Refused for the path of a file, which says how its module is named."""
    path, _, rest = name.partition(":")
    if not re.search(r"\.py$|^\.{1,2}[/\\\\]", path):
        return
    module = ".".join(part for part in re.split(r"[/\\\\]", re.sub(r"\.py$", "", path)) if part not in ("", ".", ".."))
    raise Refused(f"{name} is a path; a module is named without .py, from the experiment's folder: {module}:{rest or 'NAME'}")


def _missing(module, loaded, rest):
    """What a module has in the place of a name that it lacks."""
    import gymnasium

    has = [key for key, value in vars(loaded).items() if isinstance(value, type) and issubclass(value, gymnasium.Env) and value is not gymnasium.Env]
    has += [key for key, spec in gymnasium.registry.items() if str(spec.entry_point).startswith(f"{module}:")]
    near = difflib.get_close_matches(rest.lower(), [key.lower() for key in has], 1)
    close = next((key for key in has if near and key.lower() == near[0]), None)
    hint = f'; did you mean "{module}:{close}"?' if close else f"; it has {', '.join(has[:12])}" if has else ""
    return Refused(f"the module {module} has no {rest}, and registers none{hint}")


def _gymnasium(name, arguments):
    import gymnasium

    module, _, rest = name.partition(":")
    if rest:
        loaded = importlib.import_module(module)
        own = getattr(loaded, rest, None)
        if callable(own) and rest not in gymnasium.registry:
            return lambda **more: _single(own(**arguments, **more), name)
        registered = {key for one in gymnasium.registry for key in (one, re.sub(r"-v\d+$", "", one))}
        if re.sub(r"-v\d+$", "", rest) not in registered:
            raise _missing(module, loaded, rest)
    gymnasium.spec(rest or name)
    return lambda **more: gymnasium.make(name, disable_env_checker=True, **arguments, **more)


def _single(env, name):
    import gymnasium

    if not isinstance(env, gymnasium.Env):
        raise Refused(f"{name} makes {type(env).__name__}, which is no gymnasium.Env")
    return env


def _pettingzoo(name, arguments):
    from pettingzoo import AECEnv, ParallelEnv

    module, _, rest = name.partition(":")
    loaded = importlib.import_module(module)
    made_by = rest or ("parallel_env" if hasattr(loaded, "parallel_env") or not hasattr(loaded, "env") else "env")
    own = getattr(loaded, made_by, None)
    if not callable(own):
        raise Refused(f"the module {module} has no {made_by}{'' if rest else ', and no env'}")

    def make(**more):
        env = own(**arguments, **more)
        if isinstance(env, AECEnv):
            return _at_once(env)
        if not isinstance(env, ParallelEnv):
            raise Refused(f"{name} makes {type(env).__name__}, which is no pettingzoo.ParallelEnv and no AECEnv")
        return env

    return make


def _at_once(env):
    """An AEC environment by PettingZoo's own conversion: round by round where it says that it may be, and else turn by turn."""
    from pettingzoo.utils import conversions

    is_round = env.metadata.get("is_parallelizable", False)
    odd = next((agent for agent in env.possible_agents if not isinstance(agent, str)), None)
    if is_round and odd is not None:
        raise Refused(f"an agent is called {odd!r}, and pettingzoo's aec_to_parallel takes texts alone; call it {str(odd)!r}")
    return (conversions.aec_to_parallel if is_round else conversions.turn_based_aec_to_parallel)(env)


def turn_of(env):
    """The agent that acts next in an environment that is played turn by turn; None where none does."""
    return env.aec_env.agent_selection if env.agents else None


def _has_turns(env):
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

    return isinstance(env, turn_based_aec_to_parallel_wrapper)


class Plan:
    """What all copies of an environment share: players, fields, actions and keys of info."""

    def __init__(self, framework, env):
        self.single = framework == "gymnasium"
        self.players = ["player"] if self.single else [str(agent) for agent in env.possible_agents]
        self.agents = [None] if self.single else list(env.possible_agents)
        if not self.agents:
            raise Refused("it has no possible_agents")
        sees = [env.observation_space if self.single else env.observation_space(agent) for agent in self.agents]
        acts = [env.action_space if self.single else env.action_space(agent) for agent in self.agents]
        for what, own in (("sees", sees), ("does", acts)):
            odd = next((k for k, space in enumerate(own) if space != own[0]), None)
            if odd is not None:
                hint = "wrap it so that all have the same space, as supersuit.pad_observations_v0 and pad_action_space_v0 do"
                raise Refused(f"what {self.players[odd]} {what} is {own[odd]}, and what {self.players[0]} {what} is {own[0]}; {hint}")
        self.fields, self.size, self.write = observed(sees[0])
        self.action, self.action_size, self.make_action = acted(acts[0])
        self.turns = not self.single and _has_turns(env)
        if self.turns:
            if any(field["name"] == TURN for field in self.fields):
                raise Refused(f"an observation has a part {TURN!r}, a name that is taken for the agent in turn; call it otherwise")
            self.turn_at = self.size
            self.fields.append({"name": TURN, "size": 1, "low": 0, "high": 1})
            self.size += 1
        self.declare([])
        # A mask that stands in the observation is a field already.
        choices = self.action.get("choices")
        places = {field["name"]: field["size"] for field in self.fields}
        self.masked = places.get(MASK) == choices if choices is not None else False
        self.info_mask = False

    def declare(self, keys):
        self.keys = list(keys)
        self.known = frozenset(keys)

    @property
    def own(self):
        """Numbers of one player in a record."""
        return 2 + len(self.keys) + self.size

    @property
    def length(self):
        """Numbers of a record."""
        return 2 + len(self.agents) * self.own

    def add_mask(self):
        """Which actions are legal stands in info: it becomes the last field."""
        choices = self.action["choices"]
        self.fields.append({"name": MASK, "size": choices, "low": 0, "high": 1})
        self.size += choices
        self.info_mask = self.masked = True


class Copy:
    """One copy of the environment, and the episode that is played in it."""

    def __init__(self, env, plan):
        self.env = env
        self.plan = plan
        # What the last step's info has under keys that are no channels.
        self.unknown = set()

    def reset(self, seed, record):
        """Begins an episode, and writes its record: [status, numbers of info without a channel], then of each player [reward, presence,
        numbers of info, observation]."""
        seen, info = self.env.reset(seed=seed)
        if self.plan.single:
            self._write(record, 0, (0.0,), (True,), (seen,), (info,))
        else:
            present = [agent in seen for agent in self.plan.agents]
            self._write(record, 0, [0.0] * len(present), present, self._each(seen), self._each(info))

    def step(self, actions, record):
        """Takes a step, and writes its record. `actions` are the numbers of all players, one after the other."""
        plan = self.plan
        if plan.single:
            seen, reward, terminated, truncated, info = self.env.step(plan.make_action(actions))
            self._write(record, (1 if terminated else 0) + (2 if truncated else 0), (reward,), (True,), (seen,), (info,))
            return
        size = plan.action_size
        done = {
            agent: plan.make_action(actions[k * size : (k + 1) * size])
            for k, agent in enumerate(plan.agents)
            if agent in self.env.agents
        }
        seen, rewards, terminated, truncated, infos = self.env.step(done)
        if plan.turns:
            # The conversion says so, and the field of turns does too.
            infos = {agent: {key: one for key, one in info.items() if key != "active_agent"} for agent, info in infos.items()}
        present = [agent in done for agent in plan.agents]
        status = 0
        if not self.env.agents:
            status = int(any(terminated.values())) + 2 * int(any(truncated.values())) or 1
        paid = [rewards.get(agent, 0.0) for agent in plan.agents]
        self._write(record, status, paid, present, self._each(seen), self._each(infos))

    def _each(self, by_agent):
        return [by_agent.get(agent) for agent in self.plan.agents]

    def _write(self, record, status, rewards, present, seen, infos):
        plan = self.plan
        unknown = self.unknown = set()
        record[0] = status
        record[1] = 0
        turn = turn_of(self.env) if plan.turns else None
        at = 2
        for agent, reward, there, one, info in zip(plan.agents, rewards, present, seen, infos):
            record[at] = number_of(reward, "the reward" if plan.single else f"the reward of {agent}")
            record[at + 1] = there
            place = at + 2
            if info:
                for key, _ in flat(info):
                    if key not in plan.known:
                        record[1] += 1
                        unknown.add(key)
            for key in plan.keys:
                record[place] = number_at(info, key) if info else 0
                place += 1
            if one is None:
                record[place : place + plan.size] = 0
            else:
                plan.write(one, record[place : place + plan.size])
                if plan.turns:
                    record[place + plan.turn_at] = agent == turn
                if plan.info_mask:
                    mask = None if info is None else info.get(MASK)
                    record[place + plan.size - plan.action["choices"] : place + plan.size] = 1 if mask is None else mask
            at += plan.own


def flat(info, path=""):
    """Numbers and truth values of info by their keys, those of dictionaries within by `outer.inner`; the mask is none of them."""
    for key, value in info.items():
        if not isinstance(key, str) or key == MASK:
            continue
        if isinstance(value, dict):
            yield from flat(value, f"{path}{key}.")
        elif isinstance(value, (bool, np.bool_, numbers.Real, np.integer, np.floating)):
            yield f"{path}{key}", value
        elif isinstance(value, np.ndarray) and value.size == 1 and value.dtype.kind in "biuf":
            yield f"{path}{key}", value.reshape(-1)[0]


def odd(info, path=""):
    """What info has beside numbers, by its keys, as a text."""
    for key, value in info.items():
        if isinstance(key, str) and key != MASK:
            yield from odd(value, f"{path}{key}.") if isinstance(value, dict) else [(f"{path}{key}", value)]


def number_at(info, path):
    """The number under a key; 0 where this step's info has none."""
    if path in info:
        value = info[path]
    else:
        value = info
        for key in path.split("."):
            value = value.get(key) if isinstance(value, dict) else None
            if value is None:
                return 0.0
    return number_of(value, f"info[{path!r}]")


def number_of(value, what):
    """A number, also one that stands alone in an array. Raises a Refused, which says what it is, for anything else."""
    one = value.reshape(-1)[0] if isinstance(value, np.ndarray) and value.size == 1 else value
    try:
        return float(one)
    except (TypeError, ValueError):
        shape = f" of shape {value.shape}" if isinstance(value, np.ndarray) else ""
        raise Refused(f"{what} is {' '.join(repr(value).split()):.60}{shape}, and no number") from None
