import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { namedAccounts } from "../kernel/rows/named-accounts.ts";

/** A managed host as operators see it; none of its keys. */
export interface ListedHost extends Pick<Row<"managedHosts">, "key" | "name" | "status" | "lastSeenAt" | "revokedAt"> {
  /** The one account whose password it is given. */
  readonly account: { readonly key: string; readonly targetSystemKey: string; readonly name: string };
}

/** Lists all managed hosts with their accounts, for the operator of this machine. */
export const listManagedHosts = defineOperation<Record<string, never>, readonly ListedHost[]>({
  name: "managedHosts.list",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "MGLS", when: "refusalOnly" },
  async run({ store }) {
    const hosts = await store.select("managedHosts", { orderBy: [["name", "asc"]] });
    const keys = hosts.map(({ managedAccountKey }) => managedAccountKey);
    const rows = keys.length === 0 ? [] : await store.select("managedAccounts", { where: oneOf("key", keys) });
    const accounts = new Map((await namedAccounts(store, rows)).map((account) => [account.key, account]));
    return hosts.map(({ key, name, status, lastSeenAt, revokedAt, managedAccountKey }) => {
      const { targetSystemKey = "", name: accountName = "" } = accounts.get(managedAccountKey) ?? {};
      const account = { key: managedAccountKey, targetSystemKey, name: accountName };
      return { key, name, status, lastSeenAt, revokedAt, account };
    });
  },
});
