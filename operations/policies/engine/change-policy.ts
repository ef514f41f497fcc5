import { z } from "zod";

import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { nextVersion, versionFields } from "../../kernel/versions.ts";
import { requireOwnRight } from "./require-own-right.ts";

/** Fields of every change of a policy. */
export const changeFields = {
  ...versionFields,
  /** True to make the change although the caller could no longer change policies. */
  force: z.boolean().nullish(),
};

/** A change of a stored policy. */
export interface PolicyChange extends Pick<Row<"policyVersions">, "name" | "action" | "enabled"> {
  /** Expression to store; null for none, so that the default is active again. */
  readonly expression: string | null;
  readonly comment?: string | null | undefined;
  /** Number that the newest version must have. */
  readonly expectedNumber?: number | null | undefined;
  readonly force?: boolean | null | undefined;
}

/**
 * Stores or removes a policy, and keeps the previous one as a version.
 * @throws VERSION_MISMATCH, POLICY_LOCKS_OUT
 */
export async function changePolicy(context: CallContext, change: PolicyChange): Promise<Row<"policyVersions">> {
  const { store } = context;
  const { name, action, expression, comment = null, expectedNumber, force } = change;
  // Without a stored policy there is nothing to disable.
  const enabled = expression === null || change.enabled;
  const version = await nextVersion(context, { table: "policyVersions", name, expectedNumber });
  const before = await store.get("policies", name);
  await store.save("policies", { name, expression, enabled, number: version.number });
  if (force !== true) await requireOwnRight(context, name);
  const values = { before: before?.expression ?? null, after: expression };
  return store.save("policyVersions", { ...version, action, ...values, enabled, comment });
}

/** Reloads the changed policies in this process before the caller is answered; other processes learn of the change by the change log. */
export async function takeInPolicies({ reloadPolicies, log }: CallContext): Promise<void> {
  try {
    await reloadPolicies?.();
  } catch (error) {
    // The change is committed; the follower of the change log loads it as soon as the database answers again.
    log.error({ err: error }, "The changed policies could not be loaded yet.");
  }
}
