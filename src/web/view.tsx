// Entry point of the live view: connects to its server, and renders what the URL names. A page for votes renders the vote alone.

import { render } from "preact";
import { JudgingPage } from "./components/judging-page.tsx";
import { ViewPage } from "./components/view-page.tsx";
import { ballot, followStore } from "./view-state.ts";
import "uplot/dist/uPlot.min.css";
import "./styles/theme.css";
import "./styles/page.css";
import "./styles/view-forms.css";
import "./styles/figures.css";
import "./styles/view.css";
import "./styles/run-tools.css";
import "./styles/episodes.css";
import "./styles/replay.css";
import "./styles/sides.css";
import "./styles/answers.css";
import "./styles/contests.css";
import "./styles/judging.css";
import "./styles/studies.css";
import "./styles/experiment.css";
import "./styles/cluster.css";
import "./styles/play.css";

const page = document.getElementById("page");
if (ballot === undefined) followStore();
else document.title = "Judge · Agon";
if (page !== null) render(ballot === undefined ? <ViewPage /> : <JudgingPage address={`.${ballot}`} />, page);
