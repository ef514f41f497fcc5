import { directManagerClass, everybodyClass } from "./user-classes.ts";

/** Facts about the rights of a user. */
export interface RightsOfUser {
  readonly superuser: boolean;
  readonly classes: readonly string[];
}

/** A person, and the user who wants to act on their passwords. */
export interface HelpedPerson {
  readonly person: RightsOfUser & { readonly key: string };
  readonly helper: RightsOfUser;
  /** Keys of those above the helper: the manager, and the managers above. */
  readonly above: ReadonlySet<string>;
  /** Classes that give rights: those that policies name, and those that have permissions for privileged passwords. */
  readonly powerful: ReadonlySet<string>;
}

/** Classes that open a way to sign in, or that everyone has. They give no right by themselves. */
const withoutRights: ReadonlySet<string> = new Set([
  everybodyClass,
  directManagerClass,
  "_EXPLICIT_REST_API_USERS_",
  "_EXPLICIT_API_USERS_",
]);

/**
 * Returns true if a person has more rights than the user who wants to set their passwords: with such a password the user would get rights
 * that nobody gave. A person above the user counts as one with more rights. Nobody has more rights than a superuser.
 */
export function hasMoreRights({ person, helper, above, powerful }: HelpedPerson): boolean {
  if (helper.superuser) return false;
  if (person.superuser || above.has(person.key)) return true;
  const own = new Set(helper.classes);
  return person.classes.some((name) => !withoutRights.has(name) && powerful.has(name) && !own.has(name));
}
