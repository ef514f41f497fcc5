import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

/**
 * The group that a call is about.
 * @throws NOT_FOUND
 */
export async function groupOfCall({ store }: CallContext, key: string): Promise<Row<"groups">> {
  const group = await store.get("groups", key);
  if (!group) throw new ServiceError("NOT_FOUND", { target: `groups(${key})` });
  return group;
}
