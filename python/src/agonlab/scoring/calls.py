"""How a reward function is called: as TRL, verl and verifiers call theirs, told by the names of its parameters."""

import ast
import asyncio
import inspect
import json
import math
import textwrap


class Refused(Exception):
    """What a user did that cannot be, in a sentence; with names that are there instead."""

    def __init__(self, what, names=()):
        super().__init__(what)
        self.names = list(names)


LOOP = asyncio.new_event_loop()


def done(value):
    """What a call returns, also where it is to be awaited."""
    if not inspect.isawaitable(value):
        return value

    async def wait():
        return await value

    return LOOP.run_until_complete(wait())


def gathered(values):
    """The same for several calls, which are awaited together."""
    waiting = [k for k, value in enumerate(values) if inspect.isawaitable(value)]
    if waiting:

        async def wait():
            return await asyncio.gather(*(values[k] for k in waiting))

        for k, value in zip(waiting, LOOP.run_until_complete(wait())):
            values[k] = value
    return values


def parameters_of(function):
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        raise Refused("is no function whose parameters can be read") from None


def is_rest(parameter):
    return parameter.kind == parameter.VAR_KEYWORD


def is_needed(parameter):
    return parameter.default is parameter.empty and parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)


def is_rubric(found):
    return not inspect.isclass(found) and (hasattr(found, "rubrics") or (hasattr(found, "funcs") and hasattr(found, "weights")))


def reading_of(found, said):
    """The signature that an object has: the one that is said, or the one that its parameters tell."""
    if said is not None:
        if (said == "verifiers") != is_rubric(found):
            raise Refused(f"is {'no' if said == 'verifiers' else 'a'} rubric of verifiers")
        return said
    if is_rubric(found):
        return "verifiers"
    if not callable(found):
        raise Refused(f"is {type(found).__name__}, and no function")
    names = parameters_of(found)
    readings = [
        *(["trl"] if "completions" in names else []),
        *(["verl"] if "solution_str" in names or "solution_strs" in names else []),
    ]
    if len(readings) == 1:
        return readings[0]
    shown = ", ".join(f"{'**' if is_rest(one) else ''}{name}" for name, one in names.items())
    which = "may be read in two ways" if readings else "is neither TRL's nor verl's"
    raise Refused(f"takes ({shown}), which {which}: say --signature trl, verl or verifiers")


def messages_in(text):
    """A conversation where a text is one as JSON, else the text."""
    if not text.startswith("[{"):
        return text
    try:
        found = json.loads(text)
    except ValueError:
        return text
    is_list = isinstance(found, list) and all(isinstance(one, dict) and "role" in one and "content" in one for one in found)
    return found if is_list else text


def last_text(text):
    """The text of a conversation's last message."""
    found = messages_in(text)
    content = text if found is text else found[-1]["content"]
    return content if isinstance(content, str) else json.dumps(content)


def number_of(value, text):
    if value is None:
        return None
    about = f" of the answer {text[:60]!r}"
    if isinstance(value, (str, bytes)):
        raise Refused(f"returned {value[:60]!r}, which is no number,{about}")
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise Refused(f"returned {type(value).__name__}, which is no number,{about}") from None
    if math.isinf(number):
        raise Refused(f"returned {number}, which is not finite,{about}")
    return number


def told(values, texts):
    """The answer of a batch: NaN is not scored, as None is, and is counted."""
    numbers = [number_of(value, text) for value, text in zip(values, texts)]
    odd = sum(number is not None and math.isnan(number) for number in numbers)
    return {"scores": [None if number is None or math.isnan(number) else number for number in numbers], "odd": odd}


def list_of(result, count):
    if isinstance(result, (str, bytes, dict)) or not hasattr(result, "__iter__"):
        raise Refused(f"returned {type(result).__name__} for {count} answers, and no list of numbers")
    values = list(result)
    if len(values) != count:
        raise Refused(f"returned {len(values)} score{'' if len(values) == 1 else 's'} for {count} answers")
    return values


def taken_from(function, rest):
    """Names that a function takes out of its further keyword arguments; None where it, or what wraps it, may take any."""
    if hasattr(function, "__wrapped__"):
        return None
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return None
    names, known = set(), set()

    def take(holder, key):
        if isinstance(holder, ast.Name) and holder.id == rest and isinstance(key, ast.Constant) and isinstance(key.value, str):
            names.add(key.value)
            known.add(id(holder))

    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "pop") and node.args:
                take(node.func.value, node.args[0])
            if isinstance(node.func, ast.Name) and node.func.id in ("locals", "vars", "eval", "exec"):
                return None
        elif isinstance(node, ast.Subscript):
            # Before Python 3.9 the key lies one deeper.
            take(node.value, node.slice if isinstance(node.slice, ast.Constant) else getattr(node.slice, "value", None))
    unknown = any(isinstance(node, ast.Name) and node.id == rest and id(node) not in known for node in ast.walk(tree))
    return None if unknown else names


class Trl:
    """Lists in, a list out: `prompts`, `completions`, and every column by its name."""

    def __init__(self, function, columns):
        self.function = function
        self.parameters = parameters_of(function)
        given = {"prompts", "completions", *columns}
        self.needs = [name for name, one in self.parameters.items() if is_needed(one) and name not in given]
        named = {name for name, one in self.parameters.items() if not is_rest(one)}
        self.rest = next((name for name, one in self.parameters.items() if is_rest(one)), None)
        taken = set() if self.rest is None else taken_from(function, self.rest)
        self.fields = None if taken is None else [name for name in columns if name in named | taken]

    def scores(self, request):
        texts = request["completions"]
        given = {
            **request["fields"],
            "prompts": [messages_in(text) for text in request["prompts"]],
            "completions": [messages_in(text) for text in texts],
        }
        accepted = given if self.rest is not None else {name: given[name] for name in self.parameters if name in given}
        return told(list_of(done(self.function(**accepted)), len(texts)), texts)


