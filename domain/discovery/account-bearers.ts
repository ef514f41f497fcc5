import { comparedName } from "./compared-name.ts";
import { named } from "./people.ts";

/** A user whose ID leads accounts to their owner. */
export interface BorneId {
  readonly key: string;
  readonly id: string;
}

/** Users by ID in the form in which a target compares names; several users may share one. */
export type BorneIds = ReadonlyMap<string, readonly BorneId[]>;

/** Groups users by ID in the form in which a target compares names. */
export function borneIds(users: readonly BorneId[], caseExact: boolean): BorneIds {
  return Map.groupBy(
    users.filter(({ id }) => id !== ""),
    ({ id }) => comparedName(id, caseExact),
  );
}

/** An account without owner, with the name or the values that identify its owner. */
export interface Bearer {
  readonly key: string;
  readonly names: readonly string[];
}

/** Owners of accounts, and the accounts that match several users. */
export interface FoundBearers {
  readonly owners: ReadonlyMap<string, BorneId>;
  readonly unclear: readonly Bearer[];
}

/** Finds the owner of each account: the one user whose ID it bears. An account that matches several users, in whichever case, gets none. */
export function bearersOf(accounts: readonly Bearer[], ids: BorneIds, caseExact: boolean): FoundBearers {
  const owners = new Map<string, BorneId>();
  const unclear: Bearer[] = [];
  for (const account of accounts) {
    const { key, names } = account;
    const users = new Map<string, BorneId>();
    for (const name of names)
      for (const user of ids.get(comparedName(name, caseExact)) ?? []) users.set(user.key, user);
    const [first] = users.values();
    if (first !== undefined && users.size === 1) owners.set(key, first);
    if (users.size > 1) unclear.push(account);
  }
  return { owners, unclear };
}

/** Describes the accounts without owner that match several people, or whose person matches several accounts. */
export function bearerProblems(unclear: readonly string[]): readonly string[] {
  if (unclear.length === 0) return [];
  return [
    `${unclear.length} account(s) belong to nobody, because more than one person or account has that name, in letters of another case perhaps: ${named(unclear)}. Attach them by hand.`,
  ];
}
