// Entry point of saved pages: parses the data in the page, and renders a report or a weighing of pays.

import { render } from "preact";
import { ReportPage } from "./components/report-page.tsx";
import { WeighPage } from "./components/weigh-page.tsx";
import { readReport, readWeighing, report } from "./state.ts";
import "uplot/dist/uPlot.min.css";
import "./styles/theme.css";
import "./styles/page.css";
import "./styles/figures.css";
import "./styles/answers.css";
import "./styles/weigh.css";

const json = document.getElementById("report-data")?.textContent ?? "";
const weighing = readWeighing(json);
if (weighing === undefined) report.value = readReport(json);
const page = document.getElementById("page");
if (page !== null) render(weighing === undefined ? <ReportPage /> : <WeighPage data={weighing} />, page);
