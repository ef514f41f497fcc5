import { classesOf } from "#domain/identity/user-classes.ts";
import { oneOf } from "#domain/query/condition.ts";
import { valuesByName } from "#domain/values-by-name.ts";
import type { Principal } from "#policies/principal.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

/** Users as policies see them, with classes and profile attributes; three statements for all of them. */
export async function principalsOf(store: Pick<Store, "select">, users: readonly Row<"users">[]): Promise<Principal[]> {
  const where = oneOf(
    "userKey",
    users.map(({ key }) => key),
  );
  const [members, attributes] = await Promise.all([
    store.select("userClassMembers", { where }),
    store.select("userAttributes", { where, orderBy: [["sequence", "asc"]] }),
  ]);
  const classes = Map.groupBy(members, ({ userKey }) => userKey);
  const profiles = Map.groupBy(attributes, ({ userKey }) => userKey);
  return users.map(({ key, id, superuser }) => {
    const own = classesOf(classes.get(key) ?? []);
    return { key, id, superuser, classes: own, attributes: valuesByName(profiles.get(key) ?? []) };
  });
}
