import { ServiceError } from "#domain/errors.ts";
import { oneOf } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { SearchLimits } from "./find-member-differences.ts";

/**
 * Returns the limits of a search among users who exist; null for everybody.
 * @throws USER_UNKNOWN
 */
export async function limitsOf(
  { store }: Pick<CallContext, "store">,
  userKeys: readonly string[] | null,
): Promise<SearchLimits> {
  if (userKeys === null) return { userKeys, roleKeys: null };
  const keys = [...new Set(userKeys)].toSorted();
  const known = new Set((await store.select("users", { where: oneOf("key", keys) })).map(({ key }) => key));
  const unknown = keys.find((key) => !known.has(key));
  if (unknown === undefined) return { userKeys: keys, roleKeys: null };
  const message = `userKeys: no user has the key '${unknown}'. Look it up under /v2/users.`;
  throw new ServiceError("USER_UNKNOWN", { target: "userKeys", message });
}
