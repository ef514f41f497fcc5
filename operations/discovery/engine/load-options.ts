import type { DiscoveredType } from "#domain/discovery/discovery.ts";

import { optionValue } from "../../abilities/option-value.ts";
import type { CallContext } from "../../kernel/context.ts";

/** Whether groups that a listing finds become managed. */
export async function groupsBecomeManaged(
  context: Pick<CallContext, "store">,
  targetSystemId: string,
): Promise<boolean> {
  return (await optionValue(context, targetSystemId, "automaticallyDiscoverResourcesToLoad")) === true;
}

/** The attributes that are defined not to be loaded from the target, by type of object. */
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

/** The form in which objects are loaded; what was loaded in another one is read again. */
const form = 2;

/** What is loaded of an object depends on these definitions, so an object is only known to be the same under them. */
export async function hashSalt(context: Pick<CallContext, "store">, targetSystemId: string): Promise<string> {
  const { account, group } = await ignoredAttributes(context, targetSystemId);
  const managed = await groupsBecomeManaged(context, targetSystemId);
  return `${JSON.stringify([form, [...account].toSorted(), [...group].toSorted(), managed])}\n`;
}
