import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq } from "#domain/query/condition.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { lockedRow } from "../read/locked-row.ts";
import { removeAuthorizationPhases } from "./engine/remove-authorization-phases.ts";
import { removeDiscovered } from "./engine/remove-discovered.ts";

/**
 * Removes a target system with what belongs to it and what was found on it; on the target system itself nothing changes.
 * @throws NOT_FOUND, TARGET_IN_USE
 */
export const deleteTargetSystem = defineOperation({
  name: "targetSystems.delete",
  input: z.strictObject({ key: z.string() }),
  callers: ["user"],
  policies: [{ name: policyOf.get("targetSystems"), rows: true }, { name: policyOf.remove("targetSystems") }],
  audit: { operation: "TGTD", describe: ({ key }) => ({ targetSystem: key }) },
  async run(context, { key }) {
    const { store } = context;
    await lockedRow(context, { table: "targetSystems", policy: policyOf.get("targetSystems"), key });
    await refuseInUse(context, key);
    await removeDiscovered(context, key);
    await removeAuthorizationPhases(context, key);
    await store.changeTokens.forget(key);
    const parts = ["targetSystemOptions", "targetSystemCredentials", "targetSystemAttributeDefinitions"] as const;
    for (const table of parts) {
      for (const row of await store.select(table, { where: { targetSystemId: key } }))
        await store.remove(table, row.key);
    }
    await store.remove("targetSystems", key);
    return {};
  },
});

async function refuseInUse({ store }: CallContext, key: string): Promise<void> {
  const [open] = await store.select("requestOperations", { where: openOperations(key), limit: 1 });
  if (open) throw new ServiceError("TARGET_IN_USE", { target: key });
  const managed = await store.count("managedSystems", { targetSystemKey: key });
  if (managed > 0) {
    throw new ServiceError("TARGET_IN_USE", {
      target: key,
      message: "Passwords of this target system are under management. Remove its managed systems first.",
    });
  }
}

// A closed request keeps its operations as a record; only those without a final result still act on the target.
const openOperations = (key: string): Expression =>
  allOf(eq("targetSystemKey", key), anyOf(eq("result", null), eq("result", "P")));
