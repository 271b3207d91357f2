import { freePort, ServedProgram } from "./served_program";

/** `podium label serve`. */
export class LabelProgram extends ServedProgram {
  static async start(program: string): Promise<LabelProgram> {
    const made = new LabelProgram(program, await freePort());
    await made.start();
    return made;
  }

  /** The path of the first administrator's invitation link. */
  get firstInvitation(): string {
    const found = /\/join\/[A-Za-z0-9_-]+/.exec(this.said);
    if (found === null) throw new Error(`found no invitation in the output of the program:\n${this.said}`);
    return found[0];
  }

  start(): Promise<void> {
    return this.startWith("label", "serve", "--project", "project");
  }
}
