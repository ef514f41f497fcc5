/**
 * Effect of a guarded attribute: `rights` gives rights on the target, `memberships` writes memberships or owners of groups,
 * `foreign` touches what is not the account's own, such as a folder, and `state` does what an option of the target may forbid,
 * such as enabling an account.
 */
export type GuardEffect = (typeof guardEffects)[number];

/** All effects, the one that is guarded most strictly first. */
export const guardEffects = ["rights", "foreign", "state", "memberships"] as const;

/** Attributes that one connector can guard. */
export const guardedAttributesMax = 200;

/** Characters of the name of a guarded attribute. */
export const guardedNameMaxCharacters = 100;

/** An attribute that is more than a description of its object: the service takes it from nobody unless it was allowed. */
export interface GuardedAttribute {
  /** Name as in `schema`; its case does not matter. */
  readonly name: string;
  readonly of: "account" | "group";
  readonly effect: GuardEffect;
  /** Objects that the values of `memberships` name: groups of the same target or owners, each by its name; absent = neither. */
  readonly names?: GuardedNames;
}

/** What the values of an attribute can name. */
export type GuardedNames = (typeof guardedNames)[number];

/** All that the values of an attribute can name. */
export const guardedNames = ["groupIds", "groupOwners"] as const;

/** Type of the objects and effect that several attributes share. */
export type SharedGuard = Omit<GuardedAttribute, "name">;

/** Declares several attributes that have the same effect. */
export function guardAttributes(shared: SharedGuard, names: readonly string[]): readonly GuardedAttribute[] {
  return names.map((name) => ({ name, ...shared }));
}

/**
 * Writes a name as it is compared: in lower case, without the schema before it and the option behind it, so that
 * `urn:example:User:Roles` is `roles` and `userCertificate;binary` is `usercertificate`.
 */
export function comparedName(name: string): string {
  const [base = ""] = name.slice(name.lastIndexOf(":") + 1).split(";");
  return base.trim().toLowerCase();
}

/** Whether two names mean the same attribute or one of them a part of the other, as `groups.value` is a part of `groups`. */
export function isSameAttribute(one: string, other: string): boolean {
  const [a, b] = [comparedName(one), comparedName(other)];
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/** The declarations that concern an attribute of a type of objects. */
export function guardsOf(
  declared: readonly GuardedAttribute[],
  of: GuardedAttribute["of"],
  name: string,
): readonly GuardedAttribute[] {
  return declared.filter((guard) => guard.of === of && isSameAttribute(guard.name, name));
}
