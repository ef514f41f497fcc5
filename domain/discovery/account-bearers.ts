import { comparedName } from "./compared-name.ts";
import { named } from "./people.ts";

/** A user by whose id accounts find their owner. */
export interface BorneId {
  readonly key: string;
  readonly id: string;
}

/** The users by their ids as a target compares names; where several have one, they are all there. */
export type BorneIds = ReadonlyMap<string, readonly BorneId[]>;

/** Gathers users by their ids as a target compares names. */
export function borneIds(users: readonly BorneId[], caseExact: boolean): BorneIds {
  return Map.groupBy(
    users.filter(({ id }) => id !== ""),
    ({ id }) => comparedName(id, caseExact),
  );
}

/** An account of nobody, with the name or the values by which it finds its owner. */
export interface Bearer {
  readonly key: string;
  readonly names: readonly string[];
}

/** Whose accounts are, and the accounts that may be several people's, by what they bear. */
export interface FoundBearers {
  readonly owners: ReadonlyMap<string, BorneId>;
  readonly unclear: readonly Bearer[];
}

/** Finds whose accounts are: the one user whose id they bear. What several users bear, in whichever case, is nobody's. */
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

/** Says which accounts belong to nobody because they may be several people's, or several accounts may be one person's. */
export function bearerProblems(unclear: readonly string[]): readonly string[] {
  if (unclear.length === 0) return [];
  return [
    `${unclear.length} account(s) belong to nobody, because more than one person or account has that name, in letters of another case perhaps: ${named(unclear)}. Attach them by hand.`,
  ];
}
