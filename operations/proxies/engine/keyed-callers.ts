import { ServiceError } from "#domain/errors.ts";
import { enrolmentTokenMinutes } from "#domain/limits.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { sameHash, sha256 } from "./signatures.ts";
import { type BodyCheck, type IncomingProxyCall, verifySignedCall } from "./verify-call.ts";

/** Tables of callers that sign their calls with a key of their own, and the kinds of these callers. */
const keyedTables = { managedHost: "managedHosts", passwordSender: "passwordSenders" } as const;

/** Kind of such a caller. */
export type KeyedKind = keyof typeof keyedTables;

/** Columns of such a caller that its enrollment needs. */
interface KeyedRow {
  readonly status: "invited" | "enrolled" | "revoked";
  readonly enrolmentTokenHash: string | null;
  readonly enrolmentExpiresAt: number | null;
  readonly signingKey: PublicKey | null;
}

const minuteMs = 60_000;

/** Returns a new one-time token, its end, and the columns of an invitation. */
export function newInvitation({ clock, ids }: Pick<CallContext, "clock" | "ids">) {
  const token = ids.token();
  const expiresAt = clock.now() + enrolmentTokenMinutes * minuteMs;
  const columns = { status: "invited", enrolmentTokenHash: sha256(token), enrolmentExpiresAt: expiresAt } as const;
  return { token, expiresAt, columns };
}

/** Token and key with which a caller enrolls. */
interface ShownToken {
  readonly token: string;
  readonly signingKey: PublicKey;
  readonly now: number;
}

/** Decides whether a shown token enrolls a caller; `repeat` for one with the same key, whose answer may have been lost. */
export function enrolmentBy(row: KeyedRow, { token, signingKey, now }: ShownToken): "first" | "repeat" | "refused" {
  const isRepeat = row.status === "enrolled" && row.signingKey?.x === signingKey.x;
  if (row.status !== "invited" && !isRepeat) return "refused";
  const { enrolmentTokenHash: hash, enrolmentExpiresAt: expiresAt } = row;
  if (hash === null || (expiresAt ?? 0) <= now || !sameHash(hash, sha256(token))) return "refused";
  return isRepeat ? "repeat" : "first";
}

/** Columns of a caller that is revoked: its keys and its invitation are deleted. */
export const withoutKeys = {
  status: "revoked",
  signingKey: null,
  enrolmentTokenHash: null,
  enrolmentExpiresAt: null,
} as const;

/**
 * Authenticates a call by its headers: an enrolled caller of that kind must have just signed it, like proxies sign theirs. The body of a
 * stranger's call is never read.
 * @throws PROXY_SIGNATURE_INVALID, PROXY_VERSION_REFUSED
 */
export function verifyKeyedCall(
  context: ServiceContext,
  incoming: IncomingProxyCall,
  kind: KeyedKind,
): Promise<BodyCheck> {
  return verifySignedCall(context, incoming, async (id) => {
    const row: KeyedRow | undefined = await context.store.get(keyedTables[kind], id);
    return row?.status === "enrolled" && row.signingKey !== null ? { kind, id, signingKey: row.signingKey } : undefined;
  });
}

/**
 * Accepts the call of a signing caller, in the transaction of the requested work.
 * @throws PROXY_SIGNATURE_INVALID if it was accepted before
 */
export async function takeCall({ store, caller }: Pick<CallContext, "store" | "caller">): Promise<void> {
  if (caller.proxyCall !== undefined && !(await store.proxyCalls.take(caller.proxyCall)))
    throw new ServiceError("PROXY_SIGNATURE_INVALID", { detail: `${caller.id}: repeated` });
}
