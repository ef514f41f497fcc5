import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, ge, lt, ne } from "#domain/query/condition.ts";
import { isConflictTold } from "#domain/vault/conflict-notice.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { notice } from "../notices/engine/notice.ts";
import { peopleWhoMay } from "../people/engine/people-who-may.ts";

const failing = ne("failingSince", null);
/** Milliseconds after which a failure is visible at the latest: its transaction has ended. */
const committedMs = 5_000;

/**
 * Notifies the users who may have passwords verified of the number of dependents that have not accepted a password, with the same pauses as
 * for accounts in conflict. Dependents that have accepted it by then are not reported.
 */
export const tellDependants = defineOperation<Record<string, never>, MaintenanceRound>({
  name: "vault.tellDependants",
  callers: ["engine"],
  audit: { operation: "NTST", when: "never" },
  async run(context) {
    const { store, clock } = context;
    const done = { left: false };
    const dependants = await store.count("managedAccountDependants", failing);
    if (dependants === 0) return done;
    const [last] = await store.select("notices", {
      where: { kind: "dependants" },
      orderBy: [["createdAt", "desc"]],
      limit: 1,
    });
    const toldAt = last?.createdAt ?? null;
    const now = clock.now();
    const untold = allOf(
      failing,
      ge("failingSince", (toldAt ?? committedMs) - committedMs),
      lt("failingSince", now - committedMs),
    );
    const [oldest] = await store.select("managedAccountDependants", {
      where: untold,
      orderBy: [["failingSince", "asc"]],
      limit: 1,
    });
    if (!isConflictTold({ untoldSince: oldest?.failingSince ?? null, toldAt, now })) return done;
    const to = await peopleWhoMay(context, policyOf.action("managedAccounts/verify"));
    const fresh = await store.count("managedAccountDependants", untold);
    notice(context, "dependants", { requestKey: null, to, facts: { dependants, fresh } });
    return done;
  },
});
