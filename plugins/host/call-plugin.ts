import { existsSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

import type { z } from "zod";

import { pluginMemoryMib, pluginWordsMaxCharacters } from "#domain/limits.ts";
import type { PluginKind, PluginKinds } from "#plugins/contract/index.ts";

import { type PluginKindDefinition, pluginKinds } from "./plugin-kinds.ts";

/** One call of a plug-in. */
export interface PluginCall<Kind extends PluginKind> {
  readonly file: string;
  readonly kind: Kind;
  /** Everything it is told; it gets nothing else of the service. */
  readonly request: PluginKinds[Kind]["request"];
  /** Absent = as its kind says. */
  readonly withinMs?: number;
  /** Hears what it says to the log. */
  log(text: string): void;
}

/** What the thread of a call is given. */
export interface PluginWork {
  readonly address: string;
  readonly request: unknown;
}

/** What the thread of a call says. */
export type PluginAnswer =
  | { readonly kind: "log"; readonly message: string }
  | { readonly kind: "failure"; readonly message: string }
  | { readonly kind: "patch"; readonly patch: unknown };

/** Why a plug-in cannot be used: in our words, and in its own where it has some. */
export class PluginFailure extends Error {
  override readonly name = "PluginFailure";
  /** What it has thrown, cut where it is long. */
  readonly own: string | undefined;

  constructor(why: string, own?: string) {
    super(why);
    this.own = own?.slice(0, pluginWordsMaxCharacters);
  }
}

/** What the name of a plug-in must look like: a file of the folder, never a path out of it. */
export const pluginName = /^[A-Za-z0-9][\w.-]{0,99}\.(mjs|js|ts)$/;

/**
 * Calls the function `run` of a plug-in in a thread of its own, without the environment of this process, and gives the
 * patch that it returns, checked. Whatever it does, this process goes on and the call ends in time.
 * @throws PluginFailure
 */
export async function callPlugin<Kind extends PluginKind>(call: PluginCall<Kind>): Promise<PluginKinds[Kind]["patch"]> {
  const { file, kind, request, log } = call;
  const definition: PluginKindDefinition<Kind> = pluginKinds[kind];
  if (!pluginName.test(basename(file)))
    throw new PluginFailure(
      "its name is not made of letters, digits, '_', '.' and '-' with .mjs, .js or .ts at its end",
    );
  if (!existsSync(file)) throw new PluginFailure("there is no such file");
  const work: PluginWork = { address: pathToFileURL(resolve(file)).href, request };
  const worker = new Worker(workerFile, {
    workerData: work,
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: pluginMemoryMib },
  });
  try {
    const patch = definition.patch.safeParse(await answerOf(worker, call.withinMs ?? definition.withinMs, log));
    const unfit = patch.success ? definition.unfit(patch.data, request) : wordsOf(patch.error);
    if (!patch.success || unfit !== undefined) throw new PluginFailure(`what it returns does not fit (${unfit})`);
    return patch.data;
  } finally {
    await worker.terminate();
  }
}

/** What is wrong with a value that a plug-in gets or gives: each field with its rule. */
export function wordsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`)).join("; ");
}

const workerFile = new URL(`./plugin-worker${extname(import.meta.url)}`, import.meta.url);

function answerOf(worker: Worker, withinMs: number, log: (text: string) => void): Promise<unknown> {
  return new Promise((settle, reject) => {
    const fail = (why: string, own?: string) => {
      clearTimeout(timer);
      reject(new PluginFailure(why, own));
    };
    const timer = setTimeout(() => fail(`it took longer than ${withinMs} ms`), withinMs);
    worker.on("message", (answer: PluginAnswer) => {
      if (answer.kind === "log") log(answer.message);
      else if (answer.kind === "failure") fail("it failed", answer.message);
      else {
        clearTimeout(timer);
        settle(answer.patch);
      }
    });
    worker.on("error", (error: Error) => fail("it failed", error.message));
    worker.on("exit", () => fail("it ended without an answer"));
  });
}
