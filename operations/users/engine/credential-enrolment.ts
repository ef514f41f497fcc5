import type { Secret } from "#connectors/contract/index.ts";
import { credentialEnrolmentMinutes } from "#domain/credential-limits.ts";
import type { SecondFactor } from "#domain/credential-types.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** User and type of a second factor's enrollment. */
export interface Enrolling {
  readonly userKey: string;
  readonly type: SecondFactor;
}

/** An enrollment that waits for its confirmation. */
export interface OpenEnrolment {
  readonly row: Row<"credentialEnrolments">;
  readonly secret: Secret;
}

/**
 * Begins an enrollment, in the current transaction, in which the user is locked; it replaces an earlier one. Returns the time until which
 * it is open.
 */
export async function beginEnrolment(
  { store, ids, clock }: CallContext,
  { userKey, type }: Enrolling,
  secret: Secret,
): Promise<number> {
  const [open] = await store.select("credentialEnrolments", { where: { userKey, type }, limit: 1 });
  const key = open?.key ?? ids.guid();
  const expiresAt = clock.now() + credentialEnrolmentMinutes * 60_000;
  await store.save("credentialEnrolments", { key, userKey, type, secret: store.seal(secret, placeOf(key)), expiresAt });
  return expiresAt;
}

/**
 * Returns the open enrollment of a user.
 * @throws ENROLMENT_OVER
 */
export async function openEnrolment(
  { store, clock }: CallContext,
  { userKey, type }: Enrolling,
): Promise<OpenEnrolment> {
  const [row] = await store.select("credentialEnrolments", { where: { userKey, type }, limit: 1 });
  if (row === undefined || row.expiresAt <= clock.now()) throw new ServiceError("ENROLMENT_OVER");
  return { row, secret: store.unseal(row.secret, placeOf(row.key)) };
}

/**
 * Ends an enrollment in the current transaction, in which the user is locked, if it has not changed since it was read.
 * @throws ENROLMENT_OVER
 */
export async function endEnrolment(context: CallContext, { row: seen }: OpenEnrolment): Promise<void> {
  const { row } = await openEnrolment(context, seen);
  if (row.secret !== seen.secret) throw new ServiceError("ENROLMENT_OVER");
  await context.store.remove("credentialEnrolments", row.key);
}

function placeOf(key: string) {
  return { table: "credentialEnrolments", key, column: "secret" };
}
