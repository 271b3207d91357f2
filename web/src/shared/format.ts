/** The value of a measure with a fixed number of digits; "-" where there is none, as in the tables. */
export function fixed(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "-";
  return value.toFixed(digits);
}

/** Up to four significant digits, for numbers of any size: 1.23e-5, 0.1183, 1830. */
export function brief(value: number | null): string {
  if (value === null || Number.isNaN(value)) return "-";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e7) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}

/** A number with its sign, as something that is added; the minus sign is that of all other numbers. */
export const signed = (value: number): string => (value > 0 ? "+" : "") + brief(value);

export function interval(low: number | null | undefined, high: number | null | undefined): string {
  return low == null || high == null ? "" : `${fixed(low)}\u2013${fixed(high)}`;
}

export function plural(count: number, noun: string, more = `${noun}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : more}`;
}

/** A file name: lower case letters, digits and hyphens. */
export function fileName(title: string, ending: string): string {
  const words = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${words === "" ? "figure" : words}.${ending}`;
}
