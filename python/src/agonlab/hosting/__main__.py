"""Environments of Gymnasium and PettingZoo as worlds of Agon: `agon` starts this with a user's interpreter, and asks by its standard streams.

A message has eight bytes that say how long its parts are: a text of JSON, filled up with spaces to a multiple of eight, and numbers of
64 bits. Every request has one answer. What the environment prints goes to the standard error.
"""

import importlib
import json
import os
import struct
import sys
import threading
import time
import traceback

# Answers alone go to the standard output, also where the environment or a library in C prints.
ANSWERS = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)

HERE = os.path.dirname(os.path.abspath(__file__))
if HERE not in sys.path:
    sys.path.insert(0, HERE)
OPS = RESET, STEP, DROP, REPLAY = range(4)


def watch(parent):
    """Ends this process where the one that began it is gone, also in the middle of a step."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def fault_of(error):
    """What was raised, and where in code that is not installed, in a line."""
    said = str(error) if type(error).__name__ == "Refused" else traceback.format_exception_only(type(error), error)[-1].strip()
    installed = tuple(folder + os.sep for folder in (HERE, sys.prefix, sys.base_prefix))
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(("<", *installed)) and "site-packages" not in frame.filename
    ]
    return f"{said} ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else said


class Hosted:
    """The environment that is hosted, and its copies by number."""

    def __init__(self, request):
        importlib.import_module(request["framework"])
        from looked_at import look
        from played_environments import Copy, Plan, maker

        self.make = maker(request["framework"], request["name"], request["arguments"])
        self.copies = {}
        # Copies that draw: each with the seed and the moves of where it stands.
        self.drawn = {}
        self.told = set()
        env = self.make()
        self.plan = Plan(request["framework"], env)
        self.copy = lambda **more: Copy(self.make(**more), self.plan)
        self.framework = request["framework"]
        self.found = look(Copy(env, self.plan), request)
        if request["known"] is None:
            self.found["draws"] = self.draws()

    def play(self, moves, count):
        """Answers a list of moves: a number of a copy, what is done, and its numbers. So many records come of it."""
        import numpy as np

        plan = self.plan
        width = len(plan.agents) * plan.action_size
        records = np.zeros((count, plan.length))
        faults, late = {}, set()
        at = place = 0
        while at < len(moves):
            number, op = int(moves[at]), int(moves[at + 1])
            at += 2
            if op == DROP:
                self.close(number)
                if number in self.drawn:
                    self.drawn.pop(number)[0].env.close()
                continue
            seed, steps = None, 1
            if op != STEP:
                seed, steps = int(moves[at]), 0
                at += 1
            if op == REPLAY:
                steps = int(moves[at])
                at += 1
            end = at + steps * width
            record = records[place]
            try:
                copy = self.copies.get(number)
                if copy is None:
                    copy = self.copies[number] = self.copy()
                if seed is not None:
                    copy.reset(seed, record)
                for begin in range(at, end, width):
                    copy.step(moves[begin : begin + width], record)
                if copy.unknown:
                    late |= copy.unknown
            except (Exception, SystemExit) as error:
                traceback.print_exc()
                faults[place] = fault_of(error)
                self.close(number)
                record[:] = 0
            at = end
            place += 1
        if not np.isfinite(records).all():
            for place in np.flatnonzero(~np.isfinite(records).all(axis=1)).tolist():
                faults[place] = "it gave a reward, an observation or a number of info that is not finite"
        fresh = sorted(late - self.told)
        self.told |= late
        return {"faults": faults, "late": fresh} if faults or fresh else {}, records

    def picture(self, number, seed, moves):
        """The environment's own picture after these moves of an episode, drawn in a copy that goes on where it stood before."""
        import numpy as np
        from drawn import encoded

        width = len(self.plan.agents) * self.plan.action_size
        before = self.drawn.get(number)
        if before is None:
            before = self.drawn[number] = [self.copy(render_mode="rgb_array"), None, []]
        copy, begun, done = before
        record = np.zeros(self.plan.length)
        if begun != seed or done != moves[: len(done)]:
            copy.reset(seed, record)
            done = []
        for begin in range(len(done), len(moves), width):
            copy.step(moves[begin : begin + width], record)
        before[1:] = [seed, moves]
        return encoded(copy.env.render())

    def close(self, number):
        copy = self.copies.pop(number, None)
        if copy is not None:
            try:
                copy.env.close()
            except Exception:
                traceback.print_exc()

    def draws(self):
        """Whether the environment gives pictures here: what it needs to draw may not be installed."""
        try:
            if "rgb_array" not in self.make().metadata.get("render_modes", []):
                return False
            self.picture(0, 11, [])
            return True
        except Exception:
            traceback.print_exc()
            return False

    def check(self):
        from looked_at import checked

        return checked(self.framework, self.make)


def main():
    requests = sys.stdin.buffer
    # Programs that the environment starts do not read what is meant for this one.
    own = os.fdopen(os.dup(requests.fileno()), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    # The user's own modules come first, and those of this folder are found all the same.
    sys.path[:] = [os.getcwd(), *(path for path in sys.path if path != HERE), HERE]
    if os.name == "posix":
        threading.Thread(target=watch, args=(os.getppid(),), daemon=True).start()
    hosted = None
    while True:
        head = own.read(8)
        if len(head) < 8:
            return
        length, count = struct.unpack("<II", head)
        request = json.loads(own.read(length))
        body = own.read(8 * count)
        numbers = b""
        try:
            if request["kind"] == "open":
                hosted = Hosted(request)
                answer = hosted.found
            elif request["kind"] == "picture":
                moves = list(struct.unpack(f"<{count}d", body))
                answer = hosted.picture(request["copy"], request["seed"], moves)
            elif request["kind"] == "check":
                answer = hosted.check()
            else:
                import numpy as np

                answer, played = hosted.play(np.frombuffer(body).tolist(), request["records"])
                numbers = played.tobytes()
        except (Exception, SystemExit) as error:
            traceback.print_exc()
            answer = {"error": fault_of(error), "missing": getattr(error, "name", None) if isinstance(error, ImportError) else None}
        text = json.dumps(answer, allow_nan=False).encode()
        text += b" " * (-len(text) % 8)
        ANSWERS.write(struct.pack("<II", len(text), len(numbers) // 8) + text + numbers)
        ANSWERS.flush()


main()
