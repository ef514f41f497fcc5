import { createHmac, randomUUID } from "node:crypto";

import { Secret } from "#connectors/contract/index.ts";
import { guidSeries } from "#domain/guid-series.ts";
import type { KeyRing } from "#platform/keys/keys.ts";

import { type OldRow, type OldRows, type OldValue, randomKey } from "./old-rows.ts";

/** The target with most accounts, with its groups `1` to `20`; the IDs of accounts are greater. */
export const bigTarget = "T1";

const groupsOfTarget = 20;

/** Number of accounts of the big target that have two rows. */
export const twins = 50;

/** The group of the big target that has two rows. */
export const twinGroupId = "20";

/** Keys and passwords of the objects of the big target. */
export interface OldObjects {
  /** Keys of accounts and groups by their IDs; for an object with two rows, that of the request's row. */
  readonly accountKeys: ReadonlyMap<string, string>;
  readonly groupKeys: ReadonlyMap<string, string>;
  /** An account with two rows whose passwords are remembered, and one of these passwords. */
  readonly remembered: { readonly id: string; readonly password: string };
}

const historySecretBytes = 32;
const digestBytes = 18;
const password = "Old-passw0rd-of-before";

/** Writes the accounts and groups of the big target as discoveries and requests have left them. */
export async function writeOldObjects(
  rows: OldRows,
  { accounts, ownerKey, keyRing }: { readonly accounts: number; readonly ownerKey: string; readonly keyRing: KeyRing },
): Promise<OldObjects> {
  const nextKey = guidSeries(Date.now() - 7_200_000, randomUUID());
  const groupIds = Array.from({ length: groupsOfTarget }, (_, index) => String(index + 1));
  const groupKeys = new Map(groupIds.map((id) => [id, nextKey()]));
  const ids = Array.from({ length: accounts }, (_, index) => String(groupsOfTarget + index + 1));
  const accountKeys = new Map(ids.map((id) => [id, nextKey()]));
  await rows.load(
    "groups",
    [...groupKeys].map(([id, key]) => ({ ...discovered(id, key), managed: false })),
  );
  await rows.load(
    "accounts",
    [...accountKeys].map(([id, key]) => ({
      ...discovered(id, key),
      ...states,
      ...(Number(id) > groupsOfTarget + twins && Number(id) % 10 === 0 && { userKey: ownerKey, associatedBy: "auto" }),
    })),
  );
  const valuesOf = (id: string): OldValue[] => [
    ["mail", 0, `user${id}@example.test`, nextKey()],
    ["title", 0, "first", nextKey()],
  ];
  await rows.loadValues(
    "accountAttributes",
    "accountKey",
    new Map([...accountKeys].map(([id, key]) => [key, valuesOf(id)])),
  );
  await rows.load(
    "groupMemberships",
    [...accountKeys].map(([id, accountKey]) => ({ key: nextKey(), groupKey: groupKeys.get(groupOf(id)), accountKey })),
  );
  await writeManaged(rows, [...accountKeys.values()].slice(0, twins / 2));
  const twinGroup = { firstKey: groupKeys.get(twinGroupId) ?? "", ownerKey, accountKeys: [...accountKeys.values()] };
  const metGroups = new Map(groupKeys).set(twinGroupId, await writeTwinGroup(rows, twinGroup));
  const met = new Map(accountKeys);
  for (const [index, id] of ids.slice(0, twins).entries()) {
    const key = index % 2 === 0 ? `00${randomKey().slice(2)}` : `ff${randomKey().slice(2)}`;
    met.set(id, key);
    await writeTwin(rows, { id, key, ownerKey, index, groupKeys, keyRing });
  }
  return { accountKeys: met, groupKeys: metGroups, remembered: { id: ids[1] ?? "", password } };
}

/** Returns the group of an account that discovery has found. */
const groupOf = (id: string) => String((Number(id) % groupsOfTarget) + 1);

const states = { userKey: null, enabled: true, locked: false, expired: false, passwordExpired: false };

function discovered(id: string, key: string): OldRow {
  return { key, ...identity(id), discoveredHash: `hash of ${id}` };
}

function identity(id: string): OldRow {
  const name = `user${id}`;
  return { targetSystemKey: bigTarget, stableId: id, longId: name, shortId: name, displayId: name };
}

const policy = "PAM";
const system = "00000000-0000-4000-8000-000000000007";

