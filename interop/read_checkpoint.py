"""Reads the checkpoint of a training that was stopped, and checks that Python and Agon find the same tensors in it.

    node dist/cli/main.js run examples/learning.yaml --store /tmp/store   # and Ctrl-C after a few seconds
    python interop/read_checkpoint.py /tmp/store

STORE is searched for checkpoints. Names, shapes and every value to the last bit must agree with what Agon reads.
Exit code 1 where they do not.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy
from safetensors import safe_open

ROOT = Path(__file__).resolve().parent.parent
READ = """
import { readFileSync } from "node:fs";
import { decodeSafetensors } from "./dist/nn/safetensors.js";
const { tensors } = decodeSafetensors(readFileSync(process.argv[1]));
console.log(JSON.stringify(tensors.map(({ name, shape, data }) => [name, shape, Array.from(new Uint32Array(data.slice().buffer))])));
"""


def ours(file: Path):
    """Agon's reading: name, shape and the bits of every number."""
    answer = subprocess.run(
        ["node", "--input-type=module", "-e", READ, str(file.resolve())],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(answer.stdout)


def main(store: Path) -> int:
    files = sorted(store.glob("**/*.safetensors"))
    if not files:
        print(f"{store} holds no checkpoint; stop a training with Ctrl-C first")
        return 1
    differences = 0
    for file in files:
        read = ours(file)
        with safe_open(file, framework="numpy") as tensors:
            names = set(tensors.keys())
            differences += names != {name for name, _, _ in read}
            for name, shape, bits in read:
                tensor = tensors.get_tensor(name)
                same = list(tensor.shape) == shape and tensor.dtype == numpy.float32
                same = same and tensor.reshape(-1).view(numpy.uint32).tolist() == bits
                differences += not same
                if not same:
                    print(f"{file}: {name} differs")
        print(f"{file.name}: {len(read)} tensors, {sum(len(bits) for _, _, bits in read):,} numbers")
    return 1 if differences else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))
