import { existsSync } from "node:fs";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

import { ServiceError } from "#domain/errors.ts";
import type { JsonValue } from "#domain/json.ts";
import { pluginMemoryMib } from "#domain/limits.ts";
import type { Logger } from "#platform/log.ts";
import { changeableByOthers } from "#platform/trusted-code.ts";

import { changeableFile } from "./trusted-plugins.ts";

/** One call of a plug-in. */
export interface PluginCall {
  /** Folder of the plug-ins. */
  readonly folder: string;
  /** Name of its file. */
  readonly name: string;
  /** Everything it is told; it gets nothing else of the service. */
  readonly request: JsonValue;
  /** Time after which it is stopped. */
  readonly withinMs: number;
  readonly log: Logger;
}

/** What the thread of a call is given. */
export interface PluginWork {
  readonly address: string;
  readonly request: JsonValue;
}

/** What the thread of a call says. */
export type PluginAnswer =
  | { readonly kind: "log"; readonly message: string }
  | { readonly kind: "failure"; readonly message: string }
  | { readonly kind: "patch"; readonly patch: unknown };

/** What the name of a plug-in must look like: a file of the folder, never a path out of it. */
export const pluginName = /^[A-Za-z0-9][\w.-]{0,99}\.(mjs|js|ts)$/;

const workerFile = new URL(`./plugin-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Calls the function `run` of a plug-in in a thread of its own, without the environment of this process, and gives the
 * patch that it returns, not yet validated. Whatever it does, this process goes on and the call ends in time.
 * @throws PLUGIN_UNUSABLE
 */
export async function runPlugin({ folder, name, request, withinMs, log }: PluginCall): Promise<unknown> {
  if (!hasPlugin(folder, name)) throw unusable(name, "there is no such file");
  const file = join(folder, name);
  const open = changeableByOthers(folder) ?? changeableFile(file);
  if (open !== undefined) throw unusable(name, "others than the service may change it, and the log says how", open);
  const work: PluginWork = { address: pathToFileURL(file).href, request };
  const worker = new Worker(workerFile, {
    workerData: work,
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: pluginMemoryMib },
  });
  try {
    return await answerOf(worker, { name, withinMs, log });
  } finally {
    await worker.terminate();
  }
}

/** Whether the folder of the plug-ins has a file of this name. */
export function hasPlugin(folder: string, name: string): boolean {
  return pluginName.test(name) && existsSync(join(folder, name));
}

/** The error of a plug-in that cannot be used, and why. */
export function unusable(name: string, why: string, detail?: string): ServiceError {
  return new ServiceError("PLUGIN_UNUSABLE", {
    target: name,
    message: `The plug-in '${name}' cannot be used: ${why}. Correct the file in PLUGIN_FOLDER, or the option that names it.`,
    detail,
  });
}

function answerOf(worker: Worker, { name, withinMs, log }: Omit<PluginCall, "folder" | "request">): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unusable(name, `it took longer than ${withinMs} ms`)), withinMs);
    const fail = (why: string, detail?: string) => {
      clearTimeout(timer);
      reject(unusable(name, why, detail));
    };
    worker.on("message", (answer: PluginAnswer) => {
      if (answer.kind === "log") log.info({ plugin: name }, answer.message);
      else if (answer.kind === "failure") fail("it failed, and the log says how", answer.message);
      else {
        clearTimeout(timer);
        resolve(answer.patch);
      }
    });
    worker.on("error", (error: Error) => fail("it failed, and the log says how", error.message));
    worker.on("exit", () => fail("it ended without an answer"));
  });
}
