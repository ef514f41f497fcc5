import type { Entitlement, RoleContent } from "#domain/roles/role-content.ts";

import type { NamedEntitlement, RoleContent as ReadContent } from "../../api/model.ts";

/** Returns the content of a version, or of a draft, in the form in which versions are compared. */
export function contentOf(read: ReadContent): RoleContent {
  const { description, condition, surplus, deficit, asksPhases, entitlements } = read;
  return { description, condition, surplus, deficit, asksPhases, entitlements: entitlements.map(comparedEntitlement) };
}

function comparedEntitlement(named: NamedEntitlement): Entitlement {
  const { kind, targetSystemKey, groupKey, roleKey, attributes } = named;
  if (kind === "membership") return { kind, groupKey: groupKey ?? "" };
  if (kind === "role") return { kind, roleKey: roleKey ?? "" };
  const values = Object.entries(attributes ?? {}).map(([name, value]) => [name, [value].flat()] as const);
  return { kind, targetSystemKey: targetSystemKey ?? "", attributes: Object.fromEntries(values) as Values };
}

type Values = Extract<Entitlement, { kind: "account" }>["attributes"];

/** Returns an entitlement in the form in which the API names it. */
export function namedEntitlement(one: Entitlement): NamedEntitlement {
  return {
    kind: one.kind,
    targetSystemKey: one.kind === "account" ? one.targetSystemKey : null,
    groupKey: one.kind === "membership" ? one.groupKey : null,
    roleKey: one.kind === "role" ? one.roleKey : null,
    attributes: one.kind === "account" ? one.attributes : null,
  };
}
