import { policyOf } from "#domain/policy-name.ts";
import { eq, ne, allOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { requirePolicy } from "../../kernel/require-policy.ts";
import { entrustPolicy } from "../../proxies/engine/entrusted.ts";
import { ledThrough } from "../../secret-ways/led-elsewhere.ts";
import { requireSecretRight } from "../../secret-ways/require-secret-right.ts";
import { tellSecretWay } from "../../secret-ways/tell-secret-way.ts";
import type { WayOfChange } from "./way-of-change.ts";

type Target = Row<"targetSystems">;

/** Policy for redirecting a target with which people sign in, or that is a source of profiles. */
const redirectPolicy = policyOf.action("targetSystems/redirect");

/**
 * Guards the secrets of a target system against a change of their destination. Only a caller who may have the managed passwords can take
 * them along. Stored passwords are deleted, and the persons responsible for all of it are notified.
 * @throws FORBIDDEN, SECRET_RIGHT_MISSING
 */
export async function guardWay(context: CallContext, known: Target, way: WayOfChange): Promise<void> {
  const { isElsewhere, addedProxies } = way;
  const { id } = known;
  if (!isElsewhere && addedProxies.length === 0) return;
  for (const proxyId of addedProxies) await requirePolicy(context, entrustPolicy(proxyId));
  if (isElsewhere && isBelieved(context, known)) await requirePolicy(context, redirectOf(id));
  await requireLinked(context, id);
  const led = await ledThrough(context, [id]);
  await requireSecretRight(context, led, isElsewhere ? "address" : "proxyServers");
  if (isElsewhere) await takePasswordsAway(context, id);
  const { policyIds } = led;
  if (isElsewhere) await tellSecretWay(context, { change: "targetMoved", subjectId: id, policyIds });
  if (addedProxies.length > 0) await tellSecretWay(context, { change: "proxyAssigned", subjectId: id, policyIds });
}

/**
 * Checks the policy for letting people sign in by a target system, and notifies superusers.
 * @throws FORBIDDEN
 */
export async function guardSignInTarget(context: CallContext, targetSystemId: string): Promise<void> {
  await requirePolicy(context, redirectOf(targetSystemId));
  await tellSecretWay(context, { change: "signInTarget", subjectId: targetSystemId, policyIds: [] });
}

/**
 * Checks the policy for making a target system a source of profiles, from which user classes and the permissions of their members follow;
 * notifies superusers.
 * @throws FORBIDDEN
 */
export async function guardProfileSource(
  context: CallContext,
  { id, sourceOfProfiles }: Pick<Target, "id" | "sourceOfProfiles">,
  before: boolean,
): Promise<void> {
  if (!sourceOfProfiles || before) return;
  await requirePolicy(context, redirectOf(id));
  await tellSecretWay(context, { change: "profileSource", subjectId: id, policyIds: [] });
}

const redirectOf = (id: string) => ({ name: redirectPolicy, facts: () => Promise.resolve({ id }) });

/** Reports whether people sign in by the target, or it is a source of profiles. */
function isBelieved({ settings }: CallContext, { id, sourceOfProfiles }: Target): boolean {
  return sourceOfProfiles || settings.signInTarget === id;
}

/**
 * Checks the policy for randomizing, if a login of the target takes a managed password: the change sends that password to the new
 * destination.
 */
async function requireLinked(context: CallContext, targetSystemId: string): Promise<void> {
  const where = allOf(eq("targetSystemId", targetSystemId), ne("managedAccountKey", null));
  if ((await context.store.count("targetSystemCredentials", where)) === 0) return;
  await requirePolicy(context, { name: policyOf.action("managedAccounts/randomize") });
}

async function takePasswordsAway({ store, clock }: CallContext, targetSystemId: string): Promise<void> {
  const where = allOf(eq("targetSystemId", targetSystemId), ne("password", null));
  for (const { key } of await store.select("targetSystemCredentials", { where }))
    await store.save("targetSystemCredentials", { key, password: null, lastChanged: clock.now() });
}
