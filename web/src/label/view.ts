import type { Child } from "../shared/dom";
import type { Api } from "./api";
import type { Me, Role } from "./model";
import type { AnswerQueue, Listener } from "./queue";

/** What is shown at an address. */
export interface View {
  title: string;
  content: Child[];
  /** As wide and as high as the window, for work. */
  full?: boolean;
  /** Called before the next view is shown. */
  leave?: () => void;
}

/** What views use of the app around them. */
export interface Host {
  readonly api: Api;
  readonly queue: AnswerQueue | null;
  /** Called with news of the queue while the current view is shown. */
  onQueue: Pick<Listener, "confirmed" | "overtaken" | "refused"> | null;
  /** Goes to an address of the page without reloading it. */
  go(path: string): void;
  /** Shows the current address (again). */
  show(): Promise<void>;
  /** Takes over an account that has just logged in. */
  welcome(me: Me): void;
}

export interface Route {
  path: RegExp;
  /** Who may see it; null: anyone. */
  role: Role | "any" | null;
  view: (app: Host, parts: string[]) => Promise<View>;
}
