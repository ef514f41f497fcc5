import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";

/** A change of a stored policy. */
export interface PolicyChange extends Pick<Row<"policyVersions">, "name" | "action" | "enabled" | "comment"> {
  /** What is to be stored; null = nothing, so that the default holds again. */
  readonly expression: string | null;
  /** The number that the newest version must have; it guards against a change by somebody else. */
  readonly expectedNumber?: number | undefined;
}

/**
 * Stores a policy, or removes it, and keeps what was there before as a version.
 * @throws VERSION_MISMATCH
 */
export async function changePolicy(context: CallContext, change: PolicyChange): Promise<Row<"policyVersions">> {
  const { store, caller, clock, ids } = context;
  const { name, action, expression, enabled, comment, expectedNumber } = change;
  // The counter's row is locked until the commit, so that changes follow each other, also the first ones of a policy.
  await store.nextNumber("policies");
  const before = await store.get("policies", name);
  const [newest] = await store.select("policyVersions", { where: { name }, orderBy: [["number", "desc"]], limit: 1 });
  const last = newest?.number ?? 0;
  if (expectedNumber !== undefined && expectedNumber !== last) {
    throw new ServiceError("VERSION_MISMATCH", {
      target: "expectedNumber",
      message: `The policy '${name}' is at version ${last}, not ${expectedNumber}. Look at it again, then decide.`,
    });
  }
  const number = last + 1;
  if (expression === null) await store.remove("policies", name);
  else await store.save("policies", { name, expression, enabled, number });
  return store.save("policyVersions", {
    key: ids.guid(),
    name,
    number,
    action,
    before: before?.expression ?? null,
    after: expression,
    enabled,
    changedBy: caller.id,
    changedAt: clock.now(),
    comment,
  });
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
