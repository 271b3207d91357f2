import type { Report } from "./model";
import { show } from "./page";
import "../shared/base.css";
import "./style.css";

show(JSON.parse(document.getElementById("report")?.textContent ?? "") as Report);