async function writeManaged(rows: OldRows, accountKeys: readonly string[]): Promise<void> {
  await rows.add("managedSystemPolicies", [
    {
      id: policy,
      description: policy,
      mode: "push",
      managedByNode: "node1",
      enabled: true,
      changeIntervalHours: 24,
      checkoutMaxMinutes: 60,
      concurrency: 1,
      randomizeOnCheckIn: true,
      disclosurePlugins: [],
    },
  ]);
  await rows.add("managedSystems", [
    {
      key: system,
      id: policy,
      description: policy,
      type: "fault",
      mode: "push",
      targetSystemKey: bigTarget,
      enabled: true,
    },
  ]);
  await rows.add("managedSystemBindings", [{ key: randomKey(), policyId: policy, managedSystemKey: system }]);
  await rows.add("managedAccounts", accountKeys.map(managed));
}

const managed = (accountKey: string): OldRow => ({
  key: randomKey(),
  managedSystemKey: system,
  accountKey,
  policyId: policy,
  status: "U",
  checkoutCount: 0,
  checkoutLimit: 1,
});

interface TwinGroup {
  readonly firstKey: string;
  readonly ownerKey: string;
  readonly accountKeys: readonly string[];
}

/**
 * Writes a group that a request created while a discovery was listing: managed, with owners and members, some of which the other row has
 * too.
 */
async function writeTwinGroup(rows: OldRows, { firstKey, ownerKey, accountKeys }: TwinGroup): Promise<string> {
  const key = `ff${randomKey().slice(2)}`;
  const members = accountKeys.slice(twins, twins + groupsOfTarget);
  await rows.add("groups", [{ key, ...identity(twinGroupId), managed: true, discoveredHash: null }]);
  await rows.add("groupAttributes", [
    { key: randomKey(), groupKey: key, name: "description", sequence: 0, value: "made" },
  ]);
  await rows.add("groupOwners", [{ key: randomKey(), groupKey: key, userKey: ownerKey }]);
  await rows.add("groupOwners", [{ key: randomKey(), groupKey: firstKey, userKey: ownerKey }]);
  await rows.add("groupOwners", [{ key: randomKey(), groupKey: key, userKey: randomKey() }]);
  await rows.add(
    "groupMemberships",
    members.map((accountKey) => ({ key: randomKey(), groupKey: key, accountKey })),
  );
  return key;
}

interface Twin {
  readonly id: string;
  readonly key: string;
  readonly ownerKey: string;
  readonly index: number;
  readonly groupKeys: ReadonlyMap<string, string>;
  readonly keyRing: KeyRing;
}

/** Writes the row that a request made of an account that a discovery has found at the same time. */
async function writeTwin(rows: OldRows, { id, key, ownerKey, index, groupKeys, keyRing }: Twin): Promise<void> {
  const changed = { lastPasswordChange: Date.now() - 3_600_000 };
  await rows.add("accounts", [
    { key, ...identity(id), ...states, userKey: ownerKey, associatedBy: "admin", discoveredHash: null, ...changed },
  ]);
  const attribute = { key: randomKey(), accountKey: key, sequence: 0 };
  await rows.add("accountAttributes", [
    { ...attribute, name: "mail", value: `user${id}@example.test` },
    { ...attribute, key: randomKey(), name: "room", value: "7" },
  ]);
  const memberOf = (group: string) => ({ key: randomKey(), groupKey: groupKeys.get(group), accountKey: key });
  await rows.add(
    "groupMemberships",
    [memberOf(groupOf(id)), ...(index % 3 === 0 ? [memberOf(twinGroupId)] : [])].filter(isFirst),
  );
  // Some have two managed rows, some only this one.
  if (index % 4 < 2) await rows.add("managedAccounts", [managed(key)]);
  if (index % 4 === 1) await writeHistory(rows, key, keyRing);
}

const isFirst = (row: OldRow, index: number, all: readonly OldRow[]) =>
  all.findIndex(({ groupKey }) => groupKey === row["groupKey"]) === index;

async function writeHistory(rows: OldRows, accountKey: string, keyRing: KeyRing): Promise<void> {
  const secret = randomUUID().slice(0, historySecretBytes);
  const digest = createHmac("sha256", secret).update(password).digest().subarray(0, digestBytes).toString("base64url");
  const at = { table: "passwordHistories", key: accountKey, column: "secret" };
  await rows.add("passwordHistories", [
    { accountKey, secret: keyRing.seal(new Secret(secret), at), digests: [digest] },
  ]);
}
