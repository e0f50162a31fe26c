// The figures as tables: head and rows of text, for the terminal and for the page.
import { number } from "../src/cli/output.js";
/** All tables that have rows. */
export function tablesOf(figures) {
    return [targets(figures.targets), worlds(figures.worlds), sweeps(figures.sweeps), cells(figures.cells)].filter(({ rows }) => rows.length > 0);
}
/** `AMD EPYC, 2 cores, Node v20.20.2, 2026-11-20, load 0.3`. */
export function machineLine({ processor, cores: count, node, date, load }) {
    return `${processor}, ${count} cores, Node ${node}, ${date}, load ${load.toFixed(1)} at the start`;
}
function targets(list) {
    return {
        title: "Targets",
        head: ["target", "aim", "measured", "verdict"],
        rows: list.map(({ name, unit, sense, aim, measured, reached }) => [
            name,
            `${sense} ${number(aim)} ${unit}`,
            `${number(measured)} ${unit}`,
            reached ? "reached" : "missed",
        ]),
    };
}
function worlds(list) {
    return {
        title: "Worlds: steps per second on one core",
        head: ["world", "agents", "step and pay", "and observe", "arithmetic alone", "share of it", "bytes/step"],
        rows: list.map(({ world, agents, steps, observed, limit, share, bytesPerStep }) => [
            world,
            String(agents),
            number(steps),
            number(observed),
            number(limit),
            percent(share),
            bytesPerStep.toFixed(1),
        ]),
    };
}
function sweeps(list) {
    return {
        title: "Sweeps: seconds on one core",
        head: ["sweep", "settings", "median", "slowest"],
        rows: list.map(({ sweep, settings, seconds, slowest }) => [
            sweep,
            number(settings),
            seconds.toFixed(2),
            slowest.toFixed(2),
        ]),
    };
}
function cells(list) {
    return {
        title: "Cells: a run through the command line, and its report",
        head: [
            "record",
            "cells",
            "cells/s",
            "cores busy",
            "cores idle",
            "peak MB",
            "growth MB",
            "report s",
            "report peak MB",
        ],
        rows: list.map(({ record, cells: count, cellsPerSecond, busy, idle, peak, growth, reportSeconds, reportPeak }) => [
            record,
            number(count),
            number(cellsPerSecond),
            percent(busy),
            percent(idle),
            peak.toFixed(0),
            growth.toFixed(0),
            reportSeconds.toFixed(1),
            reportPeak.toFixed(0),
        ]),
    };
}
function percent(share) {
    return `${(100 * share).toFixed(0)} %`;
}
