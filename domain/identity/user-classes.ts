/** The class of everybody: it has no stored members. */
export const everybodyClass = "_ALLUSERS_";

/** The class of the recipient's own manager: who is in it depends on the request. */
export const directManagerClass = "_MANAGER_DIRECT_";

/** The user classes that every installation has (specification section 5, domain rules on policies). */
export const builtInUserClasses = {
  [everybodyClass]: "Every user",
  _EXPLICIT_REST_API_USERS_: "Users who may sign in to the REST API",
  _EXPLICIT_API_USERS_: "Users who may sign in to the library and SOAP APIs",
  _HELP_DESK_: "Help desk users",
  [directManagerClass]: "Direct managers of the recipient",
} as const;

/** The classes of a user: those with the user as a stored member, and the class of everybody. */
export function classesOf(members: readonly { readonly userClassId: string }[]): readonly string[] {
  return [...new Set([everybodyClass, ...members.map(({ userClassId }) => userClassId)])];
}
