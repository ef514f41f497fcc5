import type { Capability } from "#connectors/contract/index.ts";
import type { massResetActs, MassResetSkip } from "#domain/mass-resets/mass-reset.ts";
import { oneOf } from "#domain/query/condition.ts";
import { fulfilmentOf } from "#domain/requests/fulfilment.ts";
import type { Row } from "#store/tables.ts";

import { abilitiesOfTargets } from "../../abilities/abilities-of-targets.ts";
import { blockedAccounts } from "../../abilities/blocked-resets.ts";
import { servingProxies } from "../../abilities/serving-proxy.ts";
import { isKeptByVault } from "../../abilities/unable.ts";
import { unhelpableAmong } from "../../abilities/unhelpable-people.ts";
import type { CallContext } from "../../kernel/context.ts";
import { undeliverableAmong } from "./undeliverable.ts";

type Account = Row<"accounts">;

/** Operation that a target system must be able to perform. */
const reset = { code: "PWRS" } as const;

/** A chosen account, with what a mass reset does about it. */
export interface JudgedAccount {
  readonly account: Account;
  readonly act: (typeof massResetActs)[number];
  /** Key of the managed account; null if the vault does not keep the password. */
  readonly managedAccountKey: string | null;
  /** Reason for which it is skipped; undefined if it is reset. */
  readonly skip?: MassResetSkip;
}

/** Terms of a mass reset that decide about accounts. */
export type JudgingTerms = Pick<Row<"massResets">, "withoutOwner" | "delivery" | "mustChange"> &
  Partial<Pick<Row<"massResets">, "startedAt" | "startedByKey" | "includeOwn">>;

/**
 * Judges a page of chosen accounts in a few statements: what is done about each, or why it is skipped. Whom the caller may not help is judged
 * for a user's call alone.
 */
export async function judgeAccounts(
  context: CallContext,
  { withoutOwner, delivery, mustChange, startedAt, startedByKey, includeOwn = false }: JudgingTerms,
  accounts: readonly Account[],
): Promise<readonly JudgedAccount[]> {
  const { store } = context;
  const targetIds = [...new Set(accounts.map(({ targetSystemKey }) => targetSystemKey))];
  const targets = await store.select("targetSystems", { where: oneOf("id", targetIds) });
  const enabled = new Set(targets.filter((target) => target.enabled).map(({ id }) => id));
  const able = await abilitiesOfTargets(context, targets);
  const byConnector = new Set(
    targets
      .filter((target) => fulfilmentOf({ ...reset, target, group: undefined }) === "connector")
      .map(({ id }) => id),
  );
  const expiring = new Set(mustChange ? await targetsThatCan(context, targets, ["expirePassword"]) : targetIds);
  const keys = accounts.map(({ key }) => key);
  const managed = new Map(
    (await store.select("managedAccounts", { where: oneOf("accountKey", keys) }))
      .filter(isKeptByVault)
      .map(({ key, accountKey }) => [accountKey, key]),
  );
  const blocked = await blockedAccounts(
    context,
    accounts.map(({ key: accountKey, userKey }) => ({ accountKey, userKey })),
  );
  const owners = [...new Set(accounts.flatMap(({ userKey }) => userKey ?? []))];
  const unhelpable = await unhelpableAmong(context, owners);
  const undeliverable = await undeliverableAmong(context, { delivery, startedAt }, owners);

  const isAble = (targetSystemKey: string) => byConnector.has(targetSystemKey) && able(targetSystemKey, reset.code);
  const starterKey = startedByKey ?? context.caller.key;
  const selfKey = includeOwn ? null : starterKey;
  const needsOwner = !withoutOwner || delivery === "link" || delivery === "myAccess";
  const ofOwner = (userKey: string | null): MassResetSkip | undefined => {
    if (userKey === null) return needsOwner ? "noOwner" : undefined;
    return unhelpable.get(userKey) ?? (userKey === selfKey ? "own" : undefined);
  };

  function skipOf({ key, userKey, targetSystemKey }: Account): MassResetSkip | undefined {
    const because = ofOwner(userKey);
    if (because !== undefined) return because;
    if (!enabled.has(targetSystemKey)) return "targetDisabled";
    // The vault has rules of its own, and its passwords are delivered by nobody.
    if (managed.has(key)) return undefined;
    if (!isAble(targetSystemKey)) return "targetUnable";
    if (!expiring.has(targetSystemKey)) return "cannotExpire";
    return blocked.has(key) ? "blocked" : undeliverable.get(userKey ?? "");
  }

  return accounts.map((account) => {
    const managedAccountKey = managed.get(account.key) ?? null;
    const skip = skipOf(account);
    const act = managedAccountKey === null ? "set" : "randomize";
    return { account, act, managedAccountKey, ...(skip && { skip }) };
  });
}

/** Returns the ids of those target systems whose connectors have one of some capabilities, by what their proxies report. */
export async function targetsThatCan(
  context: Pick<CallContext, "store">,
  targets: readonly Row<"targetSystems">[],
  wanted: readonly Capability[],
): Promise<readonly string[]> {
  const able: string[] = [];
  for (const target of targets) {
    const connectors = (await servingProxies(context, target)).flatMap((proxy) => proxy.connectors);
    const own = connectors.filter(({ id }) => id === target.type).flatMap(({ capabilities }) => capabilities);
    if (wanted.some((capability) => own.includes(capability))) able.push(target.id);
  }
  return able;
}
