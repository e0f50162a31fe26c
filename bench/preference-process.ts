// A process that fits a linear Bradley-Terry model to differences from a file: what interop/preference_speed.py holds beside scikit-learn.

import { readFileSync } from "node:fs";
import { fitDenseLogistic } from "../src/math/dense-logistic.ts";

const [file, rows, features] = process.argv.slice(2);
const [n, d] = [Number(rows), Number(features)];
const bytes = readFileSync(file);
const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, n * (d + 1));
const samples = { features: numbers.subarray(0, n * d), labels: numbers.subarray(n * d) };
const begun = performance.now();
const { weights, passes } = fitDenseLogistic(samples, d, { ridge: 1, tolerance: 1e-7 });
const seconds = (performance.now() - begun) / 1000;
process.stdout.write(`${JSON.stringify({ seconds, passes, weights: Array.from(weights) })}\n`);
