import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, ge, lt, ne } from "#domain/query/condition.ts";
import { isConflictTold } from "#domain/vault/conflict-notice.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { notice } from "../notices/engine/notice.ts";
import { peopleWhoMay } from "../people/engine/people-who-may.ts";

const failing = ne("failingSince", null);
/** What has failed by now is seen so much later at the latest: its transaction has ended. */
const committedMs = 5_000;

/**
 * Tells those who may have passwords verified how many dependants of managed accounts have not taken a password, by the same pauses by
 * which they are told of accounts in conflict. What has taken it by then is told to nobody.
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
