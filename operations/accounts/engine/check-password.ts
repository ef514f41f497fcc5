import type { Secret } from "#connectors/contract/index.ts";
import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import {
  type BrokenRule,
  brokenRules,
  type PasswordFacts,
  type PasswordWarning,
  refusingRules,
  warningsOf,
} from "#domain/passwords/password-check.ts";
import { strictest } from "#domain/passwords/strictest.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { breachedFact, foundBreach } from "../../abilities/breached-passwords.ts";
import { namesOf } from "../../abilities/names-of.ts";
import { type HeldPolicy, policiesOfAccount, policiesOfOwnPassword } from "../../abilities/password-policies-of.ts";
import { unable } from "../../abilities/unable.ts";
import { ownUsedBefore } from "../../identity/engine/own-password.ts";
import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";
import { usedBefore } from "../../requests/engine/password-history.ts";
import { type AskedPassword, brokenByPlugins } from "./ask-password-plugins.ts";
import { isUsedElsewhere, uniqueRule } from "./unique-password.ts";

/** Account that gets a new password. */
export interface PasswordSubject {
  readonly targetSystemKey: string;
  /** Key of the account; null before it exists. */
  readonly accountKey: string | null;
  readonly accountId: string;
  /** Key of its owner; null if it has none. */
  readonly userKey: string | null;
}

/** Returns an existing account as the subject of a new password. */
export function subjectOf({ key, targetSystemKey, shortId, userKey }: Row<"accounts">): PasswordSubject {
  return { targetSystemKey, accountKey: key, accountId: shortId, userKey };
}

/** A new password, and the one it replaces if the caller gave it. */
export interface NewPassword {
  readonly password: Secret;
  readonly oldPassword?: Secret;
}

/**
 * Checks a new password by the policies of the target groups of all accounts that get it and of the classes of their owners, and by other
 * accounts of the owners whose passwords must be unique. Returns the warnings of each account in turn. It only reads, asks plug-ins and
 * belongs before the transaction.
 * @throws PASSWORD_STRENGTH with one detail for each broken rule, BREACHED_LIST_UNAVAILABLE
 */
export async function checkPassword(
  context: CallContext,
  given: NewPassword,
  subjects: readonly PasswordSubject[],
): Promise<(readonly PasswordWarning[])[]> {
  const broken: (readonly BrokenRule[])[] = [];
  for (const subject of subjects) broken.push(await rulesBrokenFor(context, given, subject));
  const isUsed = await isUsedElsewhere(context, given.password, subjects);
  refuseBroken([...broken.flat(), ...(isUsed ? [uniqueRule] : [])]);
  return broken.map(warningsOf);
}

/**
 * Checks a new password as `checkPassword` does. Returns the warnings by the keys of the accounts.
 * @throws PASSWORD_STRENGTH with one detail for each broken rule, BREACHED_LIST_UNAVAILABLE
 */
export async function checkTogether(
  context: CallContext,
  given: NewPassword,
  accounts: readonly Row<"accounts">[],
): Promise<ReadonlyMap<string, readonly PasswordWarning[]>> {
  const warnings = await checkPassword(context, given, accounts.map(subjectOf));
  return new Map(accounts.map(({ key }, index) => [key, warnings[index] ?? []]));
}

/**
 * Checks a password for sign-in to the service itself, by the policy DEFAULT and those of the user's classes. Returns the warnings. It only
 * reads, asks plug-ins and belongs before the transaction.
 * @throws PASSWORD_STRENGTH with one detail for each broken rule, BREACHED_LIST_UNAVAILABLE, SIGN_IN_BUSY
 */
export async function checkOwnPassword(
  context: CallContext,
  user: Row<"users">,
  password: Secret,
): Promise<readonly PasswordWarning[]> {
  const facts: PersonFacts = {
    ids: { known: [user.id] },
    names: { known: await namesOf(context, user) },
    oldPassword: notGiven,
    usedBefore: { known: await ownUsedBefore(context, user, password) },
  };
  const policies = await policiesOfOwnPassword(context, user.key);
  const broken = await brokenIn(context, { policies, facts }, { password, user, account: null });
  refuseBroken(broken);
  return warningsOf(broken);
}

const notGiven = { unknown: "the password before was not entered" } as const;

type PersonFacts = Omit<PasswordFacts, "breached">;

interface Judging {
  readonly policies: readonly HeldPolicy[];
  readonly facts: PersonFacts;
}

