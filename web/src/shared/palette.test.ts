import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { colourCount, look, withLooks } from "./palette";

const style = readFileSync(new URL("./base.css", import.meta.url), "utf8");

/** Relative luminance and contrast by WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(["light", "dark"])("the %s theme", (theme) => {
  const block = style.slice(style.indexOf(`[data-theme="${theme}"]`)).split("}")[0] ?? "";
  const colour = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1] ?? "none";

  test.each(Array.from({ length: colourCount }, (_, place) => place + 1))("shows series %i", (series) => {
    expect(contrast(colour(`series-${series}`), colour("surface"))).toBeGreaterThan(3);
  });

  test.each(["text", "soft", "accent", "good", "bad", "open"])("lets %s be read", (name) => {
    for (const ground of ["back", "surface"]) expect(contrast(colour(name), colour(ground))).toBeGreaterThan(4.5);
  });
});

test("no two of the first forty series look alike", () => {
  const looks = Array.from({ length: 40 }, (_, series) => JSON.stringify(look(series)));
  expect(new Set(looks).size).toBe(40);
});

test("a fitted curve has the colour of the curve before it and is dashed", () => {
  const looks = withLooks([{}, { fitted: true }, {}, { fitted: true }]).map((curve) => curve.look);
  expect(looks.map(({ colour }) => colour)).toEqual([look(0), look(0), look(1), look(1)].map(({ colour }) => colour));
  expect(looks.map(({ dashed }) => dashed ?? false)).toEqual([false, true, false, true]);
  expect(withLooks([{ fitted: true }, {}])[0]?.look.colour).toBe(look(0).colour);
});
