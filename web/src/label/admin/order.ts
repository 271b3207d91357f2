/** The order with the document at `place` moved by `step`; unchanged when that leads out of the list. */
export function moved(order: number[], place: number, step: number): number[] {
  const target = place + step;
  if (target < 0 || target >= order.length || order[place] === undefined) return order;
  const out = [...order];
  const [document] = out.splice(place, 1);
  out.splice(target, 0, document as number);
  return out;
}

/** The order without the document if it has it, otherwise with the document at the end. */
export function toggled(order: number[], document: number): number[] {
  return order.includes(document) ? order.filter((other) => other !== document) : [...order, document];
}
