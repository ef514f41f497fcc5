import { ofPolicy } from "#domain/discovery/import-rules.ts";
import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, related } from "#domain/query/condition.ts";
import { historical } from "#domain/vault/historical-policy.ts";
import { namedGuid, rowName } from "#platform/object-key.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/**
 * Adds the managed system of a target system, by default with the same name; it has no policy yet.
 * @throws TARGET_WITHOUT_CONNECTOR if the target system has no connector
 */
export async function makeSystem(
  { store, ids }: Pick<CallContext, "store" | "ids">,
  { id: targetSystemKey, description, type }: Row<"targetSystems">,
  part: Pick<Row<"managedSystems">, "mode"> & Partial<Pick<Row<"managedSystems">, "id" | "description">>,
): Promise<Row<"managedSystems">> {
  if (type === null)
    throw new ServiceError("TARGET_WITHOUT_CONNECTOR", {
      message: `The target system '${targetSystemKey}' has no connector, so its passwords cannot be managed. Set its type first.`,
    });
  const key = ids.guid();
  const isTaken = (await store.count("managedSystems", { id: targetSystemKey })) > 0;
  return store.add("managedSystems", {
    key,
    id: isTaken ? key : targetSystemKey,
    description,
    type,
    targetSystemKey,
    ...part,
  });
}

/** Puts a managed system under a policy; idempotent. */
export async function bindToPolicy(
  { store }: Pick<CallContext, "store">,
  managedSystemKey: string,
  policyId: string,
): Promise<void> {
  const binding = { policyId, managedSystemKey };
  if ((await store.count("managedSystemBindings", binding)) > 0) return;
  const key = namedGuid(rowName("managedSystemBindings", policyId, managedSystemKey));
  await store.save("managedSystemBindings", { key, ...binding });
}

/** Removes a managed system and its accounts from one policy, or from every one; the accounts are then no longer managed. */
export async function loosenSystem(
  { store }: Pick<CallContext, "store">,
  managedSystemKey: string,
  policyId: string | null,
): Promise<void> {
  const where = allOf(eq("managedSystemKey", managedSystemKey), ofPolicy(policyId));
  const accounts = await store.select("managedAccounts", { where });
  for (const { key } of accounts) await store.save("managedAccounts", { key, ...historical });
  for (const { key } of await store.select("managedSystemBindings", { where })) {
    await store.remove("managedSystemBindings", key);
  }
}

/**
 * Refuses to remove a managed system from a policy while a password of an account there is checked out.
 * @throws MANAGED_ACCOUNT_CHECKED_OUT
 */
export async function refuseCheckedOut(
  { store }: Pick<CallContext, "store">,
  managedSystemKey: string,
  policyId: string,
): Promise<void> {
  const out = related("checkouts", eq("status", "checkedOut"));
  const where = allOf(eq("managedSystemKey", managedSystemKey), eq("policyId", policyId), out);
  if ((await store.count("managedAccounts", where)) > 0)
    throw new ServiceError("MANAGED_ACCOUNT_CHECKED_OUT", { target: "policyId" });
}

/** Finds the managed system of a target system under a policy. */
export async function boundSystem(
  { store }: Pick<CallContext, "store">,
  targetSystemKey: string,
  policyId: string,
): Promise<Row<"managedSystems"> | undefined> {
  const where = allOf(eq("targetSystemKey", targetSystemKey), related("bindings", eq("policyId", policyId)));
  return (await store.select("managedSystems", { where, orderBy: [["key", "asc"]], limit: 1 }))[0];
}
