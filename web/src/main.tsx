import { render } from "preact";
import { App } from "./app.tsx";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/search.css";
import "./styles/reader.css";
import "./styles/pages.css";
import "./styles/plots.css";

const host = document.getElementById("app");
if (host !== null) render(<App />, host);