/** Returns the rules of policies that a password breaks together. A plug-in is not told a password that is refused anyway. */
async function brokenIn(
  context: CallContext,
  { policies, facts }: Judging,
  asked: AskedPassword,
): Promise<readonly BrokenRule[]> {
  const rules = strictest(policies.map((policy) => policy.rules));
  const breached = await breachedFact(context, rules, asked.password);
  const broken = asked.password.use((text) => brokenRules(rules, { ...facts, breached, password: text }));
  if (refusingRules(broken).length > 0) return broken;
  return [...broken, ...(await brokenByPlugins(context, policies, asked))];
}

/**
 * Throws PASSWORD_STRENGTH if a password breaks required rules.
 * @throws PASSWORD_STRENGTH
 */
function refuseBroken(broken: readonly BrokenRule[]): void {
  // Several accounts often have the same policy; its rule is reported once.
  const refused = new Map(
    refusingRules(broken).map(({ rule, message }): [string, ErrorDetail] => [
      message,
      { code: "PASSWORD_STRENGTH", target: rule, message },
    ]),
  );
  if (refused.size > 0)
    throw new ServiceError("PASSWORD_STRENGTH", { target: "password", details: [...refused.values()] });
}

const nobodys = { unknown: "the account has no owner" } as const;

async function rulesBrokenFor(
  context: CallContext,
  { password, oldPassword }: NewPassword,
  subject: PasswordSubject,
): Promise<readonly BrokenRule[]> {
  const { targetSystemKey, accountKey, accountId, userKey } = subject;
  const policies = await policiesOfAccount(context, targetSystemKey, userKey);
  // A missing target system is reported later, with its own text.
  if (policies === undefined) return [];
  const user = userKey === null ? undefined : await context.store.get("users", userKey);
  const facts = {
    ids: { known: [accountId, ...(user ? [user.id] : [])] },
    names: user ? { known: await namesOf(context, user) } : nobodys,
    usedBefore: { known: accountKey === null ? null : await usedBefore(context, accountKey, password) },
  };
  const asked = { password, user: user ?? null, account: { targetSystemKey, shortId: accountId } };
  const judge = (old: PasswordFacts["oldPassword"]) =>
    brokenIn(context, { policies, facts: { ...facts, oldPassword: old } }, asked);
  if (accountKey === null) return judge({ known: null });
  if (oldPassword === undefined) return judge(await withoutOld(context, subject));
  return oldPassword.use((text) => judge({ known: text }));
}

/** Returns why the old password is unknown. Owners who may change their password on the target system could have given it. */
async function withoutOld(context: CallContext, subject: PasswordSubject): Promise<PasswordFacts["oldPassword"]> {
  const { caller } = context;
  const isOwner = caller.key !== null && caller.key === subject.userKey;
  return isOwner && (await canChange(context, subject)) ? { ...notGiven, wayOut: changeInstead } : notGiven;
}

async function canChange(context: CallContext, { targetSystemKey, accountKey }: PasswordSubject): Promise<boolean> {
  const { store, policies } = context;
  const target = await store.get("targetSystems", targetSystemKey);
  if (target === undefined || accountKey === null) return false;
  const policy = policyOf.action("accounts/changePassword");
  const principal = await principalOf(context, policy);
  const resource = { ...(await store.get("accounts", accountKey)) };
  if (!policies.decide(policy, { principal, resource }).allowed) return false;
  return (await unable(context, target, { code: "PWCH", accountKey })) === undefined;
}

const changeInstead =
  "Change the password with the current one (changePassword) instead of resetting it. If you no longer know it, use the page for forgotten passwords, or ask the help desk.";

const earlierUnknown = { unknown: "earlier passwords are compared only when a password is set" } as const;
const nobodyNamed = { unknown: "no user is named" } as const;

/**
 * Returns the rules of a policy that a password breaks if it is only judged: earlier passwords are not compared. It reads, asks the plug-in
 * and belongs before a transaction.
 */
export async function rulesBrokenBy(
  context: CallContext,
  policy: HeldPolicy,
  asked: AskedPassword,
): Promise<readonly BrokenRule[]> {
  const { password, user, account } = asked;
  const ids = [...(account ? [account.shortId] : []), ...(user ? [user.id] : [])];
  const facts: PasswordFacts = {
    ids: ids.length === 0 ? { unknown: "neither a user nor an account is named" } : { known: ids },
    names: user ? { known: await namesOf(context, user) } : nobodyNamed,
    oldPassword: earlierUnknown,
    usedBefore: earlierUnknown,
    breached: await foundBreach(context, password),
  };
  const broken = password.use((text) => brokenRules(policy.rules, { ...facts, password: text }));
  return [...broken, ...(await brokenByPlugins(context, [policy], asked))];
}
