// Entry point of the saved report: parses the data in the page, assigns it to the signal, and renders.

import { render } from "preact";
import { ReportPage } from "./components/report-page.tsx";
import { readReport, report } from "./state.ts";
import "uplot/dist/uPlot.min.css";
import "./styles/theme.css";
import "./styles/page.css";
import "./styles/figures.css";

report.value = readReport(document.getElementById("report-data")?.textContent ?? "");
const page = document.getElementById("page");
if (page !== null) render(<ReportPage />, page);
