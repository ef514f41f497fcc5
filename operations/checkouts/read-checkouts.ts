import { z } from "zod";

import { reportedAccountsMax } from "#domain/checkout-limits.ts";
import { allOf, eq, lt, ne, noneOf, related } from "#domain/query/condition.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";

import { phaseViews, type PhaseView } from "../authorization-phases/engine/phases-view.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { type ListedAccount, namedAccounts } from "../kernel/rows/named-accounts.ts";
import { policyNamed } from "../managed-accounts/engine/managed-policy.ts";

const callers = ["engine"] as const;
const audit = { operation: "MGLS", when: "refusalOnly" } as const;

/** Makes a read of the rows of one managed system policy, which must exist. */
function readOfPolicy<Output>(name: string, read: (context: CallContext, id: string) => Promise<Output>) {
  return defineOperation({
    name,
    kind: "read",
    input: z.strictObject({ id: z.string() }),
    callers,
    audit,
    async run(context, { id }): Promise<Output> {
      await policyNamed(context, id);
      return read(context, id);
    },
  });
}

/**
 * Lists the permissions for the passwords under a managed system policy, for the operator of this machine.
 * @throws MANAGED_SYSTEM_POLICY_UNKNOWN
 */
export const listCheckoutRights = readOfPolicy("checkoutRights.list", async ({ store }, policyId) => {
  const rows = await store.select("checkoutRights", { where: { policyId } });
  return rows.toSorted((one, other) =>
    `${one.right} ${one.userClassId}` < `${other.right} ${other.userClassId}` ? -1 : 1,
  );
});

/**
 * Lists the commands that may be run with passwords under a managed system policy, for the operator of this machine.
 * @throws MANAGED_SYSTEM_POLICY_UNKNOWN
 */
export const listListedCommands = readOfPolicy("listedCommands.list", ({ store }, policyId) =>
  store.select("listedCommands", { where: { policyId }, orderBy: [["name", "asc"]] }),
);

/**
 * Shows who authorizes check-outs under a managed system policy, for the operator of this machine.
 * @throws MANAGED_SYSTEM_POLICY_UNKNOWN
 */
export const showCheckoutPhases = readOfPolicy(
  "checkoutPhases.show",
  async (context, id): Promise<readonly PhaseView[]> =>
    (await phaseViews(context, "managedSystemPolicy", [id])).get(id) ?? [],
);

/** A managed account whose password needs attention, with the reason. */
export interface ReportedAccount extends Pick<
  ListedAccount,
  "key" | "targetSystemKey" | "name" | "policyId" | "status"
> {
  /** `overdue`: it should have been changed; `unconfirmed`: no password of it was ever confirmed; `returned`: it was handed out and is not changed yet. */
  readonly why: "overdue" | "unconfirmed" | "returned";
  /** Since when it should have been changed, in milliseconds UTC; null = that is not known. */
  readonly since: number | null;
}

/** Reports passwords that are older than their interval, were never confirmed, or were returned and not changed, for the operator of this machine. */
export const reportManagedAccounts = defineOperation<Record<string, never>, readonly ReportedAccount[]>({
  name: "managedAccounts.report",
  kind: "read",
  callers,
  audit,
  async run({ store, clock }) {
    const isManaged = allOf(ne("policyId", historicalPolicyId), eq("disabledReason", null));
    const never = allOf(isManaged, noneOf(related("passwordHistory", eq("status", "C"))));
    const returned = allOf(isManaged, related("checkouts", eq("awaitsChange", true)));
    const late = allOf(isManaged, lt("nextRandomized", clock.now()));
    const found: ReportedAccount[] = [];
    for (const [why, where] of [
      ["overdue", late],
      ["unconfirmed", never],
      ["returned", returned],
    ] as const) {
      const rows = await store.select("managedAccounts", {
        where,
        orderBy: [["key", "asc"]],
        limit: reportedAccountsMax,
      });
      for (const { key, targetSystemKey, name, policyId, status, nextRandomized } of await namedAccounts(store, rows))
        found.push({
          key,
          targetSystemKey,
          name,
          policyId,
          status,
          why,
          since: why === "overdue" ? nextRandomized : null,
        });
    }
    return found;
  },
});
