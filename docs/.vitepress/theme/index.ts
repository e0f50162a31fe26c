// The look of the manual: VitePress's own, in the reader's fonts and the colours of the report.

import theme from "vitepress/theme-without-fonts";
import "./style.css";

export default theme;
