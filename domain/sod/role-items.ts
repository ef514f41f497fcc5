import type { EntitlementKind } from "../roles/role-content.ts";
import { nameOfItem, type SodItem } from "./sod-rule.ts";

/** Entitlement of a role in force, its own or that of a role within it. */
export interface ContainedEntitlement {
  readonly roleKey: string;
  readonly kind: EntitlementKind;
  readonly targetSystemKey: string | null;
  readonly groupKey: string | null;
  readonly innerRoleKey: string | null;
}

/** Returns access with what its roles contain: roles within them, accounts and memberships. Each item comes once. */
export function withRoleItems(
  items: readonly SodItem[],
  entitlements: readonly ContainedEntitlement[],
): readonly SodItem[] {
  const roles = new Set(items.flatMap(({ itemType, itemKey }) => (itemType === "role" ? [itemKey] : [])));
  const contained = entitlements.flatMap((one) => (roles.has(one.roleKey) ? itemOf(one) : []));
  return [...new Map([...items, ...contained].map((item) => [nameOfItem(item), item])).values()];
}

function itemOf({ kind, targetSystemKey, groupKey, innerRoleKey }: ContainedEntitlement): readonly SodItem[] {
  const [itemType, itemKey] = (
    {
      account: ["targetSystem", targetSystemKey],
      membership: ["managedGroup", groupKey],
      role: ["role", innerRoleKey],
    } as const
  )[kind];
  return itemKey === null ? [] : [{ itemType, itemKey }];
}
