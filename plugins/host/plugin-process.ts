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

// The process of one plug-in: it loads the file, asks its function `run` once for each call, and says what came of it.

const bytesPerMib = 1024 * 1024;
const kill = () => process.kill(process.pid, "SIGKILL");
const [, , address = ""] = process.argv;

if (isMainThread) serve();
else watch(workerData as number);

/** The plug-in may be in an endless loop: another thread sees that it takes too much, or that nobody waits for it. */
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
  // What the file does when it is loaded counts for its call; what we need before does not.
  watching.once("online", () => say({ say: "ready" }, () => void load()));
}

// Who no longer listens has ended this process, or will at once.
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

/** One call: what it says and asks is bounded here, so that the service is not flooded by a slip. */
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

/** What an error says, with the line of the plug-in where it arose, as far as the error tells. */
function ownWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const places = [address, fileURLToPath(address)];
  const line = places.flatMap((place) => error.stack?.split(`${place}:`)[1]?.match(/^\d+/)?.[0] ?? [])[0];
  return error.message + (line === undefined ? "" : ` (line ${line})`);
}
