import { vouchingCodeMs } from "#domain/checkout-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { isActing } from "#domain/identity/acting-users.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { sha256 } from "../../proxies/engine/signatures.ts";
import { rightsOf } from "../../secret-ways/rights-of.ts";

type Purpose = Row<"vouchings">["purpose"];

/** Permissions of a second person, by purpose; one of them suffices. */
export const vouchingRights = {
  breakGlass: ["breakGlass"],
  attend: ["manage", "breakGlass"],
} as const satisfies Readonly<Record<Purpose, readonly string[]>>;

/** A second-person code, which is shown only once. */
export interface VouchingCode {
  readonly code: string;
  /** Time in milliseconds UTC. */
  readonly expiresAt: number;
}

/** Makes a second-person code: the caller vouches for another user's access to the password of an account. */
export async function makeVouching(
  { store, ids, clock, caller }: CallContext,
  managedAccountKey: string,
  purpose: Purpose,
): Promise<VouchingCode> {
  const code = ids.token(codeBytes);
  const createdAt = clock.now();
  const expiresAt = createdAt + vouchingCodeMs;
  const made = { key: ids.guid(), managedAccountKey, purpose, createdAt, expiresAt };
  await store.add("vouchings", { ...made, userKey: caller.key ?? "", codeHash: sha256(code) });
  return { code, expiresAt };
}

const codeBytes = 12;

/**
 * Consumes a code for an account. Returns the key of the user who vouches by it and still may.
 * @throws VOUCHING_INVALID alike for one that is unknown, expired, used, of another account or purpose, or the caller's own
 */
export async function useVouching(
  context: CallContext,
  account: Row<"managedAccounts">,
  code: string,
  purpose: Purpose,
): Promise<string> {
  const { store, clock, caller } = context;
  const [known] = await store.select("vouchings", { where: { codeHash: sha256(code) }, limit: 1 });
  const vouching = known && (await store.lock("vouchings", known.key));
  const isGood =
    vouching !== undefined &&
    vouching.usedAt === null &&
    vouching.expiresAt > clock.now() &&
    vouching.managedAccountKey === account.key &&
    vouching.purpose === purpose &&
    vouching.userKey !== caller.key;
  if (!isGood || !(await mayStillVouch(context, account, vouching)))
    throw new ServiceError("VOUCHING_INVALID", { target: "code" });
  await store.save("vouchings", { key: vouching.key, usedAt: clock.now() });
  return vouching.userKey;
}

async function mayStillVouch(
  context: CallContext,
  { policyId }: Row<"managedAccounts">,
  { userKey, purpose }: Row<"vouchings">,
): Promise<boolean> {
  const user = await context.store.get("users", userKey);
  if (user === undefined || !isActing(user, context.clock.now())) return false;
  const rights = await rightsOf(context, policyId, userKey);
  return vouchingRights[purpose].some((right) => rights.has(right));
}
