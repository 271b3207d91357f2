import { expect, test } from "vitest";
import { FakeStore } from "./fake_store";
import { KeySwitch } from "./key_switch";

test("shortcuts are on until they are turned off, which is remembered", () => {
  const store = new FakeStore();
  const tested = new KeySwitch(store);
  expect(tested.isOn).toBe(true);
  tested.turn(false);
  expect(tested.isOn).toBe(false);
  expect(new KeySwitch(store).isOn).toBe(false);
  tested.turn(true);
  expect(new KeySwitch(store).isOn).toBe(true);
});

test("without storage, or with a full one, the choice lasts as long as the page", () => {
  const full = new FakeStore();
  full.setItem = () => {
    throw new Error("full");
  };
  for (const store of [null, full]) {
    const tested = new KeySwitch(store);
    tested.turn(false);
    expect(tested.isOn).toBe(false);
  }
});
