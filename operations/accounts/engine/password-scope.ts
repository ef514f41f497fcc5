import type { Secret } from "#connectors/contract/index.ts";
import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import { type BrokenChoice, chooseForAll, chooseTogether, type RuledAccount } from "#domain/passwords/group-rules.ts";
import type { PasswordWarning } from "#domain/passwords/password-check.ts";
import type { Row } from "#store/tables.ts";

import { groupRulesOf } from "../../abilities/group-rules-of.ts";
import { type HeldPolicy, policiesOfAccount, policiesOfOwnPassword } from "../../abilities/password-policies-of.ts";
import { type ToldRule, toldRules, toldUniqueRule } from "../../abilities/told-rules.ts";
import { type Inability, unable } from "../../abilities/unable.ts";
import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { requirePolicy } from "../../kernel/require-policy.ts";
import { requireRow } from "../../kernel/rows/require-row.ts";
import { isChangingNow } from "../../requests/engine/password-history.ts";
import type { NewOperation } from "../../requests/engine/save-request.ts";
import { accountFacts } from "./account-write.ts";
import { subjectOf } from "./check-password.ts";
import { refuseUsedElsewhere } from "./unique-password.ts";

type Account = Row<"accounts">;

/** Returns the accounts of a user. */
export function accountsOf({ store }: Pick<CallContext, "store">, userKey: string): Promise<Account[]> {
  return store.select("accounts", { where: { userKey }, orderBy: [["key", "asc"]] });
}

/** Reasons that are told to a caller who has named no account. */
const forbidding: ReadonlySet<Inability["code"]> = new Set([
  "OPTION_FORBIDS",
  "ACCOUNT_MANAGED",
  "PASSWORD_RESET_BLOCKED",
]);

/**
 * Returns the accounts whose target systems can reset a password, and the reason why the first forbidden one cannot; undefined if none is
 * forbidden.
 */
export async function sortResettable(
  context: CallContext,
  owned: readonly Account[],
): Promise<{ readonly able: readonly Account[]; readonly forbidden: Inability | undefined }> {
  const able: Account[] = [];
  let forbidden: Inability | undefined;
  for (const account of owned) {
    const target = await context.store.get("targetSystems", account.targetSystemKey);
    if (!target?.enabled) continue;
    const inability = await unable(context, target, { code: "PWRS", accountKey: account.key });
    if (inability === undefined) able.push(account);
    if (inability !== undefined && forbidding.has(inability.code)) forbidden ??= inability;
  }
  return { able, forbidden };
}

/**
 * Returns the accounts whose target systems can reset a password; at least one.
 * @throws OPTION_FORBIDS, ACCOUNT_MANAGED, PASSWORD_RESET_BLOCKED, CAPABILITY_MISSING
 */
export async function resettableAccounts(context: CallContext, owned: readonly Account[]): Promise<readonly Account[]> {
  const { able, forbidden } = await sortResettable(context, owned);
  if (able.length > 0) return able;
  if (forbidden) throw new ServiceError(forbidden.code, { message: forbidden.message, target: "accountKeys" });
  throw new ServiceError("CAPABILITY_MISSING", {
    target: "accountKeys",
    message: "The user has no account on an enabled target system that can reset passwords.",
  });
}

/**
 * Returns the accounts of a user that a call names, or all whose password can be reset if it names none.
 * @throws NOT_FOUND, ACCOUNT_UNKNOWN, OPTION_FORBIDS, ACCOUNT_MANAGED, PASSWORD_RESET_BLOCKED, CAPABILITY_MISSING
 */
export async function chosenAccounts(
  context: CallContext,
  userKey: string,
  accountKeys: readonly string[] | undefined,
): Promise<readonly Account[]> {
  await requireRow(context, "users", userKey);
  const owned = await accountsOf(context, userKey);
  if (accountKeys === undefined) return resettableAccounts(context, owned);
  return accountKeys.map((wanted) => named(owned, wanted));
}

function named(owned: readonly Account[], key: string): Account {
  const account = owned.find((row) => row.key === key);
  if (account) return account;
  throw new ServiceError("ACCOUNT_UNKNOWN", {
    target: "accountKeys",
    message: "accountKeys must name accounts of this user. Look them up under /v2/users({key})/accounts.",
  });
}

