import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";

import {
  pluginGrowthMib,
  pluginLogLinesMax,
  pluginLookMs,
  pluginPatchMaxCharacters,
  pluginServiceCallsMax,
  pluginWordsMaxCharacters,
} from "#domain/plugin-limits.ts";

import type { PluginAnswer, PluginOrder, PluginWork } from "./plugin-words.ts";
import { pack, unpack } from "./wire.ts";

// The process of one plug-in: it loads the file, calls its function `run` once for each call, and sends the result.

const bytesPerMib = 1024 * 1024;
const kill = () => process.kill(process.pid, "SIGKILL");
const [, , address = ""] = process.argv;

if (isMainThread) serve();
else watch(workerData as number);

/**
 * Watches from another thread, because the plug-in may be in an endless loop: ends the process if it takes too much memory or its parent is
 * gone.
 */
function watch(parent: number): void {
  const atFirst = process.memoryUsage.rss();
  const largest = atFirst + pluginGrowthMib * bytesPerMib;
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > largest) kill();
  }, pluginLookMs);
}

function serve(): void {
  process.once("disconnect", kill);
  const watching = new Worker(new URL(`./plugin-process${extname(import.meta.url)}`, import.meta.url), {
    workerData: process.ppid,
  });
  watching.unref();
  // Loading the file counts as time of its call; the start of this process does not.
  watching.once("online", () => say({ say: "ready" }, () => void load()));
}

// A parent that no longer listens has ended this process, or will at once.
const say = (words: PluginAnswer, said: () => void = () => undefined) =>
  process.send?.(words, undefined, undefined, () => said());

async function load(): Promise<void> {
  let call: Call | undefined;
  process.on("uncaughtException", (error) => {
    say({ say: "failure", text: ownWords(error), ends: true }, kill);
  });
  try {
    const { run, kind } = (await import(address)) as { readonly run?: unknown; readonly kind?: unknown };
    if (typeof run !== "function") throw new TypeError("it exports no function named run");
    process.on("message", (order: PluginOrder) => {
      if ("work" in order) {
        call = new Call(order.work);
        void call.run(run as Run);
      } else call?.hear(order);
    });
    say({ say: "loaded", kind: typeof kind === "string" ? kind : null });
  } catch (error) {
    say({ say: "failure", text: ownWords(error), ends: true }, kill);
  }
}

type Run = (request: unknown, services: object) => unknown;

/** One call: its messages are limited here, so that a faulty plug-in does not flood the service. */
class Call {
  readonly #work: PluginWork;
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  #lines = 0;
  #isOver = false;

  constructor(work: PluginWork) {
    this.#work = work;
  }

  async run(run: Run): Promise<void> {
    try {
      const { text } = pack(await run(unpack(this.#work.request), this.#services()));
      if (text.length > pluginPatchMaxCharacters)
        throw new RangeError(`it returns more than ${pluginPatchMaxCharacters} characters`);
      this.#end({ say: "patch", text });
    } catch (error) {
      this.#end({ say: "failure", text: ownWords(error) });
    }
  }

  hear(order: Exclude<PluginOrder, { work: unknown }>): void {
    const waiting = this.#asked.get(order.id);
    if ("refused" in order) waiting?.reject(new Error(order.refused));
    else waiting?.resolve(unpack(order.given));
  }

  #end(answer: PluginAnswer): void {
    this.#isOver = true;
    const unsaid = this.#lines - pluginLogLinesMax;
    if (unsaid > 0) say({ say: "log", text: `${unsaid} more lines of this call are not shown.` });
    say(answer);
  }

  #services(): object {
    const log = (words: unknown) => {
      if (this.#isOver || (this.#lines += 1) > pluginLogLinesMax) return;
      say({ say: "log", text: String(words).slice(0, pluginWordsMaxCharacters) });
    };
    const services = this.#work.services.map((name) => [name, (given: unknown) => this.#ask(name, given)]);
    return { log, ...Object.fromEntries(services) };
  }

  async #ask(service: string, given: unknown): Promise<unknown> {
    const id = this.#asked.size;
    if (id >= pluginServiceCallsMax) throw new Error(`one call may ask services ${pluginServiceCallsMax} times`);
    const waiting = Promise.withResolvers<unknown>();
    this.#asked.set(id, waiting);
    say({ say: "ask", id, service, text: pack(given).text.slice(0, pluginPatchMaxCharacters) });
    return waiting.promise;
  }
}

/** Returns the message of an error, with the line of the plug-in where it was thrown, if the stack tells it. */
function ownWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const places = [address, fileURLToPath(address)];
  const line = places.flatMap((place) => error.stack?.split(`${place}:`)[1]?.match(/^\d+/)?.[0] ?? [])[0];
  return error.message + (line === undefined ? "" : ` (line ${line})`);
}
