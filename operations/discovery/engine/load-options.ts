import type { DiscoveredType } from "#domain/discovery/discovery.ts";

import { optionValue } from "../../abilities/option-value.ts";
import type { CallContext } from "../../kernel/context.ts";

/** Reports whether the groups of a target system become managed by a discovery. */
export async function groupsBecomeManaged(
  context: Pick<CallContext, "store">,
  targetSystemId: string,
): Promise<boolean> {
  return (await optionValue(context, targetSystemId, "automaticallyDiscoverResourcesToLoad")) === true;
}

/** Returns the attributes whose definitions exclude them from loading, by type of object. */
export async function ignoredAttributes(
  { store }: Pick<CallContext, "store">,
  targetSystemId: string,
): Promise<Readonly<Record<DiscoveredType, ReadonlySet<string>>>> {
  const rows = await store.select("targetSystemAttributeDefinitions", {
    where: { targetSystemId, loadFromTarget: false },
  });
  const of = (objectType: string) =>
    new Set(rows.filter((row) => row.discoveredObjectType === objectType).map(({ attribute }) => attribute));
  return { account: of("user"), group: of("group") };
}

/** Version of the form in which objects are loaded; objects loaded in another one are read again. */
const form = 2;

/**
 * Returns a salt for the hashes of objects. The loaded parts of an object depend on these definitions, so equal hashes mean an unchanged
 * object only under the same ones.
 */
export async function hashSalt(context: Pick<CallContext, "store">, targetSystemId: string): Promise<string> {
  const { account, group } = await ignoredAttributes(context, targetSystemId);
  return `${JSON.stringify([form, [...account].toSorted(), [...group].toSorted()])}\n`;
}
