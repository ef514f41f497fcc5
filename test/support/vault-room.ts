import { Secret } from "#connectors/contract/index.ts";
import { addEntries, lockTrees } from "#operations/vault/engine/entries.ts";
import type { Save } from "#store/tables.ts";

import type { RequestRoom } from "./request-room.ts";
import { callerOf } from "./service.ts";

const caller = callerOf({ key: "", id: "engine", superuser: false }, { kind: "engine", key: null });
const call = { caller, visible: new Map(), operationId: null, startedAt: 0 };

/** An open order of the vault, with its account and entries. */
export interface OpenedOrder {
  readonly orderKey: string;
  readonly managedAccountKey: string;
  /** Key of the confirmed entry. */
  readonly oldKey: string;
  /** Key of the entry that is to be set. */
  readonly newKey: string;
}

/** Password of the entry that is to be set. */
export const newPassword = "the-new-password";
/** Current password of the account. */
export const oldPassword = "the-old-password";

/** Opens an order that sets the next password of a managed account on a target, under a policy of its own. */
export async function openVaultOrder(
  { store, context }: Pick<RequestRoom, "store" | "context">,
  targetSystemKey: string,
  rules: Partial<Save<"managedSystemPolicies">> = {},
): Promise<OpenedOrder> {
  const { ids, clock } = context;
  const [managedAccountKey, accountKey, orderKey, runKey] = [ids.guid(), ids.guid(), ids.guid(), ids.guid()];
  const names = { stableId: accountKey, longId: "root", shortId: "root", displayId: "root" };
  const policyId = `policy-${managedAccountKey}`;
  const told = { description: "", changeIntervalHours: 720, checkoutMaxMinutes: 60, disclosurePlugins: [] };
  const now = clock.now();
  return store.transaction(async () => {
    const managed = { mode: "push", managedByNode: store.node, enabled: true } as const;
    await store.add("managedSystemPolicies", { id: policyId, ...managed, ...told, ...rules });
    await store.add("accounts", { key: accountKey, targetSystemKey, ...names });
    const account = { accountKey, managedSystemKey: "system", policyId, status: "U" } as const;
    await store.add("managedAccounts", { key: managedAccountKey, ...account });
    const run = { kind: "randomize", reason: "asked", requestId: "call", state: "running" } as const;
    await store.add("runs", { key: runKey, ...run, createdAt: now });
    const of = { managedAccountKey, createdBy: null, runKey };
    const add = async (entry: { secret: Secret; origin: "imported" | "randomized" }) => {
      const trees = await lockTrees(context, [managedAccountKey]);
      const [added] = await addEntries({ ...context, ...call }, trees, [{ ...of, ...entry }]);
      return added?.key ?? "";
    };
    const oldKey = await add({ secret: new Secret(oldPassword), origin: "imported" });
    await store.save("vaultEntries", { key: oldKey, status: "C", settledAt: now, openedAt: now - 60_000 });
    const newKey = await add({ secret: new Secret(newPassword), origin: "randomized" });
    const order = { runKey, managedAccountKey, openAccountKey: managedAccountKey, targetSystemKey, entryKey: newKey };
    const proxyServer = targetSystemKey === "T1" ? "local" : "other";
    await store.add("vaultOrders", { key: orderKey, ...order, proxyServer, act: "set", createdAt: now });
    return { orderKey, managedAccountKey, oldKey, newKey };
  });
}
