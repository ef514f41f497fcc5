import { oneOf } from "#domain/query/condition.ts";
import { isForVaultAlone } from "#domain/requests/doubted-by.ts";
import { operationCodesWhere } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import { abilitiesOfTargets } from "../../abilities/abilities-of-targets.ts";
import { furtherPolicyIds } from "../../abilities/password-policies-of.ts";
import { isKeptByVault } from "../../abilities/unable.ts";
import type { ServiceContext } from "../../kernel/context.ts";

type Store = Pick<ServiceContext, "store">;
type AccountRow = Readonly<Record<string, unknown>>;
type ValueOf = (account: AccountRow) => unknown;

/** Codes of what may be done to the password of an account. */
const passwordCodes = (["changePassword", "resetPassword", "verify"] as const).flatMap((wanted) =>
  operationCodesWhere(({ capability, claims }) => capability === wanted && claims !== true),
);

const makers: Readonly<
  Record<
    string,
    (context: Store, targets: readonly Row<"targetSystems">[], rows: readonly AccountRow[]) => Promise<ValueOf>
  >
> = {
  passwordPolicyId: policyOfAccounts,
  passwordPolicyIds: policiesOfAccounts,
  passwordCodes: codesOfAccounts,
};

/** Adds the password policy of accounts, and the password actions that their owners can request: a few statements for all. */
export async function attachToAccounts(
  context: Store,
  rows: readonly AccountRow[],
  wanted: readonly string[],
): Promise<readonly AccountRow[]> {
  const ids = [...new Set(rows.map(({ targetSystemKey }) => String(targetSystemKey)))];
  const targets = await context.store.select("targetSystems", { where: oneOf("id", ids) });
  const names = wanted.filter((name) => Object.hasOwn(makers, name));
  const made = await Promise.all(
    names.map(async (name) => [name, await makers[name]?.(context, targets, rows)] as const),
  );
  return rows.map((row) => ({ ...row, ...Object.fromEntries(made.map(([name, valueOf]) => [name, valueOf?.(row)])) }));
}

async function policyOfAccounts({ store }: Store, targets: readonly Row<"targetSystems">[]): Promise<ValueOf> {
  const groups = await store.select("targetGroups", {
    where: oneOf(
      "id",
      targets.map(({ targetGroup }) => targetGroup),
    ),
  });
  const policies = new Map(groups.map(({ id, passwordPolicyId }) => [id, passwordPolicyId]));
  const byTarget = new Map(targets.map(({ id, targetGroup }) => [id, policies.get(targetGroup) ?? null]));
  return ({ targetSystemKey }) => byTarget.get(String(targetSystemKey)) ?? null;
}

async function policiesOfAccounts(
  context: Store,
  targets: readonly Row<"targetSystems">[],
  rows: readonly AccountRow[],
): Promise<ValueOf> {
  const first = await policyOfAccounts(context, targets);
  const owners = [...new Set(rows.flatMap(({ userKey }) => (typeof userKey === "string" ? userKey : [])))];
  const further = await furtherPolicyIds(context, owners);
  return (account) => {
    const id = first(account);
    return typeof id === "string" ? [...new Set([id, ...(further.get(String(account["userKey"])) ?? [])])] : [];
  };
}

async function codesOfAccounts(
  context: Store,
  targets: readonly Row<"targetSystems">[],
  rows: readonly AccountRow[],
): Promise<ValueOf> {
  const canDo = await abilitiesOfTargets(context, targets);
  const enabled = new Set(targets.filter(({ enabled: isEnabled }) => isEnabled).map(({ id }) => id));
  const managed = await context.store.select("managedAccounts", {
    where: oneOf(
      "accountKey",
      rows.map(({ key }) => String(key)),
    ),
  });
  const kept = new Set(managed.filter(isKeptByVault).map(({ accountKey }) => accountKey));
  return ({ key, targetSystemKey }) =>
    passwordCodes.filter((code) => {
      if (!enabled.has(String(targetSystemKey)) || !canDo(String(targetSystemKey), code)) return false;
      return !isForVaultAlone({ code }) || !kept.has(String(key));
    });
}
