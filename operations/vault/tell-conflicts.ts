import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { countedKeys } from "#domain/notices/counted-keys.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, anyOf, eq, ge, lt } from "#domain/query/condition.ts";
import { conflictSystemsToldMax } from "#domain/vault-run-limits.ts";
import { isConflictTold } from "#domain/vault/conflict-notice.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { notice } from "../notices/engine/notice.ts";
import { peopleWhoMay } from "../people/engine/people-who-may.ts";

const inConflict = eq("status", "conflict");
/** Milliseconds after which a conflict is visible at the latest: its transaction has ended. */
const committedMs = 5_000;

/**
 * Notifies the users who may have passwords verified of the number of managed accounts in conflict, and of their managed systems, if some
 * are new: at most once an hour, and again each day while conflicts last. Conflicts settled by then are not reported.
 */
export const tellConflicts = defineOperation<Record<string, never>, MaintenanceRound>({
  name: "vault.tellConflicts",
  callers: ["engine"],
  audit: { operation: "NTST", when: "never" },
  async run(context) {
    const { store, clock } = context;
    const done = { left: false };
    const now = clock.now();
    const seen = anyOf(eq("conflictSince", null), lt("conflictSince", now - committedMs));
    if ((await store.count("managedAccounts", allOf(inConflict, seen))) === 0) return done;
    const [last] = await store.select("notices", {
      where: { kind: "conflicts" },
      orderBy: [["createdAt", "desc"]],
      limit: 1,
    });
    const toldAt = last?.createdAt ?? null;
    const untold = allOf(
      inConflict,
      ge("conflictSince", (toldAt ?? committedMs) - committedMs),
      lt("conflictSince", now - committedMs),
    );
    const [oldest] = await store.select("managedAccounts", {
      where: untold,
      orderBy: [["conflictSince", "asc"]],
      limit: 1,
    });
    if (!isConflictTold({ untoldSince: oldest?.conflictSince ?? null, toldAt, now })) return done;
    const to = await peopleWhoMay(context, policyOf.action("managedAccounts/verify"));
    const accounts = await store.count("managedAccounts", inConflict);
    const counts = await store.countBy("managedAccounts", "managedSystemKey", inConflict);
    const systems = countedKeys(counts, conflictSystemsToldMax);
    const moreSystems = Math.max(0, counts.size - conflictSystemsToldMax);
    const fresh = await store.count("managedAccounts", untold);
    notice(context, "conflicts", { requestKey: null, to, facts: { accounts, systems, moreSystems, fresh } });
    return done;
  },
});
