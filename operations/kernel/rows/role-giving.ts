import { allOf, eq, oneOf, related } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../context.ts";

type Access = Pick<Row<"grants">, "kind" | "userKey" | "targetSystemKey" | "groupKey">;

/**
 * Returns the key of the first role of the holder of some access that gives it too; undefined if none does. A role that gives a membership
 * gives the account that it needs.
 */
export async function roleGiving(
  { store }: Pick<ServiceContext, "store">,
  { kind, userKey, targetSystemKey, groupKey }: Access,
): Promise<string | undefined> {
  if (userKey === null || kind === "ownership") return undefined;
  const gives =
    kind === "account"
      ? allOf(eq("targetSystemKey", targetSystemKey), oneOf("kind", ["account", "membership"]))
      : allOf(eq("groupKey", groupKey), eq("kind", kind));
  const [entitlement] = await store.select("roleEntitlements", {
    where: allOf(gives, related("role", related("memberships", eq("userKey", userKey)))),
    orderBy: [["roleKey", "asc"]],
    limit: 1,
  });
  return entitlement?.roleKey;
}
