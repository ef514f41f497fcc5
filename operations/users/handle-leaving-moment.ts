import { z } from "zod";

import { momentWaitMsMax } from "#domain/engine-limits.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import type { NamedReplacements } from "../kernel/leaver-step.ts";

/**
 * Continues a step of leaving whose moment has come, which this process has leased: it handles some objects, and is done when there are no
 * more. Not handled if another process has done it, or the person has returned.
 */
export const handleLeavingMoment = defineOperation({
  name: "users.handleLeavingMoment",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "USTM", when: "never" },
  async prepare(context, { key }): Promise<NamedReplacements> {
    const row = await context.store.get("leavingSteps", key);
    if (row?.state !== "open" || row.step === "signIn") return new Map();
    const step = await context.tables.leaverStep(row.step);
    return (await step.prepare?.(context, row.userKey)) ?? new Map();
  },
  async run(context, { key }, named): Promise<{ handled: boolean }> {
    const { store, clock, caller } = context;
    const row = await store.lock("leavingSteps", key);
    if (!(await store.moments.take(key))) return { handled: false };
    if (row?.state !== "open" || row.step === "signIn") return { handled: true };
    const step = await context.tables.leaverStep(row.step);
    const { items, more, againAtMs = clock.now() } = await step.handle(context, row.userKey, named);
    const handled = row.items + items;
    if (more) {
      await store.save("leavingSteps", { key, items: handled });
      await store.moments.set({ key, kind: "leavingStep", at: Math.min(againAtMs, clock.now() + momentWaitMsMax) });
      return { handled: true };
    }
    await store.save("leavingSteps", { key, items: handled, state: "done", doneAt: clock.now() });
    await store.audit({
      sessid: caller.sessid,
      operation: "USLS",
      result: "S",
      actor: caller.id,
      recipient: row.userKey,
      ident: row.step,
      requestId: caller.requestId,
      message: `${row.step}: ${handled}`,
    });
    return { handled: true };
  },
});
