import { ofPolicy } from "#domain/discovery/import-rules.ts";
import type { ManagementMode } from "#domain/discovery/management-mode.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import { historical } from "#domain/vault/historical-policy.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import type { UsableRule } from "./compile-import-rules.ts";

/** Carries a rule out on a target system, in the current transaction. */
export async function importSystem(
  context: CallContext,
  { row: { action, policyId }, rule: { policyMode } }: UsableRule,
  target: Row<"targetSystems">,
): Promise<void> {
  const { store } = context;
  if (action === "bind") {
    if (policyId !== null && policyMode !== null) await bindSystem(context, target, { policyId, mode: policyMode });
    return;
  }
  for (const system of await store.select("managedSystems", { where: { targetSystemKey: target.id } })) {
    await loosenSystem(context, system.key, action === "unbind" ? policyId : null);
    if (action === "unbind") continue;
    const isKept = (await store.count("managedAccounts", { managedSystemKey: system.key })) > 0;
    if (isKept) await store.save("managedSystems", { key: system.key, enabled: false });
    else await store.remove("managedSystems", system.key);
  }
}

async function bindSystem(
  { store, ids }: CallContext,
  { id, description, type }: Row<"targetSystems">,
  { policyId, mode }: { readonly policyId: string; readonly mode: ManagementMode },
): Promise<void> {
  let [system] = await store.select("managedSystems", { where: { targetSystemKey: id }, limit: 1 });
  if (!system) {
    const key = ids.guid();
    const isTaken = (await store.count("managedSystems", { id })) > 0;
    const row = { key, id: isTaken ? key : id, description, type, mode, targetSystemKey: id };
    system = await store.add("managedSystems", row);
  }
  await store.save("managedSystems", { key: system.key, enabled: true });
  await store.add("managedSystemBindings", { key: ids.guid(), policyId, managedSystemKey: system.key });
}

/** Takes a managed system and its accounts from one policy, or from every one. */
async function loosenSystem({ store }: CallContext, managedSystemKey: string, policyId: string | null): Promise<void> {
  const where = allOf(eq("managedSystemKey", managedSystemKey), ofPolicy(policyId));
  const accounts = await store.select("managedAccounts", { where });
  for (const { key } of accounts) await store.save("managedAccounts", { key, ...historical });
  for (const { key } of await store.select("managedSystemBindings", { where })) {
    await store.remove("managedSystemBindings", key);
  }
}
