import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { madeCandidatesMax } from "#domain/mass-reset-limits.ts";
import { brokenForPerson, refusingRules } from "#domain/passwords/password-check.ts";
import type { PolicyRules } from "#domain/passwords/password-rules.ts";
import { strictest } from "#domain/passwords/strictest.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { makePassword } from "../../abilities/breached-passwords.ts";
import { groupRulesOf } from "../../abilities/group-rules-of.ts";
import { namesByUser } from "../../abilities/names-of.ts";
import { defaultPasswordPolicy, furtherPolicyIds, heldPolicy } from "../../abilities/password-policies-of.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { Item } from "./items.ts";

/** A new password, or the reason why none was made. */
export type MadePassword = { readonly secret: Secret } | { readonly notMade: string };

/** Function that makes one password for rows of one person, or for a row without owner. */
export type PasswordMaker = (items: readonly Item[]) => Promise<MadePassword>;

/**
 * Makes the function that makes passwords for some rows of a mass reset, by all policies that hold for their accounts and by that of the mass
 * reset. What it needs to know about them is read in a few statements for all.
 */
export async function passwordMaker(
  context: CallContext,
  { passwordPolicyId }: Pick<Row<"massResets">, "passwordPolicyId">,
  items: readonly Item[],
): Promise<PasswordMaker> {
  const { store } = context;
  const userKeys = [...new Set(items.flatMap(({ userKey }) => userKey ?? []))];
  const users = new Map(
    (await store.select("users", { where: oneOf("key", userKeys) })).map((user) => [user.key, user]),
  );
  const names = await namesByUser(context, [...users.values()]);
  const further = await furtherPolicyIds(context, userKeys);
  const policyOfTarget = await policiesOfTargets(context, [...new Set(items.map((item) => item.targetSystemKey))]);
  const known = new Map<string, PolicyRules>();

  async function rulesOf(wanted: readonly Item[]): Promise<PolicyRules> {
    const ids = new Set([
      ...wanted.map(({ targetSystemKey }) => policyOfTarget.get(targetSystemKey) ?? defaultPasswordPolicy),
      ...wanted.flatMap(({ userKey }) => further.get(userKey ?? "") ?? []),
      ...(passwordPolicyId === null ? [] : [passwordPolicyId]),
    ]);
    const together = [...ids].toSorted().join("\n");
    const before = known.get(together);
    if (before !== undefined) return before;
    const rules = await Promise.all([...ids].map(async (id) => (await heldPolicy(context, id)).rules));
    const all = strictest(rules);
    known.set(together, all);
    return all;
  }

  return async (wanted) => {
    const rules = await rulesOf(wanted);
    const user = users.get(wanted[0]?.userKey ?? "");
    const facts = {
      ids: { known: [...wanted.map(({ accountName }) => accountName), ...(user ? [user.id] : [])] },
      names: { known: user === undefined ? [] : (names.get(user.key) ?? []) },
      // What chance has made is like no earlier password.
      oldPassword: { known: null },
      usedBefore: { known: null },
      breached: { known: false },
    };
    const keeps = (password: string) => refusingRules(brokenForPerson(rules, { ...facts, password })).length === 0;
    return firstKept(context, rules, keeps);
  };
}

async function firstKept(
  context: CallContext,
  rules: PolicyRules,
  keeps: (password: string) => boolean,
): Promise<MadePassword> {
  try {
    for (let count = 0; count < madeCandidatesMax; count += 1) {
      const secret = await makePassword(context, rules);
      if (secret === undefined) break;
      if (secret.use(keeps)) return { secret };
    }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "BREACHED_LIST_UNAVAILABLE") throw error;
    return {
      notMade:
        "A password policy requires the list of breached passwords, and the list is missing or damaged. Build it with 'gatehouse breached build'.",
    };
  }
  return { notMade: "No password was found that keeps all password policies of the account." };
}

/** Returns the password policies of the target groups of target systems, by the key of the target system. */
async function policiesOfTargets(
  context: CallContext,
  targetSystemKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const groupOf = await groupRulesOf(context, targetSystemKeys);
  const ids = [...new Set(targetSystemKeys.flatMap((key) => groupOf(key)?.id ?? []))];
  const groups = await context.store.select("targetGroups", { where: oneOf("id", ids) });
  const policies = new Map(groups.map(({ id, passwordPolicyId }) => [id, passwordPolicyId]));
  return new Map(targetSystemKeys.map((key) => [key, policies.get(groupOf(key)?.id ?? "") ?? defaultPasswordPolicy]));
}
