import type { Shelf } from "./queue";

/** A memory for tests. */
export class FakeShelf implements Shelf {
  readonly content = new Map<string, string>();
  get length() {
    return this.content.size;
  }
  key = (place: number) => [...this.content.keys()][place] ?? null;
  getItem = (key: string) => this.content.get(key) ?? null;
  setItem(key: string, value: string) {
    this.content.set(key, value);
  }
  removeItem(key: string) {
    this.content.delete(key);
  }
}
