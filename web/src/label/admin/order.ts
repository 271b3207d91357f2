/** The order with the document at `place` moved by `step`; the same when it cannot be. */
export function moved(order: number[], place: number, step: number): number[] {
  const target = place + step;
  if (target < 0 || target >= order.length || order[place] === undefined) return order;
  const out = [...order];
  const [document] = out.splice(place, 1);
  out.splice(target, 0, document as number);
  return out;
}

/** The order with a document more, at the end, or one less. */
export function toggled(order: number[], document: number): number[] {
  return order.includes(document) ? order.filter((other) => other !== document) : [...order, document];
}
