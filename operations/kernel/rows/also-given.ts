import type { GrantKind } from "#domain/access/grant-kinds.ts";
import { accessCause } from "#store/grants/access-cause.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../context.ts";

/** Access that an operation gives, by what a grant says of it. */
export interface GivenAccess extends Partial<Pick<Row<"grants">, "userKey" | "accountKey" | "groupKey">> {
  readonly kind: GrantKind;
}

/**
 * Adds a grant for what an operation gives and its recipient has already, in the current transaction, so that the access lasts until the
 * last of its grants ends. Access that a discovery has found only since the operation was requested is what the operation gave.
 */
export async function alsoGiven(
  { store, ids, clock }: ServiceContext,
  access: GivenAccess,
  { key: operationKey, createdAt }: Pick<Row<"requestOperations">, "key" | "createdAt">,
): Promise<void> {
  const open = await store.select("grants", { where: { ...access, endedAt: null } });
  const [first] = open;
  if (first === undefined || open.some((grant) => grant.operationKey === operationKey)) return;
  const { gives: because, requestKey, until, roleKey = null } = accessCause();
  const given = { because, requestKey, operationKey, until, roleKey };
  const found = open.find((grant) => grant.because === "discovered" && grant.from >= createdAt);
  if (found !== undefined) {
    await store.save("grants", { key: found.key, ...given });
    return;
  }
  const { kind, userKey, targetSystemKey, accountKey, groupKey, accountName, groupName } = first;
  const same = { kind, userKey, targetSystemKey, accountKey, groupKey, accountName, groupName };
  await store.add("grants", { key: ids.guid(), ...same, ...given, from: clock.now() });
}
