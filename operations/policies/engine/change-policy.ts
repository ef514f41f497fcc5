import { z } from "zod";

import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { nextVersion, versionFields } from "../../kernel/versions.ts";
import { requireOwnRight } from "./require-own-right.ts";

/** What every change of a policy may say. */
export const changeFields = {
  ...versionFields,
  /** True where it is to be done although the caller could not change policies any more. */
  force: z.boolean().nullish(),
};

/** A change of a stored policy. */
export interface PolicyChange extends Pick<Row<"policyVersions">, "name" | "action" | "enabled"> {
  /** What is to be stored; null = nothing, so that the default holds again. */
  readonly expression: string | null;
  readonly comment?: string | null | undefined;
  /** The number that the newest version must have. */
  readonly expectedNumber?: number | null | undefined;
  readonly force?: boolean | null | undefined;
}

/**
 * Stores a policy, or takes away what is stored, and keeps what was there before as a version.
 * @throws VERSION_MISMATCH, POLICY_LOCKS_OUT
 */
export async function changePolicy(context: CallContext, change: PolicyChange): Promise<Row<"policyVersions">> {
  const { store } = context;
  const { name, action, expression, comment = null, expectedNumber, force } = change;
  // What is not stored cannot be out of force.
  const enabled = expression === null || change.enabled;
  const version = await nextVersion(context, { table: "policyVersions", name, expectedNumber });
  const before = await store.get("policies", name);
  await store.save("policies", { name, expression, enabled, number: version.number });
  if (force !== true) await requireOwnRight(context, name);
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
