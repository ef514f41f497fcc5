import { defaultChains } from "#domain/chains/default-chains.ts";
import { ownClientId } from "#domain/identity/own-client.ts";
import { builtInUserClasses } from "#domain/identity/user-classes.ts";
import { changeIntervalHoursDefault, checkoutMinutesDefault } from "#domain/managed-account-limits.ts";
import { neededPolicies, retiredPolicies } from "#domain/passwords/needed-policies.ts";
import { changedRules, initialRules } from "#domain/passwords/password-rules.ts";
import { defaultPolicyId } from "#domain/vault/default-policy.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";
import type { Row } from "#store/tables.ts";

import { usesOfPasswordPolicy } from "../abilities/uses-of-password-policy.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { registerOwnNode } from "../nodes/engine/own-node.ts";
import { savePolicyNames } from "../policies/engine/stored-policies.ts";
import { saveInitialSettings } from "../settings/engine/stored-settings.ts";
import { saveInitialOptions } from "../target-systems/engine/save-option.ts";

/** Managed system policies of every installation. */
const builtInManagedSystemPolicies = [
  {
    id: historicalPolicyId,
    description: "Accounts whose passwords are managed no more",
    mode: "vault",
    enabled: false,
    changeIntervalHours: 0,
  },
  {
    id: defaultPolicyId,
    description: "Managed systems that are made with their target systems",
    mode: "push",
    enabled: true,
    changeIntervalHours: changeIntervalHoursDefault,
  },
] as const satisfies readonly Partial<Row<"managedSystemPolicies">>[];

/** Writes the initial rows of every installation; idempotent. */
export const install = defineOperation({
  name: "setup.install",
  callers: ["engine"],
  audit: { operation: "INST", when: "refusalOnly" },
  async run(context) {
    const { store } = context;
    await registerOwnNode(context);
    for (const [id, description] of Object.entries(neededPolicies)) {
      if (await store.get("passwordPolicies", id)) continue;
      await store.save("passwordPolicies", { id, description, ...initialRules() });
    }
    await removeRetiredPolicies(context);
    for (const policy of builtInManagedSystemPolicies) {
      if (await store.get("managedSystemPolicies", policy.id)) continue;
      const usual = { checkoutMaxMinutes: checkoutMinutesDefault, disclosurePlugins: [] };
      await store.save("managedSystemPolicies", { ...policy, ...usual, managedByNode: store.node });
    }
    if (!(await store.get("targetGroups", "DEFAULT"))) {
      await store.save("targetGroups", {
        id: "DEFAULT",
        description: "Target systems without a group of their own",
        passwordChangeRestriction: "anyNumber",
        passwordPolicyId: "DEFAULT",
      });
    }
    for (const [id, { description, condition, computed }] of Object.entries(builtInUserClasses)) {
      const known = await store.get("userClasses", id);
      if (!known) await store.save("userClasses", { id, description, condition });
      // An earlier version created the class without its condition, which no one can change.
      else if (computed && known.condition !== condition) await store.save("userClasses", { id, condition });
    }
    await nameDefaultChains(context);
    await savePolicyNames(store);
    if (!(await store.get("clients", ownClientId))) {
      await store.save("clients", { id: ownClientId, firstParty: true, grants: ["password", "refresh_token"] });
    }
    await saveInitialSettings(store);
    // An option of a new version gets its row here.
    for (const { id } of await store.select("targetSystems")) await saveInitialOptions(context, id);
    return {};
  },
});

/** Removes password policies of earlier versions that nothing uses, unless somebody has changed them. */
async function removeRetiredPolicies(context: CallContext): Promise<void> {
  const { store } = context;
  for (const [id, description] of Object.entries(retiredPolicies)) {
    const policy = await store.get("passwordPolicies", id);
    if (policy?.description !== description) continue;
    if (JSON.stringify(changedRules(policy, {})) !== JSON.stringify(initialRules())) continue;
    if ((await usesOfPasswordPolicy(context, id)).length === 0) await store.remove("passwordPolicies", id);
  }
}

/** Adds a row for every default chain. Until a chain is stored there, the program's default is active. */
async function nameDefaultChains({ store }: CallContext): Promise<void> {
  for (const { name } of defaultChains)
    if (!(await store.get("authChains", name))) await store.save("authChains", { name });
}
