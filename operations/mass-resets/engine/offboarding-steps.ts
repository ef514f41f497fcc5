import { hasEnded } from "#domain/identity/presence.ts";
import type { MassResetSkip } from "#domain/mass-resets/mass-reset.ts";
import { type MassStepAct, type OffboardingEnd, protection } from "#domain/mass-resets/steps.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { deleteAccountCode, disableAccountCode } from "#domain/requests/named-codes.ts";
import type { OperationCode } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import { abilitiesOfTargets } from "../../abilities/abilities-of-targets.ts";
import { isKeptByVault } from "../../abilities/unable.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { PlannedStep } from "./steps.ts";

type Account = Row<"accounts">;
type User = Row<"users">;

/** Terms of an offboarding that decide about its steps. */
export type OffboardingTerms = Pick<Row<"massResets">, "ends" | "includePrivileged" | "chosenBy"> &
  Partial<Pick<Row<"massResets">, "startedByKey">>;

/** People and single accounts whose access is ended. */
export interface Leaving {
  readonly users: readonly User[];
  /** Accounts of these users, and others that were chosen themselves. */
  readonly accounts: readonly Account[];
  /** Number of people and accounts before these. */
  readonly before: number;
}

const codeOf: Partial<Readonly<Record<MassStepAct, OperationCode>>> = {
  disableAccount: disableAccountCode,
  deleteAccount: deleteAccountCode,
};

/**
 * Plans the steps that end the access of some people and accounts: first each person, then their memberships and accounts, each with the reason
 * for which it is skipped now. It only reads, in a few statements.
 */
export async function stepsOfLeaving(
  context: CallContext,
  terms: OffboardingTerms,
  { users, accounts, before }: Leaving,
): Promise<readonly PlannedStep[]> {
  const { ids, clock, caller } = context;
  const now = clock.now();
  const ends = terms.ends ?? [];
  const facts = await factsOf(context, terms, accounts);
  const selfKey = terms.startedByKey ?? (caller.kind === "user" ? caller.key : null);
  const planned: PlannedStep[] = [];
  let line = before;
  const byOwner = Map.groupBy(accounts, ({ userKey }) => userKey);
  const owners = new Map((await ownersOf(context, users, accounts)).map((user) => [user.key, user]));
  const single = accounts.filter(({ userKey }) => userKey === null || !users.some(({ key }) => key === userKey));

  function guard(user: User | undefined, account?: Account): MassResetSkip | undefined {
    return protection({
      isSelf: user !== undefined && user.key === selfKey,
      isSuperuser: user?.superuser ?? false,
      isPrivileged: account !== undefined && facts.privileged.has(account.key),
      includesPrivileged: terms.includePrivileged && terms.chosenBy !== "condition",
    });
  }

  function plan(step: PartOfStep, skip: MassResetSkip | undefined): PlannedStep {
    const whole = { key: ids.guid(), line, createdAt: now, subject: {}, targetSystemKey: "", ...step };
    const one: PlannedStep = skip === undefined ? { step: whole } : { step: whole, skip };
    planned.push(one);
    return one;
  }

  function planAccount(account: Account, user: User | undefined, after: PlannedStep | undefined): void {
    const { key: accountKey, shortId: accountName, targetSystemKey } = account;
    const person = { userKey: user?.key ?? null, userId: user?.id ?? null };
    const of = { ...person, accountKey, accountName, targetSystemKey };
    const waits = after === undefined || after.skip !== undefined ? {} : { afterKey: after.step.key, isReady: false };
    const guarded = guard(user, account);
    if (ends.includes("memberships"))
      for (const { key: grantKey, groupName } of facts.memberships.get(accountKey) ?? [])
        plan({ ...of, ...waits, act: "endMembership", groupName, subject: { grantKey } }, guarded);
    const act = actOnAccounts(ends);
    if (act !== undefined) plan({ ...of, ...waits, act }, guarded ?? facts.unfit(account, act));
  }

  for (const user of users) {
    line += 1;
    const act = actOnPeople(ends);
    const { key: userKey, id: userId } = user;
    const person =
      act && plan({ act, userKey, userId }, guard(user) ?? (isSo(user, act, now) ? "alreadySo" : undefined));
    for (const account of byOwner.get(userKey) ?? []) planAccount(account, user, person);
  }
  for (const account of single) {
    line += 1;
    planAccount(account, owners.get(account.userKey ?? ""), undefined);
  }
  return planned;
}

