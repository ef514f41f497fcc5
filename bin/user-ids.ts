import { CliError } from "./cli-error.ts";
import { quotedText } from "./entity-path.ts";
import type { RestClient } from "./rest-client.ts";

/** Keys in one filter, which must fit into an address. */
const keysAtOnce = 50;
const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the IDs of users by their keys, as far as the caller may read them. */
export async function idsOf(rest: RestClient, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const all = [...new Set(keys)].filter((key) => guid.test(key));
  const ids = new Map<string, string>();
  for (let from = 0; from < all.length; from += keysAtOnce) {
    const filter = encodeURIComponent(`key in (${all.slice(from, from + keysAtOnce).join(",")})`);
    const users = await rest.all<{ key: string; id: string }>(`/v2/users?$filter=${filter}&$select=key,id`);
    for (const { key, id } of users) ids.set(key, id);
  }
  return ids;
}

/**
 * Returns the key of the user with an ID.
 * @throws CliError if the caller may read no such user
 */
export async function keyOfUser(rest: RestClient, id: string): Promise<string> {
  const filter = encodeURIComponent(`id eq ${quotedText(id)}`);
  const [user] = await rest.all<{ readonly key: string }>(`/v2/users?$filter=${filter}&$select=key`);
  if (user === undefined)
    throw new CliError(`No user has the id '${id}', or you may not see the user. Look it up under /v2/users.`);
  return user.key;
}

/**
 * Returns the keys of users, each named by the key or by the ID, in their order.
 * @throws CliError that names those whom the caller may not read
 */
export async function keysOfUsers(rest: RestClient, names: readonly string[]): Promise<readonly string[]> {
  const ids = [...new Set(names)].filter((name) => !guid.test(name));
  const keys = new Map<string, string>();
  for (let from = 0; from < ids.length; from += keysAtOnce) {
    const filter = encodeURIComponent(
      `id in (${ids
        .slice(from, from + keysAtOnce)
        .map(quotedText)
        .join(",")})`,
    );
    const users = await rest.all<{ key: string; id: string }>(`/v2/users?$filter=${filter}&$select=key,id`);
    for (const { key, id } of users) keys.set(id, key);
  }
  const unknown = ids.filter((id) => !keys.has(id));
  if (unknown.length > 0)
    throw new CliError(`No users have these ids, or you may not see them: ${unknown.join(", ")}. Name their keys.`);
  return names.map((name) => keys.get(name) ?? name);
}
