import { quotedText } from "./entity-path.ts";
import type { RestClient } from "./rest-client.ts";

/** Keys in one filter, which must fit into an address. */
const keysAtOnce = 50;

/** Returns the names of groups and roles by their keys, as far as they are in the catalog of the caller. */
export async function itemNamesOf(rest: RestClient, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const all = [...new Set(keys)];
  const names = new Map<string, string>();
  for (let from = 0; from < all.length; from += keysAtOnce) {
    const list = all
      .slice(from, from + keysAtOnce)
      .map(quotedText)
      .join(",");
    const filter = encodeURIComponent(`key in (${list})`);
    const path = `/v2/catalogueItems?$filter=${filter}&$select=key,name`;
    for (const { key, name } of await rest.all<{ key: string; name: string }>(path)) names.set(key, name);
  }
  return names;
}
