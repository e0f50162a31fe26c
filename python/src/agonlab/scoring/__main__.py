"""Scores texts by a reward function of a user, as it stands.

Reads JSON Lines on the standard input and answers each with a line: first what is to be called, then batches of texts. What the function
prints goes to the standard error. Network and files are closed to it; what it tries there is refused, and told.
"""

import hashlib
import importlib
import importlib.util
import itertools
import json
import os
import sys
import threading
import time
import traceback

# Answers alone go to the standard output, also where the function or a library in C prints.
ANSWERS = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)

HERE = os.path.dirname(os.path.abspath(__file__))
if HERE not in sys.path:
    sys.path.insert(0, HERE)

from calls import CALLS, Refused, reading_of  # noqa: E402
from closed_doors import Doors  # noqa: E402


def answer(message):
    ANSWERS.write(json.dumps(message, allow_nan=False).encode() + b"\n")
    ANSWERS.flush()


def is_own(file):
    """Whether code is neither Python's, nor installed, nor of this folder."""
    installed = tuple(folder + os.sep for folder in {HERE, sys.prefix, sys.base_prefix})
    return not file.startswith(("<", *installed)) and "site-packages" not in file


def at(file, line):
    return f" ({os.path.basename(file)}:{line})"


def fault_of(error):
    """What was raised, and where in code that is not installed, in a line."""
    if isinstance(error, Refused):
        return str(error)
    said = traceback.format_exception_only(type(error), error)[-1].strip()
    if isinstance(error, SyntaxError) and error.filename:
        return f"raised {said}{at(error.filename, error.lineno)}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if is_own(frame.filename)]
    return f"raised {said}{at(frames[-1].filename, frames[-1].lineno) if frames else ''}"


class Watch:
    """Ends this process where a call takes too long, and says where it stood; and where the process that began it is gone."""

    def __init__(self, parent):
        self.main = threading.main_thread().ident
        self.parent = parent
        self.until = None
        self.seconds = 0
        threading.Thread(target=self.look, daemon=True).start()

    def begin(self, seconds):
        self.seconds = seconds
        self.until = time.monotonic() + seconds

    def end(self):
        self.until = None

    def look(self):
        while os.getppid() == self.parent:
            until = self.until
            time.sleep(0.05 if until is not None and until - time.monotonic() < 1 else 0.5)
            if until is None or until != self.until or time.monotonic() < until:
                continue
            frame = sys._current_frames().get(self.main)
            while frame is not None and not is_own(frame.f_code.co_filename):
                frame = frame.f_back
            where = "" if frame is None else at(frame.f_code.co_filename, frame.f_lineno)
            answer({"error": f"has not ended after {self.seconds:g} s{where}", "late": True})
            os._exit(3)
        os._exit(1)


def loaded(request):
    """The object that is named, and the files of the user that were loaded for it, with hashes of their content."""
    for folder in reversed(request["roots"]):
        if folder not in sys.path:
            sys.path.insert(0, folder)
    if request["environment"]:
        found = importlib.import_module("verifiers")
        if not hasattr(found, "load_environment"):
            raise Refused("is asked for by its name, and this version of verifiers has no load_environment: python -m pip install 'verifiers<0.2'")
        return found.load_environment(request["object"])
    if request["file"] is None:
        found = importlib.import_module(request["module"])
    else:
        name = os.path.splitext(os.path.basename(request["file"]))[0]
        spec = importlib.util.spec_from_file_location(name, request["file"])
        found = importlib.util.module_from_spec(spec)
        sys.modules[name] = found
        spec.loader.exec_module(found)
    for part in request["object"].split("."):
        if not hasattr(found, part):
            names = [name for name, value in vars(found).items() if callable(value) and not name.startswith("_")]
            raise Refused(f"has no {part!r}", names)
        found = getattr(found, part)
    return found


def files_of(roots):
    """Files of the user that are loaded, with hashes of their content."""
    own = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    inside = sorted(file for file in own if file and is_own(file) and any(file.startswith(root + os.sep) for root in roots))
    found = []
    for file in inside:
        with open(file, "rb") as content:
            found.append([file, hashlib.sha256(content.read()).hexdigest()])
    return found


def tasks_of(environment, count):
    """The first tasks of an environment of verifiers: those of training, or of evaluation where it has no others."""
    try:
        data = environment.get_dataset()
    except (AttributeError, ValueError):
        data = environment.get_eval_dataset()
    # What JSON has no form for is of no use to a reward that is given it as JSON.
    return {"rows": json.loads(json.dumps(list(itertools.islice(data, count)), default=str))}


def opened(request):
    """What is called, and the answer that says how."""
    found = loaded(request)
    if request["environment"]:
        if request["tasks"] > 0:
            return None, tasks_of(found, request["tasks"])
        found = found.rubric
    reading = reading_of(found, request["signature"])
    call = CALLS[reading](found, request["columns"])
    about = {"signature": reading, "needs": call.needs, "fields": call.fields, "files": files_of(request["roots"])}
    return call, {**about, "python": f"{sys.version} {sys.prefix}"}


def main():
    requests = os.fdopen(os.dup(0), "rb")
    # Programs that the function starts do not read what is meant for this one.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    watch = Watch(os.getppid())
    call = None
    doors = None
    for line in requests:
        request = json.loads(line)
        watch.begin(request["seconds"])
        try:
            if request["kind"] == "open":
                doors = Doors(request["roots"])
                call, told = opened(request)
            else:
                told = call.scores(request)
        except (Exception, SystemExit) as error:
            traceback.print_exc()
            told = {
                "error": fault_of(error),
                "names": getattr(error, "names", []),
                "missing": getattr(error, "name", None) if isinstance(error, ImportError) else None,
            }
        watch.end()
        told["refused"] = doors.tried()
        answer(told)


main()
