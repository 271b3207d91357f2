import type { Curve, Scale } from "./model";

export interface Tick {
  x: number;
  text: string;
}

const mostTicks = 14;
const letterWidth = 7;

/** A name that takes at most a third of the width; the rest of it is in the tip of the point. */
function shortened(name: string, width: number): string {
  const most = Math.max(8, Math.floor(width / 3 / letterWidth));
  return name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}\u2026`;
}

/**
 * Ticks where the curves have points, if these are few or have names; null leaves the choice to the axis. Ticks that would
 * overlap in `width` pixels are left out, names last.
 */
export function placesOfCurves(curves: Curve[], scale: Scale, width: number): Tick[] | null {
  const named = new Map<number, string>();
  const places = new Set<number>();
  for (const { points } of curves) {
    for (const { x, label } of points) {
      places.add(x);
      if (label !== undefined && !named.has(x)) named.set(x, label);
    }
  }
  if (places.size > mostTicks && named.size === 0) return null;

  const at = scale === "logarithmic" ? Math.log : (x: number) => x;
  const sorted = [...places].sort((a, b) => a - b);
  const first = at(sorted[0] ?? 0);
  const span = at(sorted[sorted.length - 1] ?? 0) - first || 1;
  const tick = (x: number): Tick => ({ x, text: shortened(named.get(x) ?? String(x), width) });
  const kept: Tick[] = [];
  for (const candidate of [...sorted.filter((x) => named.has(x)), ...sorted.filter((x) => !named.has(x))].map(tick)) {
    const needed = (other: Tick) => 10 + (letterWidth / 2) * (candidate.text.length + other.text.length);
    const distance = (other: Tick) => (Math.abs(at(candidate.x) - at(other.x)) / span) * width;
    if (kept.every((other) => distance(other) >= needed(other))) kept.push(candidate);
  }
  return kept.sort((a, b) => a.x - b.x);
}
