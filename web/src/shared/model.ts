/** Tables and charts, as in the JSON of reports. */

export interface RichCell {
  text: string;
  /** Set in cells that are numbers; null: a number without value. */
  value?: number | null;
  strong?: boolean;
  mark?: string;
}

export type Cell = string | RichCell;

export interface Table {
  columns: string[];
  rows: Cell[][];
}

export interface CurvePoint {
  x: number;
  y: number | null;
  low?: number | null;
  high?: number | null;
  label?: string;
}

export interface Curve {
  name: string;
  points: CurvePoint[];
  /** Fitted to the curve before it. */
  fitted?: boolean;
}

export type Scale = "linear" | "logarithmic";

export interface CurvesBlock {
  kind: "curves";
  title: string;
  note: string;
  x_label: string;
  x_scale: Scale;
  y_label: string;
  curves: Curve[];
}

export interface BarsBlock {
  kind: "bars";
  title: string;
  note: string;
  x_label: string;
  /** Where the axis ends, for shares of a whole; otherwise at the longest bar. */
  most?: number;
  bars: { name: string; value: number | null }[];
}
