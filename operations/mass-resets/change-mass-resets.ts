import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { changeRun, type WantedState } from "../runs/engine/run-life.ts";

const callers = ["user", "engine"] as const;
const input = z.strictObject({ key: keyInput });
const audit = (words: string) =>
  ({
    operation: "PMCH",
    describe: ({ key }: { readonly key: string }) => ({ ident: key, batchId: key, message: words }),
  }) as const;

/**
 * Pauses a mass reset: nothing further is sent until it is resumed; what a proxy has in its hands ends.
 * @throws NOT_FOUND, FORBIDDEN, MASS_RESET_NOT_STARTED, MASS_RESET_OVER
 */
export const pauseMassReset = defineOperation({
  name: "massResets.pause",
  input,
  callers,
  policies: policiesOfChange("action", "massResets/pause"),
  audit: audit("paused"),
  run: (context, { key }) => change(context, key, "paused"),
});

/**
 * Resumes a paused mass reset. If it has paused by itself, failures count anew from now on, and canary accounts no longer hold up the others.
 * @throws NOT_FOUND, FORBIDDEN, MASS_RESET_NOT_STARTED, MASS_RESET_OVER
 */
export const resumeMassReset = defineOperation({
  name: "massResets.resume",
  input,
  callers,
  proof: "fresh",
  policies: policiesOfChange("action", "massResets/resume"),
  audit: audit("resumed"),
  run: (context, { key }) => change(context, key, "resumed"),
});

/**
 * Stops a mass reset: accounts that were not begun keep their passwords. What a proxy has in its hands ends, and is in the report.
 * @throws NOT_FOUND, FORBIDDEN, MASS_RESET_NOT_STARTED, MASS_RESET_OVER
 */
export const stopMassReset = defineOperation({
  name: "massResets.stop",
  input,
  callers,
  policies: policiesOfChange("action", "massResets/stop"),
  audit: audit("stopped"),
  run: (context, { key }) => change(context, key, "stopped"),
});

async function change(context: CallContext, key: string, wanted: WantedState): Promise<Row<"massResets">> {
  // In the order of the steps of the run, which lock it first.
  const run = await context.store.lock("runs", key);
  const { state, endedAt } = await visibleRow(context, { table: "massResets", key });
  if (state === "draft") throw new ServiceError("MASS_RESET_NOT_STARTED", { target: "key" });
  if (run === undefined || endedAt !== null || state === "stopped")
    throw new ServiceError("MASS_RESET_OVER", { target: "key" });
  await changeRun(context, run, wanted);
  return visibleRow(context, { table: "massResets", key });
}
