import { z } from "zod";

import { dependantsListedMax } from "#domain/managed-account-limits.ts";
import { allOf, eq, ne, oneOf } from "#domain/query/condition.ts";
import type { Store } from "#store/store.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { namedAccounts } from "../kernel/rows/named-accounts.ts";
import { type DependantRow, dependantsOf } from "../vault/engine/dependants.ts";
import { readTrees } from "../vault/engine/entries.ts";

/** A dependent as operators see it. */
export interface ListedDependant extends Omit<DependantRow, "triedAt"> {
  /** Target system and name of the managed account. */
  readonly of: string;
  /** Target system and name of the dependent account, or the plug-in with its setting. */
  readonly name: string;
  /** Place in the order, from 1. */
  readonly place: number;
  /** State: it has the confirmed password (C), was never told one (new), or may have another one (U). */
  readonly state: "C" | "U" | "new";
}

/** Lists the dependents of a managed account or of all, in their order, for the operator of this machine. */
export const listDependants = defineOperation({
  name: "managedAccountDependants.listed",
  kind: "read",
  input: z.strictObject({ managedAccountKey: keyInput.optional(), failing: z.boolean().default(false) }),
  callers: ["engine"],
  audit: { operation: "MGLS", when: "refusalOnly" },
  async run({ store }, { managedAccountKey, failing }): Promise<readonly ListedDependant[]> {
    const rows = await store.select("managedAccountDependants", {
      where: allOf(
        ...(managedAccountKey === undefined ? [] : [eq("managedAccountKey", managedAccountKey)]),
        ...(failing ? [ne("failingSince", null)] : []),
      ),
      orderBy: [
        ["managedAccountKey", "asc"],
        ["sequence", "asc"],
      ],
      limit: dependantsListedMax,
    });
    const keys = [...new Set(rows.map((row) => row.managedAccountKey))];
    const trees = await readTrees(store, keys);
    const managed = await namedAccounts(
      store,
      [...trees.values()].map(({ account }) => account),
    );
    const names = await namesOf(store, rows);
    const turns = await dependantsOf(store, keys);
    return rows.map((row) => {
      const of = managed.find(({ key }) => key === row.managedAccountKey);
      const head = trees.get(row.managedAccountKey)?.tree.head?.key;
      const place = (turns.get(row.managedAccountKey) ?? []).findIndex(({ key }) => key === row.key) + 1;
      const { triedAt: _, ...shown } = row;
      const where = { of: `${of?.targetSystemKey} ${of?.name}`, name: names.get(row.key) ?? "", place };
      return { ...shown, ...where, state: stateOf(row, head) };
    });
  },
});

function stateOf({ toldEntryKey, heldEntryKey }: DependantRow, head: string | undefined): ListedDependant["state"] {
  if (heldEntryKey !== null && heldEntryKey === head) return "C";
  return toldEntryKey === null ? "new" : "U";
}

/** Returns the names of dependents, by their keys. */
async function namesOf(
  store: Pick<Store, "select">,
  rows: readonly DependantRow[],
): Promise<ReadonlyMap<string, string>> {
  const accountKeys = rows.flatMap(({ accountKey }) => accountKey ?? []);
  const found = await store.select("accounts", { where: oneOf("key", accountKeys) });
  const accounts = new Map(found.map((row) => [row.key, `${row.targetSystemKey} ${row.shortId}`]));
  return new Map(
    rows.map(({ key, accountKey, plugin, setting }) => {
      const words =
        plugin === null ? `${accountKey} (gone)` : [plugin, setting].filter((word) => word !== null).join(" ");
      return [key, accounts.get(accountKey ?? "") ?? words];
    }),
  );
}