type PartOfStep = Partial<PlannedStep["step"]> & Pick<PlannedStep["step"], "act">;

function actOnPeople(ends: readonly OffboardingEnd[]): "leave" | "disableUser" | undefined {
  if (ends.includes("leave")) return "leave";
  return ends.includes("disableUser") ? "disableUser" : undefined;
}

function actOnAccounts(ends: readonly OffboardingEnd[]): "disableAccount" | "deleteAccount" | undefined {
  if (ends.includes("disableAccounts")) return "disableAccount";
  return ends.includes("deleteAccounts") ? "deleteAccount" : undefined;
}

function isSo(user: User, act: "leave" | "disableUser", now: number): boolean {
  return act === "leave" ? user.disabled && hasEnded(user, now) : user.disabled;
}

async function ownersOf(
  { store }: CallContext,
  users: readonly User[],
  accounts: readonly Account[],
): Promise<readonly User[]> {
  const known = new Set(users.map(({ key }) => key));
  const keys = [...new Set(accounts.flatMap(({ userKey }) => userKey ?? []))].filter((key) => !known.has(key));
  return [...users, ...(await store.select("users", { where: oneOf("key", keys) }))];
}

interface Facts {
  /** Keys of accounts that the vault manages, or with which the service itself signs in. */
  readonly privileged: ReadonlySet<string>;
  /** Direct memberships that have not ended, by account. */
  readonly memberships: ReadonlyMap<string, readonly Row<"grants">[]>;
  unfit(account: Account, act: MassStepAct): MassResetSkip | undefined;
}

async function factsOf(context: CallContext, { ends }: OffboardingTerms, accounts: readonly Account[]): Promise<Facts> {
  const { store } = context;
  const keys = accounts.map(({ key }) => key);
  const targetIds = [...new Set(accounts.map(({ targetSystemKey }) => targetSystemKey))];
  const targets = await store.select("targetSystems", { where: oneOf("id", targetIds) });
  const enabled = new Set(targets.filter((target) => target.enabled).map(({ id }) => id));
  const able = await abilitiesOfTargets(context, targets);
  const managed = await store.select("managedAccounts", { where: oneOf("accountKey", keys) });
  const logins = await store.select("targetSystemCredentials", { where: oneOf("targetSystemId", targetIds) });
  const names = new Set(logins.map(({ targetSystemId, administratorId }) => `${targetSystemId}\n${administratorId}`));
  const isLogin = ({ targetSystemKey, shortId, longId, stableId }: Account) =>
    [shortId, longId, stableId].some((name) => names.has(`${targetSystemKey}\n${name}`));
  const open = allOf(
    oneOf("accountKey", keys),
    eq("kind", "membership"),
    eq("endedAt", null),
    eq("throughGroup", null),
  );
  const grants = ends?.includes("memberships") ? await store.select("grants", { where: open }) : [];
  return {
    privileged: new Set([
      ...managed.filter(isKeptByVault).map(({ accountKey }) => accountKey),
      ...accounts.filter(isLogin).map(({ key }) => key),
    ]),
    memberships: Map.groupBy(grants, ({ accountKey }) => accountKey ?? ""),
    unfit({ targetSystemKey, enabled: isEnabled }, act) {
      if (act === "disableAccount" && isEnabled === false) return "alreadySo";
      if (!enabled.has(targetSystemKey)) return "targetDisabled";
      return able(targetSystemKey, codeOf[act] ?? disableAccountCode) ? undefined : "targetUnable";
    },
  };
}
