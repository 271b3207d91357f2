import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeShelf } from "./fake_shelf";
import { listenToKeys } from "./key_listener";
import { KeySwitch } from "./key_switch";
import { KeyReader } from "./keys";

/** A document that is its own only element: what `kind` says. */
class FakeDocument extends EventTarget {
  kind = "h2";
  hasDialog = false;

  closest(selectors: string): this | null {
    return selectors.split(", ").includes(this.kind) ? this : null;
  }

  querySelector(): this | null {
    return this.hasDialog ? this : null;
  }
}

let page: FakeDocument;
let heard: string[];
let keySwitch: KeySwitch;
let stop: AbortController;

beforeEach(() => {
  page = new FakeDocument();
  vi.stubGlobal("document", page);
  heard = [];
  keySwitch = new KeySwitch(new FakeShelf());
  stop = new AbortController();
  const to = { act: ({ kind }: { kind: string }) => heard.push(kind), waiting: () => heard.push("waiting"), home: () => heard.push("home") };
  listenToKeys(new KeyReader("preferences", 5), keySwitch, to, stop.signal);
});

afterEach(() => vi.unstubAllGlobals());

/** Presses a key; whether the page keeps it from the browser. */
function press(key: string, more: Record<string, boolean> = {}): boolean {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ...more });
  page.dispatchEvent(event);
  return event.defaultPrevented;
}

test("keys are actions, and the browser does nothing with them", () => {
  expect(press("ArrowLeft")).toBe(true);
  expect(press("z")).toBe(true);
  expect(heard).toEqual(["verdict", "undo"]);
});

test("a key that is held says nothing more, nor does it scroll", () => {
  expect(press("ArrowLeft", { repeat: true })).toBe(true);
  expect(press("q", { repeat: true })).toBe(false);
  expect(heard).toEqual([]);
});

test("keys for a field, a button, a dialog or the browser are left alone", () => {
  page.kind = "textarea";
  press("z");
  press("Escape");
  page.kind = "button";
  expect(press(" ")).toBe(false);
  page.kind = "h2";
  press("z", { ctrlKey: true });
  page.hasDialog = true;
  press("z");
  expect(heard).toEqual(["home"]);
});

test("keys that are turned off, or of a page that was left, do nothing", () => {
  keySwitch.turn(false);
  press("z");
  keySwitch.turn(true);
  stop.abort();
  press("z");
  expect(heard).toEqual([]);
});
