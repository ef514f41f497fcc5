import type { TestApi } from "../api.ts";
import type { Observed } from "./bodies.ts";
import type { Csdl, Metadata } from "./metadata.ts";

const rowsMax = 5;

/** Reads what the service shows of each set, and of what is contained in its first entities. */
export async function observe(api: TestApi, metadata: Metadata): Promise<Observed> {
  const values = new Map<string, unknown[]>();
  const addresses = new Map<string, string[]>();

  async function read(address: string, { name, type }: { name: string; type: string }): Promise<readonly string[]> {
    const { status, json } = await api.send("GET", `/v2/${address}?$top=${rowsMax}`, { as: "root" });
    if (status !== 200) return [];
    const found = (json.value as Csdl[]).map((entity) => {
      remember(type, entity);
      return addressOf(metadata, { address, type }, entity);
    });
    addresses.set(name, [...(addresses.get(name) ?? []), ...found]);
    return found;
  }

  function remember(type: string, entity: Csdl): void {
    for (const { name, csdl } of metadata.properties(type)) {
      for (const value of [entity[name] ?? []].flat()) {
        if (typeof value === "object") continue;
        for (const known of [`${name} ${csdl.$Type ?? "Edm.String"}`, `${type}/${name}`]) {
          values.set(known, [...(values.get(known) ?? []), value]);
        }
      }
    }
  }

  for (const set of metadata.sets()) {
    const above = await read(set.name, { name: set.name, type: set.csdl.$Type });
    for (const { name, type } of metadata.contained(set)) {
      for (const address of above) await read(`${address}/${name}`, { name: `${set.name}/${name}`, type });
    }
  }
  return { values, addresses };
}

/** Returns the address of an entity of the collection at an address. */
export function addressOf(
  metadata: Metadata,
  { address, type }: { readonly address: string; readonly type: string },
  entity: Csdl,
): string {
  const name = metadata.key(type);
  const key = encodeURIComponent(String(entity[name]).replaceAll("'", "''"));
  const isGuid = metadata.properties(type).find((one) => one.name === name)?.csdl.$Type === "Edm.Guid";
  return `${address}(${isGuid ? key : `'${key}'`})`;
}