class Verl:
    """`data_source`, `solution_str`, `ground_truth`, `extra_info` of one answer; or lists of these by plural names."""

    NAMES = ("data_source", "solution_str", "ground_truth", "extra_info")
    PLURAL = ("data_sources", "solution_strs", "ground_truths", "extra_infos")

    def __init__(self, function, columns):
        self.function = function
        parameters = parameters_of(function)
        self.isMany = "solution_strs" in parameters
        names = self.PLURAL if self.isMany else self.NAMES
        self.isNamed = names[1] in parameters
        accepted = list(parameters) if self.isNamed else list(self.NAMES)[: len(parameters)]
        self.names = [name for name in names if name in accepted]
        self.fields = [name for name in ("data_source", "ground_truth", "reward_model", "extra_info") if name in columns]
        given = {"data_source": "data_source", "ground_truth": "ground_truth", "reward_model": "ground_truth", "extra_info": "extra_info"}
        known = {given[name] for name in self.fields} | {"solution_str"}
        needed = {name for name, one in parameters.items() if is_needed(one)} if self.isNamed else set(self.names)
        singular = dict(zip(names, self.NAMES))
        # verl itself gives no further information where a row has none.
        self.needs = [singular[name] for name in self.names if name in needed and singular[name] not in known | {"extra_info"}]
        self.needs += [name for name in needed if self.isNamed and name not in names]

    def column(self, fields, name, count):
        if name in fields:
            return fields[name]
        models = fields.get("reward_model") if name == "ground_truth" else None
        return [None] * count if models is None else [one.get("ground_truth") if isinstance(one, dict) else None for one in models]

    def scores(self, request):
        texts = [last_text(text) for text in request["completions"]]
        columns = {name: texts if name == "solution_str" else self.column(request["fields"], name, len(texts)) for name in self.NAMES}
        rows = [columns[name] for name in (self.names if not self.isMany else [self.NAMES[self.PLURAL.index(one)] for one in self.names])]
        if self.isMany:
            values = list_of(done(self.function(**dict(zip(self.names, rows)))), len(texts))
        else:
            values = gathered([self.one(row) for row in zip(*rows)])
        return told([self.score_in(value) for value in values], texts)

    def one(self, row):
        return self.function(**dict(zip(self.names, row))) if self.isNamed else self.function(*row)

    @staticmethod
    def score_in(value):
        if not isinstance(value, dict):
            return value
        if "score" not in value:
            raise Refused("returned a dict without a score")
        return value["score"]


class Verifiers:
    """The weighed sum of a rubric's functions. They are called one by one, as the rubric itself takes a mistake of theirs for 0."""

    GIVEN = ("prompt", "completion", "answer", "state", "task", "info")
    GROUPS = {"prompts", "completions", "answers", "states", "tasks", "infos"}

    def __init__(self, rubric, columns):
        self.functions = self.parts_of(rubric)
        if not self.functions:
            raise Refused("has no function")
        fields = set()
        for function, _, _ in self.functions:
            parameters = parameters_of(function)
            if self.GROUPS & set(parameters):
                raise Refused(f"scores answers together by {function.__name__}, and answers are scored one by one here")
            fields |= set(parameters)
            if "state" in parameters or any(is_rest(one) for one in parameters.values()):
                fields = {*columns, *fields}
        self.needs = ["answer"] if "answer" in fields and "answer" not in columns else []
        self.fields = [name for name in columns if name in fields]

    def parts_of(self, rubric):
        if hasattr(rubric, "rubrics"):
            return [part for one in rubric.rubrics for part in self.parts_of(one)]
        own = dict(getattr(rubric, "class_objects", {}))
        # Functions of weight 0 are measures of an episode, and no part of the reward.
        return [(function, weight, own) for function, weight in zip(rubric.funcs, rubric.weights) if weight != 0]

    def scores(self, request):
        columns = request["fields"]
        texts = request["completions"]
        values = [
            self.sum_of(messages_in(prompt), messages_in(text), {name: column[k] for name, column in columns.items()})
            for k, (prompt, text) in enumerate(zip(request["prompts"], texts))
        ]
        return told(values, texts)

    def sum_of(self, prompt, completion, row):
        usual = {"answer": row.get("answer", ""), "task": row.get("task", "default"), "info": row.get("info", {})}
        step = {"prompt": prompt, "completion": completion, "reward": None, "is_truncated": False, "extras": {}}
        state = {**row, **usual, "prompt": prompt, "completion": completion, "trajectory": [step], "is_completed": True}
        total = 0.0
        for function, weight, own in self.functions:
            given = {**{name: state[name] for name in self.GIVEN if name != "state"}, "state": state, **own}
            parameters = parameters_of(function)
            if not any(is_rest(one) for one in parameters.values()):
                given = {name: value for name, value in given.items() if name in parameters}
            score = number_of(done(function(**given)), completion if isinstance(completion, str) else json.dumps(completion))
            if score is None or math.isnan(score):
                return None
            total += weight * score
        return total


CALLS = {"trl": Trl, "verl": Verl, "verifiers": Verifiers}
