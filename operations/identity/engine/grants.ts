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
 * What a new refresh token continues: its family, which is the session, is a new one at sign-in and the same one at each refresh;
 * refreshing does not move the end of the session.
 */
export type GrantOrigin = Pick<
  Row<"persistedGrants">,
  "family" | "userKey" | "userVersion" | "clientId" | "scope" | "expiresAt"
>;

/** The end of a session that begins now. */
export function sessionEnd({ clock }: Pick<ServiceContext, "clock">): number {
  return clock.now() + refreshTokenHours * hourMs;
}

/** Keeps a new refresh token, by its hash only, in the current transaction. */
export async function addGrant({ store, clock, ids }: GrantContext, origin: GrantOrigin): Promise<Secret> {
  const token = new Secret(ids.token());
  await store.save("persistedGrants", { ...origin, key: ids.guid(), tokenHash: hashOf(token), createdAt: clock.now() });
  return token;
}

/** The row of a refresh token, whatever its state. */
export async function findGrant(
  { store }: Pick<ServiceContext, "store">,
  token: Secret,
): Promise<Row<"persistedGrants"> | undefined> {
  const [grant] = await store.select("persistedGrants", { where: { tokenHash: hashOf(token) }, limit: 1 });
  return grant;
}

/**
 * Ends a session in the current transaction, whatever shows it: its refresh tokens and every access token minted under it, or
 * its secret.
 */
export async function revokeFamily(context: GrantContext, family: string, reason: SessionEnd): Promise<void> {
  const { store, clock } = context;
  const grants = await store.select("persistedGrants", { where: { family } });
  for (const { key } of grants.filter(({ revokedAt }) => revokedAt === null)) {
    await store.save("persistedGrants", { key, revokedAt: clock.now() });
  }
  await endKeyedSession(context, family, reason);
}
