import { z } from "zod";

import { endWarningAt } from "#domain/access/end-warning.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { isLeading } from "../kernel/leading-node.ts";
import { notice } from "../notices/engine/notice.ts";
import { endAccess, tellEnded } from "./engine/end-access.ts";
import { lockSameAccess } from "./engine/same-access.ts";

/**
 * Handles the due moment of access with an end, which this process has leased: its holder is warned, or it ends. Not handled if another
 * process has done it. Of several nodes one does it; the others look again, in case it has become their turn.
 */
export const handleGrantMoment = defineOperation({
  name: "access.handleMoment",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "GRMO", when: "never" },
  async run(context, { key }): Promise<{ handled: boolean }> {
    const { store, clock } = context;
    const known = await store.get("grants", key);
    const same = known === undefined ? [] : await lockSameAccess(store, known);
    const grant = await store.lock("grants", key);
    if (!(await store.moments.take(key))) return { handled: false };
    if (!grant || grant.until === null) return { handled: true };
    if (!(await isLeading(context))) {
      if (grant.endedAt === null)
        await store.moments.set({ key, kind: "grant", at: Math.max(grant.until, clock.now()) + lookAgainMs });
      return { handled: true };
    }
    const others = same.filter((one) => one.key !== key);
    if (grant.endedAt !== null) {
      // Access that another grant gives has not ended.
      if (grant.endedBecause === "expired" && others.length === 0) tellEnded(context, grant);
      return { handled: true };
    }
    if (grant.until <= clock.now()) await endAccess(context, grant, others);
    else await warnOrWait(context, { ...grant, until: grant.until }, others);
    return { handled: true };
  },
});

/** Warns of the end of access at its time, unless another grant gives the access for longer. */
async function warnOrWait(
  context: CallContext,
  grant: Row<"grants"> & { readonly until: number },
  others: readonly Row<"grants">[],
): Promise<void> {
  const { store, clock, settings } = context;
  const { key, from, until, userKey, requestKey, warnedFor } = grant;
  const warnAt = warnedFor === until ? undefined : endWarningAt({ from, until }, settings.accessEndNoticeHours);
  if (warnAt !== undefined && warnAt > clock.now()) return store.moments.set({ key, kind: "grant", at: warnAt });
  await store.moments.set({ key, kind: "grant", at: until });
  const isLasting = others.some((other) => other.until === null || other.until > until);
  if (warnAt === undefined || isLasting) return;
  await store.save("grants", { key, warnedFor: until });
  const holder = userKey === null ? undefined : await store.get("users", userKey);
  const to = [userKey, holder?.managerKey ?? null].filter((one) => one !== null);
  const hours = Math.max(1, Math.round((until - clock.now()) / hourMs));
  if (to.length > 0)
    notice(context, "accessEnding", { requestKey, to, facts: { grantKey: key, holderKey: userKey ?? "", hours } });
}

const hourMs = 60 * 60 * 1000;
/** Pause between two looks of a node at access that another one is to end. */
const lookAgainMs = 60_000;
