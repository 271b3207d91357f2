import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStore } from "./fake_store";
import { listenToKeys } from "./key_listener";
import { KeySwitch } from "./key_switch";
import { KeyReader } from "./keys";

/** A document with a single element, of the kind `kind`. */
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
  keySwitch = new KeySwitch(new FakeStore());
  stop = new AbortController();
  const to = { act: ({ kind }: { kind: string }) => heard.push(kind), waiting: () => heard.push("waiting"), home: () => heard.push("home") };
  listenToKeys(new KeyReader("preferences", 5), keySwitch, to, stop.signal);
});

afterEach(() => vi.unstubAllGlobals());

/** Presses a key; returns whether the page prevented the default action. */
function press(key: string, more: Record<string, boolean> = {}): boolean {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ...more });
  page.dispatchEvent(event);
  return event.defaultPrevented;
}

test("keys cause actions, and the browser ignores them", () => {
  expect(press("ArrowLeft")).toBe(true);
  expect(press("z")).toBe(true);
  expect(heard).toEqual(["verdict", "undo"]);
});

test("a key that is held acts once and does not scroll", () => {
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

test("keys do nothing when they are turned off or the view was left", () => {
  keySwitch.turn(false);
  press("z");
  keySwitch.turn(true);
  stop.abort();
  press("z");
  expect(heard).toEqual([]);
});
