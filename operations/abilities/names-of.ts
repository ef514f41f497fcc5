import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../kernel/context.ts";

/** Attributes in which directories store names of people. */
const nameAttributes: ReadonlySet<string> = new Set(["cn", "displayname", "firstname", "givenname", "lastname", "sn"]);

type NamedUser = Pick<Row<"users">, "key" | "displayName">;

/** Returns the names of a user, of which a password may have no part. */
export async function namesOf(context: Pick<ServiceContext, "store">, user: NamedUser): Promise<readonly string[]> {
  return (await namesByUser(context, [user])).get(user.key) ?? [];
}

/** Returns the names of users by their keys: one statement for all. */
export async function namesByUser(
  { store }: Pick<ServiceContext, "store">,
  users: readonly NamedUser[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = users.map(({ key }) => key);
  const attributes = Map.groupBy(
    await store.select("userAttributes", { where: oneOf("userKey", keys) }),
    ({ userKey }) => userKey,
  );
  return new Map(
    users.map(({ key, displayName }) => {
      const named = (attributes.get(key) ?? []).filter(({ name }) => nameAttributes.has(name.toLowerCase()));
      return [key, [...(displayName ? [displayName] : []), ...named.map(({ value }) => value)]];
    }),
  );
}
