import { Secret } from "#connectors/contract/index.ts";
import type { SessionEnd } from "#domain/audit/session-door.ts";
import { refreshTokenHours } from "#domain/limits.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { hashOf } from "./client.ts";
import { endKeyedSession } from "./end-keyed-session.ts";

const hourMs = 3_600_000;

type GrantContext = Pick<ServiceContext, "store" | "clock" | "ids">;

/**
 * Origin of a new refresh token. Its family, which is the session, is new at sign-in and the same at each refresh. A refresh does not move
 * the end of the session.
 */
export type GrantOrigin = Pick<
  Row<"persistedGrants">,
  "family" | "userKey" | "userVersion" | "clientId" | "scope" | "expiresAt"
>;

/** Returns the end of a session that begins now. */
export function sessionEnd({ clock }: Pick<ServiceContext, "clock">): number {
  return clock.now() + refreshTokenHours * hourMs;
}

/** Stores a new refresh token, only its hash, in the current transaction. */
export async function addGrant({ store, clock, ids }: GrantContext, origin: GrantOrigin): Promise<Secret> {
  const token = new Secret(ids.token());
  await store.save("persistedGrants", { ...origin, key: ids.guid(), tokenHash: hashOf(token), createdAt: clock.now() });
  return token;
}

/** Finds the row of a refresh token, in any state. */
export async function findGrant(
  { store }: Pick<ServiceContext, "store">,
  token: Secret,
): Promise<Row<"persistedGrants"> | undefined> {
  const [grant] = await store.select("persistedGrants", { where: { tokenHash: hashOf(token) }, limit: 1 });
  return grant;
}

/**
 * Ends a session in the current transaction, with all that proves it: its refresh tokens and every access token issued under it, or its
 * secret.
 */
export async function revokeFamily(context: GrantContext, family: string, reason: SessionEnd): Promise<void> {
  const { store, clock } = context;
  const grants = await store.select("persistedGrants", { where: { family } });
  for (const { key } of grants.filter(({ revokedAt }) => revokedAt === null)) {
    await store.save("persistedGrants", { key, revokedAt: clock.now() });
  }
  await endKeyedSession(context, family, reason);
}
