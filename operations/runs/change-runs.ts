import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import type { Run } from "../kernel/run-kind.ts";
import { kindOf } from "./engine/kind-of.ts";
import { changeRun, type WantedState } from "./engine/run-life.ts";

const seen = policyOf.get("runs");
const input = z.strictObject({ key: keyInput });
const callers = ["user", "engine"] as const;
const policiesOf = (name: string) => [{ name: seen, rows: true }, { name }];
const audit = (words: string) =>
  ({
    operation: "VRCH",
    describe: ({ key }: { readonly key: string }) => ({ ident: key, batchId: key, message: words }),
  }) as const;

/**
 * Pauses a run: it sends nothing until it is resumed; a proxy completes the orders that it holds.
 * @throws NOT_FOUND, FORBIDDEN, VAULT_RUN_OVER
 */
export const pauseRun = defineOperation({
  name: "runs.pause",
  input,
  callers,
  policies: policiesOf(policyOf.action("runs/pause")),
  audit: audit("paused"),
  run: (context, { key }) => change(context, key, "paused"),
});

/**
 * Resumes a paused run.
 * @throws NOT_FOUND, FORBIDDEN, VAULT_RUN_OVER
 */
export const resumeRun = defineOperation({
  name: "runs.resume",
  input,
  callers,
  async proof(context, { key }) {
    const run = await context.store.get("runs", key);
    return run !== undefined && (await kindOf(context, run)).resumesByProof === true;
  },
  policies: policiesOf(policyOf.action("runs/resume")),
  audit: audit("resumed"),
  run: (context, { key }) => change(context, key, "resumed"),
});

/**
 * Stops a run: accounts that it has not begun stay unchanged. A proxy completes the orders that it holds; the password of such an account
 * is uncertain until the target says which one opens it.
 * @throws NOT_FOUND, FORBIDDEN, VAULT_RUN_OVER
 */
export const stopRun = defineOperation({
  name: "runs.stop",
  input,
  callers,
  policies: policiesOf(policyOf.action("runs/stop")),
  audit: audit("stopped"),
  run: (context, { key }) => change(context, key, "stopped"),
});

async function change(context: CallContext, key: string, wanted: WantedState): Promise<Run> {
  return changeRun(context, await lockedRow(context, { table: "runs", key, policy: seen }), wanted);
}
