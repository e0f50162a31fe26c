// Linear programs through HiGHS (Huangfu & Hall, 2018), compiled to WebAssembly. Loading it is asynchronous, solving is
// not: load once with `linearPrograms()`, then solve as often as wanted. Models go in as arrays, never as text.

import loader, { type Model, type ModelStatusCode } from "highs";

/** One row of A with its bounds: lower ≤ Σ_k values[k]·x[columns[k]] ≤ upper. Equal bounds make an equation. */
export interface LinearRow {
  /** Columns with a coefficient; one that is named twice counts with the sum. */
  readonly columns: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** Default −∞. */
  readonly lower?: number;
  /** Default ∞. */
  readonly upper?: number;
}

/** Optimise c·x subject to row bounds and column bounds. */
export interface LinearProgram {
  readonly sense: "minimise" | "maximise";
  /** c, [columns]. */
  readonly objective: ArrayLike<number>;
  /** HiGHS takes coefficients below 1e-9 in size for zero. */
  readonly rows: readonly LinearRow[];
  /** Lower bound of every column, or one for all. Default 0. */
  readonly lower?: number | ArrayLike<number>;
  /** Upper bound of every column, or one for all. Default ∞. */
  readonly upper?: number | ArrayLike<number>;
}

export interface LinearOptimum {
  readonly status: "optimal";
  /** c·x */
  readonly objective: number;
  /** [columns] */
  readonly x: Float64Array;
  /** How the optimum changes with the bound of a row that binds, ∂(c·x)/∂bound, [rows]; 0 for a row that does not. */
  readonly rowDuals: Float64Array;
  /** Reduced costs: the same for the bounds of columns, [columns]. */
  readonly columnDuals: Float64Array;
}

/** What a program without an optimum came to. */
export interface NoOptimum {
  readonly status: "infeasible" | "unbounded" | "infeasible or unbounded" | "limit" | "failed";
  /** HiGHS's own name for how it ended. */
  readonly reason: string;
}

/** How hard to try. */
export interface LinearOptions {
  /** How far a bound or a sign of a reduced cost may be missed, 1e-10 … 1e-4. Default 1e-9. */
  readonly tolerance?: number;
  /** Simplex iterations at most; when they run out the status is "limit". Default unlimited. */
  readonly maxIterations?: number;
}

export interface LinearPrograms {
  /** Solves by the simplex method. Throws only where the program is malformed. */
  solve(program: LinearProgram, options?: LinearOptions): LinearOptimum | NoOptimum;
  /** The optimum; throws, naming the status, where there is none. */
  optimum(program: LinearProgram, options?: LinearOptions): LinearOptimum;
}

// The package's types describe its CommonJS build, whose exports hold the loader under `default`; Node gives a module
// that imports it the loader itself.
const loadHighs = loader as unknown as typeof loader.default;

let loading: Promise<LinearPrograms> | undefined;
let loaded: LinearPrograms | undefined;

/** The solver; loaded at the first call and shared from then on. */
export async function linearPrograms(): Promise<LinearPrograms> {
  loading ??= load();
  loaded = await loading;
  return loaded;
}

/** The solver for callers that cannot wait. Throws an Error where this thread has not loaded it. */
export function loadedLinearPrograms(): LinearPrograms {
  if (loaded === undefined)
    throw new Error("the solver of linear programs was not loaded: await linearPrograms() first");
  return loaded;
}

