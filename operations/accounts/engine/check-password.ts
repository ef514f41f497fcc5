import type { Secret } from "#connectors/contract/index.ts";
import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import { type BrokenRule, brokenRules, type PasswordWarning } from "#domain/passwords/password-check.ts";
import { initialRules, type PolicyRules, RuleMode } from "#domain/passwords/password-rules.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../context.ts";
import { usedBefore } from "./password-history.ts";

/** The account that gets a new password. */
export interface PasswordSubject {
  readonly targetSystemKey: string;
  /** Null while the account does not exist. */
  readonly accountKey: string | null;
  readonly accountId: string;
  /** Its owner; null where it has none. */
  readonly userKey: string | null;
}

/** An account that exists as the one that gets a new password. */
export function subjectOf({ key, targetSystemKey, shortId, userKey }: Row<"accounts">): PasswordSubject {
  return { targetSystemKey, accountKey: key, accountId: shortId, userKey };
}

/** A new password, and the one it replaces where somebody has given it. */
export interface NewPassword {
  readonly password: Secret;
  readonly oldPassword?: Secret;
}

/**
 * Checks a new password by the policies of the target groups of all accounts that get it; the warnings are those of each
 * account in turn. It reads only and belongs before the transaction.
 * @throws PASSWORD_STRENGTH with one detail per broken rule
 */
export async function checkPassword(
  context: ServiceContext,
  given: NewPassword,
  subjects: readonly PasswordSubject[],
): Promise<(readonly PasswordWarning[])[]> {
  const broken: (readonly BrokenRule[])[] = [];
  for (const subject of subjects) broken.push(await rulesBrokenFor(context, given, subject));
  refuseBroken(broken.flat());
  return broken.map((rules) =>
    rules.filter(({ mode }) => mode === RuleMode.Warning).map(({ rule, message }) => ({ rule, message })),
  );
}

const ownPolicy = "DEFAULT";

/**
 * Checks a password by which a user is to sign in to the service itself, by the policy DEFAULT. It reads only and belongs
 * before the transaction.
 * @throws PASSWORD_STRENGTH with one detail per broken rule
 */
export async function checkOwnPassword(
  { store }: Pick<ServiceContext, "store">,
  user: Row<"users">,
  password: Secret,
): Promise<void> {
  const rules = (await store.get("passwordPolicies", ownPolicy)) ?? initialRules();
  const facts = { ids: [user.id], names: namesOf(user), oldPassword: null, usedBefore: null };
  refuseBroken(password.use((text) => brokenRules(rules, { ...facts, password: text })));
}

const namesOf = ({ displayName }: Pick<Row<"users">, "displayName">) => (displayName ? [displayName] : []);

/**
 * Refuses a password for the rules that are required of it.
 * @throws PASSWORD_STRENGTH
 */
function refuseBroken(broken: readonly BrokenRule[]): void {
  const required = broken.filter(({ mode }) => mode === RuleMode.Required);
  // Several accounts are often under the same policy; its rule is told once.
  const refused = new Map(
    required.map(({ rule, message }): [string, ErrorDetail] => [
      message,
      { code: "PASSWORD_STRENGTH", target: rule, message },
    ]),
  );
  if (refused.size > 0)
    throw new ServiceError("PASSWORD_STRENGTH", { target: "password", details: [...refused.values()] });
}

async function rulesBrokenFor(
  context: ServiceContext,
  { password, oldPassword }: NewPassword,
  { targetSystemKey, accountKey, accountId, userKey }: PasswordSubject,
): Promise<readonly BrokenRule[]> {
  const rules = await rulesOfTarget(context, targetSystemKey);
  // Of a target system that does not exist, what follows has its own words.
  if (rules === undefined) return [];
  const user = userKey === null ? undefined : await context.store.get("users", userKey);
  const facts = {
    ids: [accountId, ...(user ? [user.id] : [])],
    names: user ? namesOf(user) : [],
    usedBefore: accountKey === null ? null : await usedBefore(context, accountKey, password),
  };
  const judge = (old: string | null) =>
    password.use((text) => brokenRules(rules, { ...facts, password: text, oldPassword: old }));
  return oldPassword === undefined ? judge(null) : oldPassword.use(judge);
}

async function rulesOfTarget({ store }: ServiceContext, targetSystemKey: string): Promise<PolicyRules | undefined> {
  const target = await store.get("targetSystems", targetSystemKey);
  if (!target) return undefined;
  const group = await store.get("targetGroups", target.targetGroup);
  const policy = group && (await store.get("passwordPolicies", group.passwordPolicyId));
  // Where a policy is missing a password is not free of rules.
  return policy ?? initialRules();
}
