import { leaverStepNames } from "#domain/identity/leaver-steps.ts";
import { allOf, eq, ge } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { saveAndEndTokens } from "../../identity/engine/end-tokens.ts";
import type { CallContext } from "../../kernel/context.ts";
import { stopMoveReviews } from "./move-reviews.ts";

type User = Row<"users">;

/** Returns true if everything of the end of a user has been begun. */
export async function hasBegunLeaving({ store }: Pick<CallContext, "store">, { key, endsAt }: User): Promise<boolean> {
  const since = allOf(eq("userKey", key), ge("begunAt", endsAt ?? 0));
  return endsAt !== null && (await store.count("leavingSteps", since)) > 0;
}

/**
 * Disables a locked user who leaves and begins every step of leaving, in the current transaction. Each step has a moment of its own, so
 * that one that fails delays no other. A user whom an administrator has disabled stays so.
 */
export async function beginLeaving(context: CallContext, user: User): Promise<void> {
  const { store, ids, clock } = context;
  const isBarred = user.disabled && user.disabledBy === "administrator";
  await saveAndEndTokens(context, user, { disabled: true, disabledBy: isBarred ? "administrator" : "leaving" });
  await stopMoveReviews(context, user.key);
  const now = clock.now();
  const earlier = await store.select("leavingSteps", { where: { userKey: user.key } });
  for (const step of leaverStepNames) {
    const isDone = step === "signIn";
    const key = earlier.find((row) => row.step === step)?.key ?? ids.guid();
    const row = { key, userKey: user.key, step, begunAt: now };
    if (isDone) await store.save("leavingSteps", { ...row, state: "done", items: 1, doneAt: now });
    else {
      await store.save("leavingSteps", { ...row, state: "open", items: 0, doneAt: null, requestKey: null });
      await store.moments.set({ key, kind: "leavingStep", at: now });
    }
  }
}

/** Stops the steps of leaving of a locked user who has returned, in the current transaction. */
export async function stopLeaving(context: CallContext, userKey: string): Promise<void> {
  const { store, tables } = context;
  for (const { key, step } of await store.select("leavingSteps", { where: { userKey, state: "open" } })) {
    if (step !== "signIn") await (await tables.leaverStep(step)).stopped?.(context, userKey);
    await store.save("leavingSteps", { key, state: "stopped" });
    await store.moments.clear(key);
  }
}
