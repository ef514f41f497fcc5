import type { DiscoveryStep } from "#domain/discovery.ts";

import { saveDiscovery } from "./discovery-of.ts";
import { discoveryStep } from "./discovery-step.ts";

/**
 * Gives the accounts of a target that belong to nobody to the users whose ids they bear, by name or by the attribute in
 * `autoAttachBy`. Who was given an account by an administrator, a claim or a request keeps it.
 */
export const associateDiscovery = discoveryStep("associate", {}, async (context, operation): Promise<DiscoveryStep> => {
  const { store } = context;
  const target = await store.get("targetSystems", operation.targetSystemKey);
  const associated = await store.loads.associate(operation.targetSystemKey, target?.autoAttachBy ?? null);
  await saveDiscovery(context, operation, { associated });
  return { do: "load" };
});