/**
 * Returns the accounts that get a password where some accounts of one owner are chosen: these, then the ones that their target groups keep
 * the same. The policy of the call must allow each of the latter.
 * @throws TARGET_GROUP_ACCOUNTS with one detail for each broken rule, FORBIDDEN
 */
export async function accountsTogether(
  context: CallContext,
  chosen: readonly Account[],
  policy?: string,
): Promise<readonly Account[]> {
  const ownerKey = chosen[0]?.userKey ?? null;
  if (ownerKey === null || !(await haveRules(context, chosen))) return chosen;
  const keys = chosen.map(({ key }) => key);
  const { able } = await sortResettable(context, await accountsOf(context, ownerKey));
  const all = [...chosen, ...able.filter(({ key }) => !keys.includes(key))];
  const choice = chooseTogether(keys, await ruled(context, all));
  if (choice.broken.length > 0) throw refusedChoice(choice.broken, all);
  const taken = new Set(choice.accountKeys);
  const added = all.slice(chosen.length).filter(({ key }) => taken.has(key));
  for (const { key } of policy === undefined ? [] : added)
    await requirePolicy(context, { name: policy ?? "", facts: () => accountFacts(context, key) });
  return [...chosen, ...added];
}

/** Returns the other accounts of an owner that have the password of an account, because the target groups of both keep passwords the same. */
export async function accountsInStep(
  context: ServiceContext,
  { key, userKey }: Pick<Account, "key" | "userKey">,
): Promise<readonly Account[]> {
  if (userKey === null) return [];
  const owned = await accountsOf(context, userKey);
  const synced = (await ruled(context, owned)).filter(({ group }) => group?.syncPasswords === true);
  const keys = new Set(synced.map((account) => account.key));
  return keys.has(key) ? owned.filter((account) => account.key !== key && keys.has(account.key)) : [];
}

/** Reports whether passwords of a user's accounts must differ, because the target group of one of them asks for it. */
export async function mustDiffer(context: ServiceContext, userKey: string): Promise<boolean> {
  const owned = await ruled(context, await accountsOf(context, userKey));
  return owned.some(({ group }) => group?.uniquePasswords === true);
}

/** Places where a user may set one password for a forgotten one. */
interface ForgottenPassword {
  /** True if the service itself keeps one of them. */
  readonly isOwn: boolean;
  readonly accounts: readonly Account[];
}

// Nobody who has forgotten a password can give the old one.
const comparedWithOld = "history.notOldPasswordSimilar";

/** Returns the rules that a password for a forgotten one must keep everywhere, as one list, as far as they can be checked. */
export async function rulesOfForgotten(
  context: ServiceContext,
  userKey: string,
  { isOwn, accounts }: ForgottenPassword,
): Promise<readonly ToldRule[]> {
  const held: (readonly HeldPolicy[] | undefined)[] = isOwn ? [await policiesOfOwnPassword(context, userKey)] : [];
  for (const key of new Set(accounts.map(({ targetSystemKey }) => targetSystemKey)))
    held.push(await policiesOfAccount(context, key, userKey));
  const told = toldRules(held.flatMap((policies) => policies ?? []).map(({ rules }) => rules));
  const isUnique = accounts.length > 0 && (await mustDiffer(context, userKey));
  return [...told, ...(isUnique ? [toldUniqueRule] : [])].filter(({ rule }) => rule !== comparedWithOld);
}

/** Returns the accounts of which nobody has chosen any and that can get one password together by the rules of their target groups. */
export async function accountsForAll(context: ServiceContext, able: readonly Account[]): Promise<readonly Account[]> {
  const taken = new Set(chooseForAll(await ruled(context, able)));
  return able.filter(({ key }) => taken.has(key));
}

async function ruled(context: ServiceContext, accounts: readonly Account[]): Promise<readonly RuledAccount[]> {
  const rulesOf = await groupRulesOf(
    context,
    accounts.map(({ targetSystemKey }) => targetSystemKey),
  );
  return accounts.map(({ key, targetSystemKey }) => ({ key, group: rulesOf(targetSystemKey) }));
}

