import type { RoleState } from "#domain/roles/role-content.ts";

import type { CatalogueItem, NamedEntitlement } from "../../api/model.ts";
import type { StateLook } from "../../components/state-label.tsx";
import type { Say } from "../../messages/text.ts";

/** Looks of the states of a role and of its versions. */
export const roleLooks = {
  draft: "info",
  inForce: "success",
  retired: "custom",
} as const satisfies Readonly<Record<RoleState, StateLook>>;

/** Names of catalog items by their keys, as far as they are known. */
export type ItemNames = ReadonlyMap<string, Pick<CatalogueItem, "name" | "targetSystemKey">>;

/** Returns words for an entitlement: its kind and its name; the key stands for an unknown name. */
export function entitlementWords(entitlement: NamedEntitlement, names: ItemNames | undefined, say: Say): string {
  const { kind, targetSystemKey, groupKey, roleKey } = entitlement;
  if (kind === "account") return say("role.gives.account", { target: targetSystemKey ?? "" });
  const key = groupKey ?? roleKey ?? "";
  const item = names?.get(key);
  if (kind === "role") return say("role.gives.role", { name: item?.name ?? key });
  return item?.targetSystemKey === undefined || item.targetSystemKey === null
    ? say("role.gives.group", { name: key })
    : say("role.gives.groupOn", { name: item.name, target: item.targetSystemKey });
}

/** Returns the keys of the groups and roles that entitlements name. */
export function namedKeys(entitlements: readonly NamedEntitlement[]): readonly string[] {
  return entitlements.flatMap(({ groupKey, roleKey }) => [groupKey, roleKey].filter((key) => key !== null));
}

/** Returns the attributes of an account as lines `name=value`; a value of a list has a line of its own. */
export function attributeLines(attributes: Readonly<Record<string, unknown>> | null): readonly string[] {
  return Object.entries(attributes ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${String(one)}`),
  );
}
