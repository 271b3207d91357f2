import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().on("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

/** A service of the program with a folder of its own; it can be killed and started again. */
export class ServedProgram {
  readonly folder = mkdtempSync(join(tmpdir(), "podium-service-"));
  protected said = "";
  private running: ChildProcess | null = null;

  constructor(
    private readonly program: string,
    readonly port: number,
  ) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the service with these words of a command line, and waits until it answers. */
  async startWith(...words: string[]): Promise<void> {
    const running = spawn(this.program, [...words, "--port", String(this.port)], { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
    this.running = running;
    for (const stream of [running.stdout, running.stderr]) stream.on("data", (text) => (this.said += String(text)));
    for (let attempt = 0; attempt < 200; ++attempt) {
      if (running.exitCode !== null) throw new Error(`the program ended:\n${this.said}`);
      const isUp = await fetch(`${this.address}/healthz`).then((answer) => answer.ok, () => false);
      if (isUp) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`the program did not answer:\n${this.said}`);
  }

  /** Kills the program without a chance to clean up, as a power cut would. */
  async kill(): Promise<void> {
    const { running } = this;
    if (running === null || running.exitCode !== null) return;
    const ended = new Promise((done) => running.once("exit", done));
    running.kill("SIGKILL");
    await ended;
    this.running = null;
  }

  /** Runs another command of the program; returns its output. */
  run(...words: string[]): string {
    const done = spawnSync(this.program, words, { cwd: this.folder, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`podium ${words.join(" ")}: exit ${done.status}\n${done.stdout}${done.stderr}`);
    return done.stdout;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
