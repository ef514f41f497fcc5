/** Class of all users; it has no stored members. */
export const everybodyClass = "_ALLUSERS_";

/** Class of the help desk. */
export const helpDeskClass = "_HELP_DESK_";

/** Class of the recipient's own manager; its member depends on the request. */
export const directManagerClass = "_MANAGER_DIRECT_";

/**
 * User classes that every installation has (specification section 5, domain rules on policies), with their initial condition. The members
 * of `computed` classes are not stored: all users, and the manager of the recipient.
 */
export const builtInUserClasses: Readonly<
  Record<string, { readonly description: string; readonly condition: string | null; readonly computed?: true }>
> = {
  [everybodyClass]: { description: "Every user", condition: "true", computed: true },
  _EXPLICIT_REST_API_USERS_: { description: "Users who may sign in to the REST API", condition: null },
  _EXPLICIT_API_USERS_: { description: "Users who may sign in to the library and SOAP APIs", condition: null },
  [helpDeskClass]: { description: "Help desk users", condition: null },
  [directManagerClass]: { description: "Direct managers of the recipient", condition: null, computed: true },
};

/** Returns true if a class is one of the service's own. */
export function isBuiltInClass(id: string): boolean {
  return Object.hasOwn(builtInUserClasses, id);
}

/** Returns true if an ID is reserved for classes of the service, those of later versions included. */
export function isReservedClass(id: string): boolean {
  return id.startsWith("_");
}

/** Returns true if the members of a class are not stored. */
export function isComputedClass(id: string): boolean {
  return isBuiltInClass(id) && builtInUserClasses[id]?.computed === true;
}

/** Returns the classes of a user: those with the user as a stored member, and the class of all users. */
export function classesOf(members: readonly { readonly userClassId: string }[]): readonly string[] {
  return [...new Set([everybodyClass, ...members.map(({ userClassId }) => userClassId)])];
}
