import type { LocalStore } from "./queue";

/** Storage for tests. */
export class FakeStore implements LocalStore {
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
