import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { getPriority, setPriority } from "node:os";
import { extname } from "node:path";
import { pathToFileURL } from "node:url";

import { pluginMemoryMib, pluginPriorityBelow } from "#domain/plugin-limits.ts";

import {
  type AskedPlugin,
  type PluginAnswer,
  PluginFailure,
  type PluginListener,
  type PluginOrder,
  type PluginWork,
} from "./plugin-words.ts";

const leastPriority = 19;

/** The process of a plug-in: it loads the file once and answers one call after the other. */
export class RunningPlugin implements AskedPlugin {
  readonly #child: ChildProcess;
  #isAsked = true;
  #hasFailed = false;
  /** Settles when the process has started and begins to load the file. */
  readonly ready: Promise<true>;
  /** Kind that the file names; null if it names none. */
  readonly loaded: Promise<string | null>;

  /**
   * Starts the process with an empty environment, and with a priority `priorityBelow` steps lower than that of this one. Calls `stray` if
   * the plug-in fails after an answer.
   */
  constructor(file: string, stray: () => void, priorityBelow = pluginPriorityBelow) {
    const program = new URL(`./plugin-process${extname(import.meta.url)}`, import.meta.url);
    this.#child = fork(program, [pathToFileURL(file).href], {
      env: {},
      execArgv: [`--max-old-space-size=${pluginMemoryMib}`],
      serialization: "json",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    lower(this.#child.pid, priorityBelow);
    this.#child.on("message", (answer: PluginAnswer) => {
      // A failure message may arrive together with the answer, before anyone has read the answer.
      if (answer.say === "patch") this.#isAsked = false;
      if (answer.say !== "failure" || answer.ends !== true) return;
      this.#hasFailed = true;
      if (!this.#isAsked) stray();
    });
    this.ready = this.#until((answer) => (answer.say === "ready" ? { done: true } : undefined));
    this.ready.catch(() => undefined);
    this.loaded = this.#until((answer) => (answer.say === "loaded" ? { done: answer.kind } : undefined));
    this.loaded.catch(() => undefined);
  }

  /** True if the process can take a call. */
  get isThere(): boolean {
    return this.#child.connected && !this.#child.killed && !this.#hasFailed;
  }

  /**
   * Calls the plug-in once and returns its result, packed.
   * @throws PluginFailure
   */
  async ask(work: PluginWork, listener: PluginListener): Promise<string> {
    await this.loaded;
    const answer = this.#until((said) => {
      if (said.say === "log") listener.log(said.text);
      if (said.say === "ask") void this.#give(said.id, () => listener.ask(said.service, said.text));
      return said.say === "patch" ? { done: said.text } : undefined;
    });
    this.#send({ work });
    return answer;
  }

  /** Lets this process exit while the plug-in is idle, but not while it works. */
  keep(isAtWork: boolean): void {
    this.#isAsked = isAtWork;
    const turn = isAtWork ? "ref" : "unref";
    this.#child[turn]();
    this.#child.channel?.[turn]();
  }

  /** Kills the process, whatever it does. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined) return;
    const exit = once(this.#child, "exit");
    this.keep(true);
    this.#child.kill("SIGKILL");
    await exit;
  }

  async #give(id: number, ask: () => Promise<string>): Promise<void> {
    try {
      this.#send({ id, given: await ask() });
    } catch (error) {
      this.#send({ id, refused: (error as Error).message });
    }
  }

  // The exit of the process rejects everything that waits for an answer.
  #send(order: PluginOrder): void {
    if (this.isThere) this.#child.send(order, undefined, undefined, () => undefined);
  }

  async #until<T>(take: (answer: PluginAnswer) => { readonly done: T } | undefined): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const hear = (answer: PluginAnswer) => {
      const taken = take(answer);
      if (taken) resolve(taken.done);
      if (answer.say === "failure") reject(new PluginFailure("it failed", answer.text));
    };
    const gone = (_: number | null, signal: string | null) => reject(new PluginFailure(whyEnded(signal)));
    const unable = (error: Error) => reject(new PluginFailure("no process could be begun for it", error.message));
    this.#child.on("message", hear).once("exit", gone).once("error", unable);
    try {
      return await promise;
    } finally {
      this.#child.off("message", hear).off("exit", gone).off("error", unable);
    }
  }
}

function whyEnded(signal: string | null): string {
  if (signal === null) return "it ended without an answer";
  return `it took more memory than it may (${pluginMemoryMib} MiB), or crashed`;
}

function lower(pid: number | undefined, steps: number): void {
  if (pid === undefined || steps === 0) return;
  try {
    setPriority(pid, Math.min(leastPriority, getPriority() + steps));
  } catch {
    // Some systems do not allow it, and the process may have ended already.
  }
}
