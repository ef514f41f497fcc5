import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { nextVersion } from "../../versions.ts";

/** A change of a stored policy. */
export interface PolicyChange extends Pick<Row<"policyVersions">, "name" | "action" | "enabled" | "comment"> {
  /** What is to be stored; null = nothing, so that the default holds again. */
  readonly expression: string | null;
  /** The number that the newest version must have. */
  readonly expectedNumber?: number | null | undefined;
}

/**
 * Stores a policy, or removes it, and keeps what was there before as a version.
 * @throws VERSION_MISMATCH
 */
export async function changePolicy(context: CallContext, change: PolicyChange): Promise<Row<"policyVersions">> {
  const { store } = context;
  const { name, action, expression, enabled, comment, expectedNumber } = change;
  const version = await nextVersion(context, { table: "policyVersions", name, expectedNumber });
  const before = await store.get("policies", name);
  if (expression === null) await store.remove("policies", name);
  else await store.save("policies", { name, expression, enabled, number: version.number });
  const values = { before: before?.expression ?? null, after: expression };
  return store.save("policyVersions", { ...version, action, ...values, enabled, comment });
}

/** Lets this process ask the changed policies before the caller is answered; other processes learn of it by the change log. */
export async function takeInPolicies({ reloadPolicies, log }: CallContext): Promise<void> {
  try {
    await reloadPolicies?.();
  } catch (error) {
    // The change is committed; what follows the change log loads it as soon as the database answers again.
    log.error({ err: error }, "The changed policies could not be loaded yet.");
  }
}
