import type { GrantKind } from "#domain/access/grant-kinds.ts";

/** Table whose rows give access, as the grants see it. */
export interface FollowedTable {
  /** Kind of the grants of a row; undefined if a row ends grants and gives none. */
  readonly kind?: GrantKind;
  /** Columns of grants, with the columns of a row that have their values. */
  readonly grants: Readonly<Record<string, string>>;
}

/** Tables whose rows give access. */
const followed: Readonly<Record<string, FollowedTable>> = {
  // Without an account, nobody has its memberships either.
  accounts: { kind: "account", grants: { accountKey: "key" } },
  groups: { grants: { groupKey: "key" } },
  groupMemberships: { kind: "membership", grants: { accountKey: "accountKey", groupKey: "groupKey" } },
  groupOwners: { kind: "ownership", grants: { userKey: "userKey", groupKey: "groupKey" } },
};

/** Returns how the grants see a table; undefined if its rows give no access. */
export function followedTable(table: string): FollowedTable | undefined {
  return Object.hasOwn(followed, table) ? followed[table] : undefined;
}

/** Returns the kind of the grants that a removed row ends; undefined if it ends those of every kind. */
export function endedKind({ kind }: FollowedTable): GrantKind | undefined {
  return kind === "account" ? undefined : kind;
}
