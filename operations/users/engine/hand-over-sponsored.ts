import { isAbove } from "#domain/identity/manager-line.ts";
import { leavingPageMax } from "#domain/people-limits.ts";
import { allOf, eq } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { StepProgress } from "../../kernel/leaver-step.ts";
import { presentManagerOf } from "../../kernel/rows/present-manager.ts";
import { peopleAbove } from "./check-user.ts";
import { lookAtUser } from "./follow-stay.ts";

/**
 * Hands the people whom a leaver sponsors over to the manager of the leaver, in the current transaction. Where there is no manager who may
 * be the sponsor, the person has none anymore, which is marked and told like with people of sources.
 */
export async function handOverSponsored(context: CallContext, userKey: string): Promise<StepProgress> {
  const { store } = context;
  const found = await store.select("users", { where: allOf(eq("sponsorKey", userKey)), limit: leavingPageMax });
  const managerKey = await presentManagerOf(context, userKey);
  const sponsors = await peopleAbove(store, "sponsorKey", managerKey === null ? [] : [managerKey]);
  for (const { key } of found) {
    const isFit = managerKey !== null && !isAbove(key, managerKey, sponsors);
    await store.save("users", { key, sponsorKey: isFit ? managerKey : null });
    await lookAtUser(context, key);
  }
  return { items: found.length, more: found.length === leavingPageMax };
}
