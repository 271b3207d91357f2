import "../shared/base.css";
import "../shared/service.css";
import "./label.css";
import { App } from "./app";
import { adjudicateView } from "./admin/adjudicate";
import { assignView } from "./admin/assign";
import { auditView } from "./admin/audit";
import { dashboardView } from "./admin/dashboard";
import { importView } from "./admin/import";
import { peopleView } from "./admin/people";
import { newProjectView, projectsView, settingsView } from "./admin/projects";
import { accountView, joinView } from "./login";
import { tasksView } from "./tasks";
import { workView } from "./work";

const app = new App([
  { path: /^\/join\/([A-Za-z0-9_-]+)$/, role: null, view: joinView },
  { path: /^\/$/, role: "any", view: tasksView },
  { path: /^\/account$/, role: "any", view: accountView },
  { path: /^\/task\/(\d+)$/, role: "any", view: workView },
  { path: /^\/admin$/, role: "administrator", view: projectsView },
  { path: /^\/admin\/new$/, role: "administrator", view: newProjectView },
  { path: /^\/admin\/people$/, role: "administrator", view: peopleView },
  { path: /^\/admin\/audit$/, role: "administrator", view: auditView },
  { path: /^\/admin\/projects\/(\d+)$/, role: "administrator", view: dashboardView },
  { path: /^\/admin\/projects\/(\d+)\/settings$/, role: "administrator", view: settingsView },
  { path: /^\/admin\/projects\/(\d+)\/import$/, role: "administrator", view: importView },
  { path: /^\/admin\/projects\/(\d+)\/assign$/, role: "administrator", view: assignView },
  { path: /^\/admin\/projects\/(\d+)\/adjudicate$/, role: "administrator", view: adjudicateView },
]);
void app.start();
