import { Secret } from "#connectors/contract/index.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";

/** Adds users who may sign in to the REST API with one password; returns their keys by ID. */
export async function addPeople<Id extends string>(
  { store, ids, passwords }: Pick<ServiceContext, "store" | "ids" | "passwords">,
  userIds: readonly Id[],
  password: string,
): Promise<Readonly<Record<Id, string>>> {
  const passwordHash = await passwords.hash(new Secret(password));
  const keys = Object.fromEntries(userIds.map((id) => [id, ids.guid()])) as Record<Id, string>;
  await store.transaction(async () => {
    for (const id of userIds) {
      await store.save("users", { key: keys[id], id, displayName: id, passwordHash });
      await store.save("userClassMembers", {
        key: ids.guid(),
        userClassId: "_EXPLICIT_REST_API_USERS_",
        userKey: keys[id],
      });
    }
  });
  return keys;
}
