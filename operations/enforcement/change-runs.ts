import { z } from "zod";

import { enforcementUsersMax, threadsMax } from "#domain/enforcement-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { ModuleName } from "#domain/module-name.ts";
import { policyOf } from "#domain/policy-name.ts";
import { enforcementKinds } from "#domain/roles/differences.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { beginRun, wakeRun } from "./engine/begin-run.ts";
import { limitsOf } from "./engine/search-limits.ts";

type Run = Row<"enforcementRuns">;

const callers = ["user", "engine"] as const;
const input = z.strictObject({ key: keyInput });
const audit = (words: string) =>
  ({
    operation: "ENCH",
    describe: ({ key }: { readonly key: string }) => ({ ident: key, message: words }),
  }) as const;

/** Choice of a run. */
export const runInput = {
  kind: z.enum(enforcementKinds),
  userKeys: z.array(keyInput).min(1).max(enforcementUsersMax).nullish(),
} as const;

/**
 * Begins a run of autores or rbacenforce: a hub finds the differences, and submits the requests that resolve them. An earlier run that waits
 * for a confirmation is replaced by one over everybody. What psupdate begins is a part of its nightly order.
 * @throws FORBIDDEN, USER_UNKNOWN
 */
export const startEnforcement = defineOperation({
  name: "enforcementRuns.start",
  input: z.strictObject({
    ...runInput,
    threads: z.int().min(1).max(threadsMax).nullish(),
  }),
  callers,
  policies: [{ name: policyOf.create("enforcementRuns") }],
  audit: {
    operation: "ENRN",
    describe: ({ kind }, output?: Run) => ({ ident: output?.key ?? null, message: kind }),
  },
  async run(context, { kind, userKeys, threads }): Promise<Run> {
    const { store, caller } = context;
    const limits = await limitsOf(context, userKeys ?? null);
    if (limits.userKeys === null)
      for (const { key } of await store.select("enforcementRuns", { where: { kind, state: "confirming" } })) {
        await store.save("enforcementRuns", { key, state: "stopped" });
        await wakeRun(context, key);
      }
    const reason = caller.module === ModuleName.Psupdate ? "nightly" : "asked";
    return beginRun(context, { kind, reason, userKeys: limits.userKeys, threads: threads ?? undefined });
  },
});

/**
 * Pauses a run: no further request is submitted until it is resumed.
 * @throws NOT_FOUND, FORBIDDEN, ENFORCEMENT_OVER
 */
export const pauseEnforcement = defineOperation({
  name: "enforcementRuns.pause",
  input,
  callers,
  policies: policiesOfChange("action", "enforcementRuns/pause"),
  audit: audit("paused"),
  run: (context, { key }) => change(context, key, ({ state }) => (state === "confirming" ? state : "paused")),
});

/**
 * Resumes a paused run where it was.
 * @throws NOT_FOUND, FORBIDDEN, ENFORCEMENT_OVER
 */
export const resumeEnforcement = defineOperation({
  name: "enforcementRuns.resume",
  input,
  callers,
  policies: policiesOfChange("action", "enforcementRuns/resume"),
  audit: audit("resumed"),
  run: (context, { key }) =>
    change(context, key, ({ state, startedAt }) =>
      state === "paused" ? (startedAt === null ? "queued" : "running") : state,
    ),
});

/**
 * Stops a run: requests that it has submitted go on, the others are not submitted.
 * @throws NOT_FOUND, FORBIDDEN, ENFORCEMENT_OVER
 */
export const stopEnforcement = defineOperation({
  name: "enforcementRuns.stop",
  input,
  callers,
  policies: policiesOfChange("action", "enforcementRuns/stop"),
  audit: audit("stopped"),
  run: (context, { key }) => change(context, key, () => "stopped"),
});

/**
 * Confirms the removals of a run that waits for it; the run goes on with what it has found.
 * @throws NOT_FOUND, FORBIDDEN, ENFORCEMENT_OVER, ENFORCEMENT_NOT_WAITING
 */
export const confirmEnforcement = defineOperation({
  name: "enforcementRuns.confirm",
  input,
  callers,
  policies: policiesOfChange("action", "enforcementRuns/confirm"),
  audit: audit("confirmed"),
  run: (context, { key }) =>
    change(
      context,
      key,
      ({ state }) => {
        if (state !== "confirming") throw new ServiceError("ENFORCEMENT_NOT_WAITING", { target: "key" });
        return "running";
      },
      { confirmedBy: context.caller.key },
    ),
});

async function change(
  context: CallContext,
  key: string,
  next: (run: Run) => Run["state"],
  changes: Partial<Pick<Run, "confirmedBy">> = {},
): Promise<Run> {
  const run = await lockedRow(context, { table: "enforcementRuns", key, policy: policyOf.get("enforcementRuns") });
  if (run.endedAt !== null || run.state === "stopped") throw new ServiceError("ENFORCEMENT_OVER", { target: "key" });
  const state = next(run);
  if (state === run.state) return run;
  await wakeRun(context, key);
  return context.store.save("enforcementRuns", { key, state, ...changes });
}
