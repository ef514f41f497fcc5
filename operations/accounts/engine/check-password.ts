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
import { initialRules } from "#domain/passwords/password-rules.ts";
import type { Row } from "#store/tables.ts";

import { targetPasswordRules } from "../../abilities/target-password-rules.ts";
import { ownUsedBefore } from "../../identity/engine/own-password.ts";
import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { usedBefore } from "../../requests/engine/password-history.ts";

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
 * Checks a new password by the policies of the target groups of all accounts that get it. Returns the warnings of each account in turn. It
 * only reads and belongs before the transaction.
 * @throws PASSWORD_STRENGTH with one detail for each broken rule
 */
export async function checkPassword(
  context: ServiceContext,
  given: NewPassword,
  subjects: readonly PasswordSubject[],
): Promise<(readonly PasswordWarning[])[]> {
  const broken: (readonly BrokenRule[])[] = [];
  for (const subject of subjects) broken.push(await rulesBrokenFor(context, given, subject));
  refuseBroken(broken.flat());
  return broken.map(warningsOf);
}

const ownPolicy = "DEFAULT";

/**
 * Checks a password for sign-in to the service itself, by the policy DEFAULT. Returns the warnings. It only reads and belongs before the
 * transaction.
 * @throws PASSWORD_STRENGTH with one detail for each broken rule, SIGN_IN_BUSY
 */
export async function checkOwnPassword(
  context: CallContext,
  user: Row<"users">,
  password: Secret,
): Promise<readonly PasswordWarning[]> {
  const rules = (await context.store.get("passwordPolicies", ownPolicy)) ?? initialRules();
  const facts: PasswordFacts = {
    ids: { known: [user.id] },
    names: { known: await namesOf(context, user) },
    oldPassword: notGiven,
    usedBefore: { known: await ownUsedBefore(context, user, password) },
  };
  const broken = password.use((text) => brokenRules(rules, { ...facts, password: text }));
  refuseBroken(broken);
  return warningsOf(broken);
}

const notGiven = { unknown: "the password before was not entered" } as const;

/** Attributes in which directories store names of people. */
const nameAttributes: ReadonlySet<string> = new Set(["cn", "displayname", "firstname", "givenname", "lastname", "sn"]);

async function namesOf(
  { store }: Pick<ServiceContext, "store">,
  { key, displayName }: Pick<Row<"users">, "key" | "displayName">,
): Promise<readonly string[]> {
  const attributes = await store.select("userAttributes", { where: { userKey: key } });
  const named = attributes.filter(({ name }) => nameAttributes.has(name.toLowerCase())).map(({ value }) => value);
  return [...(displayName ? [displayName] : []), ...named];
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
  context: ServiceContext,
  { password, oldPassword }: NewPassword,
  { targetSystemKey, accountKey, accountId, userKey }: PasswordSubject,
): Promise<readonly BrokenRule[]> {
  const rules = await targetPasswordRules(context, targetSystemKey);
  // A missing target system is reported later, with its own text.
  if (rules === undefined) return [];
  const user = userKey === null ? undefined : await context.store.get("users", userKey);
  const facts = {
    ids: { known: [accountId, ...(user ? [user.id] : [])] },
    names: user ? { known: await namesOf(context, user) } : nobodys,
    usedBefore: { known: accountKey === null ? null : await usedBefore(context, accountKey, password) },
  };
  const judge = (old: PasswordFacts["oldPassword"]) =>
    password.use((text) => brokenRules(rules, { ...facts, password: text, oldPassword: old }));
  if (accountKey === null) return judge({ known: null });
  return oldPassword === undefined ? judge(notGiven) : oldPassword.use((text) => judge({ known: text }));
}
