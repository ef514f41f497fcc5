/** Rules of a target group about the passwords that one person has on its target systems. */
export interface GroupRules {
  readonly id: string;
  /** True if a password that is set for one account is set for the others. */
  readonly syncPasswords: boolean;
  /** True if the password of an account must differ from those of all other accounts of its owner. */
  readonly uniquePasswords: boolean;
  readonly passwordChangeRestriction: "anyNumber" | "allAccounts" | "oneAccount";
}

/** Account of a person, with the rules of its target group; null if its target system has none. */
export interface RuledAccount {
  readonly key: string;
  readonly group: GroupRules | null;
}

/** Rule of a target group that a choice of accounts breaks. */
export interface BrokenChoice {
  readonly rule: "allAccounts" | "oneAccount" | "uniquePasswords";
  readonly groupId: string;
  /** Keys of the accounts that are missing, or of those of which only one may be there. */
  readonly accountKeys: readonly string[];
}

/** Accounts that get one password together. */
export interface ChoiceOfAccounts {
  /** Keys of the chosen accounts, then of those that their groups add. */
  readonly accountKeys: readonly string[];
  /** Broken rules; empty if the accounts can get the password together. */
  readonly broken: readonly BrokenChoice[];
}

/**
 * Returns the accounts that get a password if some are chosen, and the rules of target groups that this breaks. The accounts are all of the
 * person whose password can be set, and the chosen ones.
 */
export function chooseTogether(chosen: readonly string[], accounts: readonly RuledAccount[]): ChoiceOfAccounts {
  const isChosen = new Set(chosen);
  const touched = new Set(accounts.filter(({ key }) => isChosen.has(key)).flatMap(({ group }) => group?.id ?? []));
  const added = accounts.filter(
    ({ key, group }) => group?.syncPasswords === true && touched.has(group.id) && !isChosen.has(key),
  );
  const accountKeys = [...isChosen, ...added.map(({ key }) => key)];
  const taken = new Set(accountKeys);
  const byGroup = Map.groupBy(
    accounts.filter(({ group }) => group !== null && touched.has(group.id)),
    ({ group }) => group?.id,
  );
  const broken = [...byGroup.values()].flatMap((members) => brokenBy(members, taken));
  return { accountKeys, broken };
}

function brokenBy(members: readonly RuledAccount[], taken: ReadonlySet<string>): readonly BrokenChoice[] {
  const group = members[0]?.group ?? null;
  if (group === null) return [];
  const keys = members.map(({ key }) => key);
  const [inside, missing] = [keys.filter((key) => taken.has(key)), keys.filter((key) => !taken.has(key))];
  const { id: groupId, passwordChangeRestriction: restriction, uniquePasswords } = group;
  const broken: BrokenChoice[] = [];
  if (restriction === "allAccounts" && missing.length > 0)
    broken.push({ rule: "allAccounts", groupId, accountKeys: missing });
  if (restriction === "oneAccount" && inside.length > 1)
    broken.push({ rule: "oneAccount", groupId, accountKeys: inside });
  // One call sets one password, which no other account may then have.
  if (uniquePasswords && taken.size > 1) broken.push({ rule: "uniquePasswords", groupId, accountKeys: inside });
  return broken;
}

/**
 * Returns the keys of accounts that can get one password together where nobody has chosen any: all except those of groups that allow only
 * one account, or no other account, at a time.
 */
export function chooseForAll(accounts: readonly RuledAccount[]): readonly string[] {
  const all = accounts.map(({ key }) => key);
  const refused = new Set(chooseTogether(all, accounts).broken.flatMap(({ accountKeys }) => accountKeys));
  return all.filter((key) => !refused.has(key));
}

/** Rules of a target group that exclude each other, and the one to change. */
export interface GroupContradiction {
  readonly property: "uniquePasswords" | "passwordChangeRestriction";
  readonly reason: string;
}

type Contradicting = Pick<GroupRules, "syncPasswords" | "uniquePasswords" | "passwordChangeRestriction">;

/** Returns the contradiction between the rules of a target group; undefined if a person with several accounts can keep them. */
export function groupContradiction(group: Contradicting): GroupContradiction | undefined {
  const { syncPasswords, uniquePasswords, passwordChangeRestriction: restriction } = group;
  if (syncPasswords && uniquePasswords)
    return {
      property: "uniquePasswords",
      reason: "syncPasswords and uniquePasswords cannot both be true. Set one of them to false.",
    };
  if (syncPasswords && restriction === "oneAccount")
    return {
      property: "passwordChangeRestriction",
      reason:
        "passwordChangeRestriction: oneAccount and syncPasswords exclude each other, because a synchronized password is set for all accounts. Choose another restriction, or set syncPasswords to false.",
    };
  if (uniquePasswords && restriction === "allAccounts")
    return {
      property: "passwordChangeRestriction",
      reason:
        "passwordChangeRestriction: allAccounts and uniquePasswords exclude each other, because one change sets one password. Choose another restriction, or set uniquePasswords to false.",
    };
  return undefined;
}