async function load(): Promise<LinearPrograms> {
  const highs = await loadHighs();
  const { minimize, maximize } = highs.constants.objectiveSense;

  function solve(program: LinearProgram, options: LinearOptions = {}): LinearOptimum | NoOptimum {
    const columns = program.objective.length;
    const rows = program.rows.length;
    const source = {
      numCols: columns,
      numRows: rows,
      sense: program.sense === "minimise" ? minimize : maximize,
      colCost: Float64Array.from(program.objective),
      colLower: bounds(program.lower ?? 0, columns),
      colUpper: bounds(program.upper ?? Number.POSITIVE_INFINITY, columns),
      rowLower: Float64Array.from(program.rows, (row) => row.lower ?? Number.NEGATIVE_INFINITY),
      rowUpper: Float64Array.from(program.rows, (row) => row.upper ?? Number.POSITIVE_INFINITY),
      matrix: { format: "csr" as const, numRows: rows, numCols: columns, ...compressed(program.rows) },
    };
    // `withModel` gives the memory back, after an error inside too.
    return highs.withModel(source, (model) => run(model, options));
  }

  return {
    solve,
    optimum(program, options) {
      const result = solve(program, options);
      if (result.status !== "optimal") throw new Error(`the linear program has no optimum: ${result.reason}`);
      return result;
    },
  };
}

function run(model: Model, { tolerance = 1e-9, maxIterations }: LinearOptions): LinearOptimum | NoOptimum {
  model.options.set({
    output_flag: false,
    solver: "simplex",
    primal_feasibility_tolerance: tolerance,
    dual_feasibility_tolerance: tolerance,
  });
  if (maxIterations !== undefined) model.options.set({ simplex_iteration_limit: maxIterations });
  let modelStatus: ModelStatusCode | undefined;
  try {
    ({ modelStatus } = model.run());
  } catch {
    // About one in a hundred degenerate programs of a reward design breaks down after presolve, and none without it.
  }
  if (modelStatus === undefined || modelStatus === 9) {
    // 9: presolve saw that one of the two holds; the simplex method itself says which.
    model.options.set({ presolve: "off" });
    model.clearSolver();
    modelStatus = model.run().modelStatus;
  }
  const [status, reason] = MEANINGS[modelStatus] ?? ["failed", `HiGHS gave up with model status ${modelStatus}`];
  if (status !== "optimal") return { status, reason };
  const { colValue, rowDual, colDual } = model.getSolution();
  return { status, objective: model.getObjectiveValue(), x: colValue, rowDuals: rowDual, columnDuals: colDual };
}

/** What HiGHS's codes mean, where they are not that it gave up. */
const MEANINGS: Partial<Record<ModelStatusCode, readonly [(LinearOptimum | NoOptimum)["status"], reason: string]>> = {
  6: ["failed", "a program without columns"],
  7: ["optimal", "optimal"],
  8: ["infeasible", "infeasible"],
  9: ["infeasible or unbounded", "infeasible or unbounded"],
  10: ["unbounded", "unbounded"],
  11: ["limit", "a bound on the objective was reached"],
  12: ["limit", "a bound on the objective was reached"],
  13: ["limit", "out of time"],
  14: ["limit", "out of iterations"],
  16: ["limit", "enough solutions"],
  17: ["limit", "interrupted"],
};

function bounds(bound: number | ArrayLike<number>, columns: number): Float64Array {
  if (typeof bound === "number") return new Float64Array(columns).fill(bound);
  if (bound.length !== columns) throw new Error(`${bound.length} bounds for ${columns} columns`);
  return Float64Array.from(bound);
}

/** Compressed rows, each with its columns once and in order. */
function compressed(rows: readonly LinearRow[]): { starts: Int32Array; indices: Int32Array; values: Float64Array } {
  const starts = new Int32Array(rows.length + 1);
  const indices: number[] = [];
  const values: number[] = [];
  for (const [i, row] of rows.entries()) {
    if (row.columns.length !== row.values.length)
      throw new Error(`row ${i} has ${row.columns.length} columns and ${row.values.length} values`);
    const sums = new Map<number, number>();
    for (let k = 0; k < row.columns.length; k++)
      sums.set(row.columns[k], (sums.get(row.columns[k]) ?? 0) + row.values[k]);
    for (const [column, value] of [...sums].sort(([a], [b]) => a - b)) {
      if (value === 0) continue;
      indices.push(column);
      values.push(value);
    }
    starts[i + 1] = indices.length;
  }
  return { starts, indices: Int32Array.from(indices), values: Float64Array.from(values) };
}
