import type { ManagementMode } from "#domain/discovery/management-mode.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { bindToPolicy, loosenSystem, makeSystem } from "../../managed-accounts/engine/place-system.ts";
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
  context: CallContext,
  target: Row<"targetSystems">,
  { policyId, mode }: { readonly policyId: string; readonly mode: ManagementMode },
): Promise<void> {
  const { store } = context;
  const [known] = await store.select("managedSystems", { where: { targetSystemKey: target.id }, limit: 1 });
  const { key } = known ?? (await makeSystem(context, target, { mode }));
  await store.save("managedSystems", { key, enabled: true });
  await bindToPolicy(context, key, policyId);
}
