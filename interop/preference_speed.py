"""How fast a linear Bradley-Terry model is fitted to a million comparisons with 100 features, beside scikit-learn on the same numbers.

    python -m venv /tmp/preferences && /tmp/preferences/bin/pip install -r interop/preferences-requirements.txt
    npm run build && npx tsc -p bench/tsconfig.json
    /tmp/preferences/bin/python interop/preference_speed.py

Both minimise the same loss, a ridge of 1 and no intercept, from numbers in memory. Weights must agree to 1e-6.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

ROWS, FEATURES = 1_000_000, 100


def main() -> None:
    random = np.random.default_rng(1)
    differences = random.standard_normal((ROWS, FEATURES))
    weights = random.uniform(-0.5, 0.5, FEATURES)
    results = (random.random(ROWS) < 1 / (1 + np.exp(-differences @ weights))).astype(float)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "differences.f64"
        with file.open("wb") as out:
            differences.tofile(out)
            results.tofile(out)
        command = ["node", "--max-old-space-size=4096", "dist-bench/bench/preference-process.js", str(file), str(ROWS), str(FEATURES)]
        ours = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    print(f"Bradley-Terry, {ROWS:,} comparisons with {FEATURES} features")
    print(f"  Agon, {ours['passes']} passes{'':24} {ours['seconds']:7.2f} s")
    for solver in ["newton-cholesky", "lbfgs"]:
        model = LogisticRegression(C=1, fit_intercept=False, solver=solver, tol=1e-9, max_iter=1000)
        begun = time.perf_counter()
        model.fit(differences, results)
        seconds = time.perf_counter() - begun
        apart = float(np.abs(model.coef_[0] - np.array(ours["weights"])).max())
        print(f"  scikit-learn, {solver:24} {seconds:7.2f} s   largest difference of a weight {apart:.1e}")


if __name__ == "__main__":
    main()
