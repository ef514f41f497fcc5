import { fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleWithSourceMap } from "@temporalio/worker";

import { cachedWorkflowCode, type WorkflowCode } from "./workflow-code-cache.ts";

// TypeScript here, JavaScript in the published package.
const beside = (path: string) => fileURLToPath(new URL(`${path}${extname(import.meta.url)}`, import.meta.url));

/** Bundles all workflows in this process, which keeps the memory for it: some 250 MB. */
export function bundleWorkflows(): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({ workflowsPath: beside("../../workflows/index"), logger: new DefaultLogger("WARN") });
}

/**
 * Returns the bundle of all workflows from the cache, or makes it in a process of its own, so that its memory is freed.
 * @throws Error when that process ends without a bundle; it says why on its standard error
 */
export async function workflowCode(): Promise<WorkflowCode> {
  return cachedWorkflowCode(bundleApart);
}

async function bundleApart(): Promise<WorkflowCode> {
  const child = fork(beside("./bundle-process"), { serialization: "advanced" });
  const ended = once(child, "close").then(([code]: unknown[]): never => {
    throw new Error(`The workflows could not be bundled: the process for it has ended with ${String(code)}.`);
  });
  const [bundle] = (await Promise.race([once(child, "message"), ended])) as [WorkflowCode];
  // The process ends by itself now; no one waits for it.
  ended.catch(() => undefined);
  return bundle;
}
