import "../shared/base.css";
import "../shared/service.css";
import "./serve.css";
import { App } from "./app";

void new App().start();
