import { timeZone } from "#domain/calendar/time-zone.ts";
import type { RunTerms } from "#domain/vault/due-accounts.ts";

import type { CallContext } from "../../context.ts";

/** What the accounts of runs are chosen by at this moment. */
export async function runTerms({
  store,
  settings,
  clock,
}: Pick<CallContext, "store" | "settings" | "clock">): Promise<RunTerms> {
  return { policies: await store.select("managedSystemPolicies"), zone: timeZone(settings.timeZone), now: clock.now() };
}
