/** The class of everybody: it has no stored members. */
export const everybodyClass = "_ALLUSERS_";

/** The class of those who help others. */
export const helpDeskClass = "_HELP_DESK_";

/** The class of the recipient's own manager: who is in it depends on the request. */
export const directManagerClass = "_MANAGER_DIRECT_";

/**
 * The user classes that every installation has (specification section 5, domain rules on policies), with the condition that they
 * begin with. `computed` are those whose members nobody stores: everybody, and who depends on the request.
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

/** Whether a class is one of the service's own. */
export function isBuiltInClass(id: string): boolean {
  return Object.hasOwn(builtInUserClasses, id);
}

/** Whether an id is kept for classes of the service, those of later versions among them. */
export function isReservedClass(id: string): boolean {
  return id.startsWith("_");
}

/** Whether the members of a class are stored nowhere. */
export function isComputedClass(id: string): boolean {
  return isBuiltInClass(id) && builtInUserClasses[id]?.computed === true;
}

/** The classes of a user: those with the user as a stored member, and the class of everybody. */
export function classesOf(members: readonly { readonly userClassId: string }[]): readonly string[] {
  return [...new Set([everybodyClass, ...members.map(({ userClassId }) => userClassId)])];
}
