/** The looks of series: a colour from base.css by number, and a symbol, so that series do not differ by colour alone. */

export const colourCount = 8;
export const symbols = ["circle", "square", "triangle", "diamond", "cross"] as const;
export type SymbolName = (typeof symbols)[number];

/** The strokes and gaps of a dashed line. */
export const dashes = "5 4";

export interface Look {
  colour: string;
  symbol: SymbolName;
  /** A dashed line without symbols. */
  dashed?: boolean;
}

export function look(series: number): Look {
  return {
    colour: `var(--series-${(series % colourCount) + 1})`,
    symbol: symbols[series % symbols.length] ?? "circle",
  };
}

/** Curves with their looks: a fitted one has the colour of the curve before it. */
export function withLooks<Curve extends { fitted?: boolean }>(curves: Curve[]): (Curve & { look: Look })[] {
  let series = -1;
  return curves.map((curve) => {
    if (!curve.fitted || series < 0) series += 1;
    return { ...curve, look: curve.fitted ? { ...look(series), dashed: true } : look(series) };
  });
}

/** Outlines for legends, about 10 units wide around 0,0. */
export const outlines: Record<SymbolName, string> = {
  circle: "M4.2,0A4.2,4.2,0,1,1,-4.2,0A4.2,4.2,0,1,1,4.2,0Z",
  square: "M-3.8,-3.8H3.8V3.8H-3.8Z",
  triangle: "M0,-5L4.8,3.6H-4.8Z",
  diamond: "M0,-5.6L3.8,0L0,5.6L-3.8,0Z",
  cross: "M-1.6,-4.8H1.6V-1.6H4.8V1.6H1.6V4.8H-1.6V1.6H-4.8V-1.6H-1.6Z",
};