/** Reports whether a group of some accounts has rules about other accounts. */
async function haveRules(context: ServiceContext, accounts: readonly Account[]): Promise<boolean> {
  return (await ruled(context, accounts)).some(
    ({ group }) =>
      group !== null &&
      (group.syncPasswords || group.uniquePasswords || group.passwordChangeRestriction !== "anyNumber"),
  );
}

const words: Readonly<Record<BrokenChoice["rule"], (group: string, accounts: string) => string>> = {
  allAccounts: (group, accounts) =>
    `The target group '${group}' changes the passwords of all accounts of a person together. Call resetPasswords of the user, and also name ${accounts}.`,
  oneAccount: (group, accounts) =>
    `The target group '${group}' changes the password of one account at a time. Name only one of ${accounts}.`,
  uniquePasswords: (group, accounts) =>
    `Passwords of the target group '${group}' must be used nowhere else. Set the password of ${accounts} by a call of its own.`,
};

function refusedChoice(broken: readonly BrokenChoice[], accounts: readonly Account[]): ServiceError {
  const nameOf = (wanted: string) => {
    const { shortId, targetSystemKey } = accounts.find(({ key }) => key === wanted) as Account;
    return `'${shortId}' on ${targetSystemKey}`;
  };
  const code = "TARGET_GROUP_ACCOUNTS";
  const details = broken.map(({ rule, groupId, accountKeys }): ErrorDetail => {
    return { code, target: rule, message: words[rule](groupId, accountKeys.map(nameOf).join(", ")) };
  });
  return new ServiceError(code, { target: "accountKeys", message: details[0]?.message ?? "", details });
}

/** New password for the accounts of one owner, with the warnings of each account for which it was checked. */
export interface CheckedPassword {
  readonly password: Secret;
  readonly warnings: ReadonlyMap<string, readonly PasswordWarning[]>;
  /** Policy that must allow each account which a target group adds; undefined if that of the call covers all of the owner. */
  readonly policy?: string;
}

/**
 * Holds the accounts that get a password until the current transaction ends, and returns them as `accountsTogether` does. What was checked
 * before the transaction must still hold.
 * @throws TARGET_GROUP_ACCOUNTS, TARGET_GROUP_CHANGING, PASSWORD_STRENGTH, CONFLICT, FORBIDDEN
 */
export async function holdAccounts(
  context: CallContext,
  chosen: readonly Account[],
  { password, warnings, policy }: CheckedPassword,
): Promise<readonly Account[]> {
  const ownerKey = chosen[0]?.userKey ?? null;
  // Two calls for one person would otherwise not see each other.
  if (ownerKey !== null) await context.store.lock("users", ownerKey);
  const accounts = await accountsTogether(context, chosen, policy);
  if (!accounts.every(({ key }) => warnings.has(key))) throw new ServiceError("CONFLICT", { target: "accountKeys" });
  await refuseWhileChanging(context, accounts, { forUpdate: true });
  await refuseUsedElsewhere(context, password, accounts.map(subjectOf));
  return accounts;
}

/** Returns the operations that set a checked password on accounts. */
export function resetsOf(
  accounts: readonly Account[],
  { password, mustChange, warnings }: CheckedPassword & { readonly mustChange?: boolean | null | undefined },
): readonly NewOperation[] {
  return accounts.map(({ key: accountKey, targetSystemKey }) => {
    return { code: "PWRS", password, mustChange, targetSystemKey, accountKey, warnings: warnings.get(accountKey) };
  });
}

/**
 * Throws TARGET_GROUP_CHANGING while a password is being set on one of some accounts whose group sets passwords of several accounts
 * together: two changes at once could leave them apart. With `forUpdate` none begins until the current transaction ends.
 * @throws TARGET_GROUP_CHANGING
 */
export async function refuseWhileChanging(
  context: ServiceContext,
  accounts: readonly Account[],
  { forUpdate } = { forUpdate: false },
): Promise<void> {
  const together = (await ruled(context, accounts)).filter(
    ({ group }) => group?.syncPasswords === true || group?.passwordChangeRestriction === "allAccounts",
  );
  const keys = together.map(({ key }) => key);
  if (await isChangingNow(context, keys, { forUpdate })) throw new ServiceError("TARGET_GROUP_CHANGING");
}
