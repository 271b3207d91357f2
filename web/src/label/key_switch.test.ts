import { expect, test } from "vitest";
import { FakeShelf } from "./fake_shelf";
import { KeySwitch } from "./key_switch";

test("keys are on until they are turned off, which is remembered", () => {
  const shelf = new FakeShelf();
  const tested = new KeySwitch(shelf);
  expect(tested.isOn).toBe(true);
  tested.turn(false);
  expect(tested.isOn).toBe(false);
  expect(new KeySwitch(shelf).isOn).toBe(false);
  tested.turn(true);
  expect(new KeySwitch(shelf).isOn).toBe(true);
});

test("without a memory, or with a full one, the choice lasts as long as the page", () => {
  const full = new FakeShelf();
  full.setItem = () => {
    throw new Error("full");
  };
  for (const shelf of [null, full]) {
    const tested = new KeySwitch(shelf);
    tested.turn(false);
    expect(tested.isOn).toBe(false);
  }
});
