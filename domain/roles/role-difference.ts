import { canonicalJson } from "../requests/order.ts";
import { thingName } from "./flatten-roles.ts";
import type { Entitlement, RoleContent } from "./role-content.ts";

/** Fields of the content of a role, its entitlements apart. */
const fields = ["description", "condition", "surplus", "deficit", "asksPhases"] as const;

/** A field of the content of a role that two versions have different values of. */
export interface ChangedField {
  readonly field: (typeof fields)[number];
  readonly before: string | boolean | null;
  readonly after: string | boolean | null;
}

/** Difference between two versions of a role. */
export interface RoleDifference {
  readonly fields: readonly ChangedField[];
  readonly added: readonly Entitlement[];
  readonly removed: readonly Entitlement[];
  /** Accounts whose attributes differ, as they are afterwards. */
  readonly changed: readonly Entitlement[];
}

/** Compares the content of a role before and after a change; null before the first version. */
export function roleDifference(before: RoleContent | null, after: RoleContent): RoleDifference {
  const old = byName(before?.entitlements ?? []);
  const now = byName(after.entitlements);
  return {
    fields: fields.flatMap((field) => {
      const [was, is] = [before?.[field] ?? null, after[field]];
      return was === is ? [] : [{ field, before: was, after: is }];
    }),
    added: [...now].flatMap(([name, one]) => (old.has(name) ? [] : [one])),
    removed: [...old].flatMap(([name, one]) => (now.has(name) ? [] : [one])),
    changed: [...now].flatMap(([name, one]) => {
      const was = old.get(name);
      return was === undefined || canonicalJson(was) === canonicalJson(one) ? [] : [one];
    }),
  };
}

function byName(entitlements: readonly Entitlement[]): ReadonlyMap<string, Entitlement> {
  return new Map(entitlements.map((one) => [nameOf(one), one]));
}

/** Returns a text that is the same for entitlements to the same thing. */
export function nameOf(entitlement: Entitlement): string {
  const { kind } = entitlement;
  return thingName({
    kind,
    targetSystemKey: entitlement.kind === "account" ? entitlement.targetSystemKey : null,
    groupKey: entitlement.kind === "membership" ? entitlement.groupKey : null,
    innerRoleKey: entitlement.kind === "role" ? entitlement.roleKey : null,
  });
}
