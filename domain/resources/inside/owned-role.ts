import { alike } from "../format/relations.ts";

/** Relation of rows of a role to those that name its owners. */
export const ownersOfRole = { ownerships: alike("roleOwners", "roleKey", "roleKey") } as const;

/** Facts that policies of such rows read: the keys of the role's owners. */
export const ownedRole = { lists: { ownerKeys: { relation: "ownerships", column: "userKey" } } } as const;
