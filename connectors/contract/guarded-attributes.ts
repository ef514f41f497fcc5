/**
 * Effect of a guarded attribute:
 * - `rights` gives rights on the target;
 * - `memberships` writes memberships or owners of groups;
 * - `foreign` touches what the account does not own, such as a folder;
 * - `state` does what an option of the target may forbid, such as enabling an account.
 */
export type GuardEffect = (typeof guardEffects)[number];

/** All effects, the most strictly guarded one first. */
export const guardEffects = ["rights", "foreign", "state", "memberships"] as const;

/** Maximum number of attributes that one connector can guard. */
export const guardedAttributesMax = 200;

/** Maximum number of characters in the name of a guarded attribute. */
export const guardedNameMaxCharacters = 100;

/** An attribute that does more than describe its object. The service accepts a value of it only where that was allowed. */
export interface GuardedAttribute {
  /** Name as in `schema`, case-insensitive. */
  readonly name: string;
  readonly of: "account" | "group";
  readonly effect: GuardEffect;
  /** Objects that the values of `memberships` name: groups of the same target or owners, each by its name; absent if neither. */
  readonly names?: GuardedNames;
}

/** Type of the objects that the values of an attribute can name. */
export type GuardedNames = (typeof guardedNames)[number];

/** All types of objects that the values of an attribute can name. */
export const guardedNames = ["groupIds", "groupOwners"] as const;

/** Object type and effect shared by several attributes. */
export type SharedGuard = Omit<GuardedAttribute, "name">;

/** Declares several attributes with the same effect. */
export function guardAttributes(shared: SharedGuard, names: readonly string[]): readonly GuardedAttribute[] {
  return names.map((name) => ({ name, ...shared }));
}

/**
 * Normalizes a name for comparison: lower case, without the schema before the name and the option after it.
 * `urn:example:User:Roles` becomes `roles`, `userCertificate;binary` becomes `usercertificate`.
 */
export function comparedName(name: string): string {
  const [base = ""] = name.slice(name.lastIndexOf(":") + 1).split(";");
  return base.trim().toLowerCase();
}

/** Returns true if two names mean the same attribute, or one a part of the other, as `groups.value` is a part of `groups`. */
export function isSameAttribute(one: string, other: string): boolean {
  const [a, b] = [comparedName(one), comparedName(other)];
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/** Returns the declarations that concern an attribute of an object type. */
export function guardsOf(
  declared: readonly GuardedAttribute[],
  of: GuardedAttribute["of"],
  name: string,
): readonly GuardedAttribute[] {
  return declared.filter((guard) => guard.of === of && isSameAttribute(guard.name, name));
}
