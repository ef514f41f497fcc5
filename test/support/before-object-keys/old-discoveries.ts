import { createHash, randomUUID } from "node:crypto";

import { objectLine } from "#activities/proxy/listing-line.ts";
import { guidSeries } from "#domain/guid-series.ts";
import { valuesText } from "#store/changes/value-texts.ts";

import { type FaultObject, faultObjects, fillDirectory } from "../fault-directory.ts";
import { type OldRow, type OldRows, type OldValue, randomKey } from "./old-rows.ts";

/** The target whose listing is half staged, and the one whose complete listing is to be loaded. */
export const [listedTarget, loadedTarget] = ["T2", "T3"];

/** Counts of the discovery of the half listed target at its end. */
export const listedCounts = {
  loaded: { added: 210, changed: 11, removed: 5, memberships: 210 },
  listed: 2004,
  known: 799,
  removals: 5,
};

/** Counts of the load of the other target. */
export const loadedCounts = { added: 50, changed: 0, removed: 80, memberships: 0 };

/** The running discoveries, by their targets. */
export interface OldDiscoveries {
  readonly listedKey: string;
  readonly loadedKey: string;
  /** IDs on the target of accounts that are staged and have no row yet. */
  readonly stagedIds: readonly string[];
}

interface Parts {
  readonly nowMs: number;
  /** The file of a target system. */
  readonly fileOf: (target: string) => string;
}

/** Writes two running discoveries, and what their targets had before. */
export async function writeOldDiscoveries(rows: OldRows, parts: Parts): Promise<OldDiscoveries> {
  const listed = await writeListed(rows, parts);
  return { listedKey: listed.key, stagedIds: listed.newIds, loadedKey: await writeLoaded(rows, parts) };
}

const listedAccounts = 1000;
const listedGroups = 4;
const pageSize = 500;
const isNew = (id: number) => id > 804 || (id >= 300 && id < 310);
const isChanged = (id: number) => id < 10 || (id >= 600 && id < 605);
const twinIds = ["100", "700"];

/**
 * Writes a target of 1,000 accounts, of which the database has some 800: ten have changed on the target, five are gone. Groups and half of
 * the accounts are staged; unchanged objects were sent as known.
 */
async function writeListed(rows: OldRows, { nowMs, fileOf }: Parts): Promise<{ key: string; newIds: string[] }> {
  const file = fileOf(listedTarget);
  fillDirectory(file, listedAccounts, listedGroups);
  const groups = faultObjects(file, "group");
  const accounts = faultObjects(file);
  await writeRecord(rows, { groups, accounts });
  const startedStamp = rows.stamp();
  const key = randomKey();
  const page = accounts.slice(0, pageSize);
  const nextKey = guidSeries(nowMs - 60_000, randomUUID());
  const objects = [
    ...groups.map((group) => staged(group, { run: key, type: "group", state: "known", nextKey })),
    ...page.map((account) => {
      const state = isNew(Number(account.id)) || isChanged(Number(account.id)) ? "listed" : "known";
      return staged(account, { run: key, type: "account", state, nextKey });
    }),
  ];
  await rows.plain("stagedObjects", objects);
  await rows.plain(
    "stagedMembers",
    accounts.map(({ id, name }) => {
      const groupId = groupOf(id);
      const place = hash([groupId, id, ""].join("\n"));
      return { run: key, place, groupId, memberId: id, memberName: name, newKey: nextKey() };
    }),
  );
  const groupItems = listedGroups + listedAccounts;
  await writeChunks(rows, key, [
    { type: "group", items: groupItems, cursor: String(listedGroups), last: 1 },
    { type: "account", items: pageSize, cursor: page.at(-1)?.id ?? "", last: 0 },
  ]);
  await writeOperation(rows, {
    key,
    target: listedTarget,
    nowMs,
    startedStamp,
    state: {
      phase: "listing",
      listed: groupItems + pageSize,
      listedMemberships: listedAccounts,
      chunks: 2,
    },
  });
  return { key, newIds: page.filter(({ id }) => isNew(Number(id))).map(({ id }) => id) };
}

/** Returns the group of an account, as the directory was filled: each account is in one. */
const groupOf = (id: string) => String(((Number(id) - listedGroups - 1) % listedGroups) + 1);
const hash = (text: string) => createHash("sha256").update(text).digest("base64url");

/** Returns the hash by which an unchanged object is recognized. */
function hashOf({ enabled, type, ...object }: FaultObject): string {
  return hash(objectLine({ ...object, type: type === "group" ? "group" : "account", state: { enabled } }));
}

const states = { userKey: null, enabled: true, locked: false, expired: false, passwordExpired: false };

function identity(target: string, id: string, name: string): OldRow {
  return { targetSystemKey: target, stableId: id, longId: name, shortId: name, displayId: name };
}

interface Directory {
  readonly groups: readonly FaultObject[];
  readonly accounts: readonly FaultObject[];
}

/** Writes what an earlier discovery has loaded from the half listed target. */
async function writeRecord(rows: OldRows, { groups, accounts }: Directory): Promise<void> {
  const nextKey = guidSeries(Date.now() - 7_200_000, randomUUID());
  const groupKeys = new Map(groups.map(({ id }) => [id, nextKey()]));
  await rows.load(
    "groups",
    groups.map((group) => ({
      key: groupKeys.get(group.id),
      ...identity(listedTarget, group.id, group.name),
      managed: false,
      discoveredHash: hashOf(group),
    })),
  );
  const known = accounts.filter(({ id }) => !isNew(Number(id)));
  const accountKeys = new Map(known.map(({ id }) => [id, nextKey()]));
  const gone = Array.from({ length: listedCounts.removals }, (_, index) => String(5001 + index));
  await rows.load("accounts", [
    ...known.map((account) => ({
      key: accountKeys.get(account.id),
      ...identity(listedTarget, account.id, account.name),
      ...states,
      discoveredHash: isChanged(Number(account.id)) ? "another" : hashOf(account),
    })),
    ...gone.map((id) => ({
      key: nextKey(),
      ...identity(listedTarget, id, `gone${id}`),
      ...states,
      discoveredHash: "gone",
    })),
  ]);
  await rows.loadValues(
    "accountAttributes",
    "accountKey",
    new Map(known.map((account) => [accountKeys.get(account.id) ?? "", valuesOf(account, nextKey)])),
  );
  await rows.load(
    "groupMemberships",
    known.map(({ id }) => ({ key: nextKey(), groupKey: groupKeys.get(groupOf(id)), accountKey: accountKeys.get(id) })),
  );
  for (const { id, name } of known.filter((account) => twinIds.includes(account.id))) {
    const key = randomKey();
    await rows.add("accounts", [{ key, ...identity(listedTarget, id, name), ...states, discoveredHash: null }]);
    await rows.add("groupMemberships", [{ key: randomKey(), groupKey: groupKeys.get(groupOf(id)), accountKey: key }]);
  }
}

function valuesOf({ attributes }: FaultObject, nextKey: () => string): OldValue[] {
  return Object.entries(attributes).flatMap(([name, values]) =>
    values.map((value, sequence): OldValue => [name, sequence, String(value), nextKey()]),
  );
}

interface Staged {
  readonly run: string;
  readonly type: "account" | "group";
  readonly state: "listed" | "known";
  readonly nextKey: () => string;
}

/** Returns an object as it was staged: without the key that its row gets from its ID. */
function staged(object: FaultObject, { run, type, state, nextKey }: Staged): OldRow {
  const newKey = nextKey();
  const place = { run, type, state, newKey, id: object.id };
  if (state === "known") return { ...place, name: "", hash: "", values: "{}" };
  const values = valuesText(valuesOf(object, nextKey));
  return { ...place, name: object.name, hash: hashOf(object), enabled: object.enabled, values };
}

const goneAccounts = 80;
const keptAccounts = 120;
const newAccounts = loadedCounts.added;

/** Writes a target whose whole listing is staged: an operator has confirmed that 80 of its 200 accounts are removed. */
async function writeLoaded(rows: OldRows, { nowMs, fileOf }: Parts): Promise<string> {
  fillDirectory(fileOf(loadedTarget), goneAccounts + keptAccounts + newAccounts);
  const accounts = faultObjects(fileOf(loadedTarget));
  const before = accounts.slice(0, goneAccounts + keptAccounts);
  const nextKey = guidSeries(nowMs - 60_000, randomUUID());
  await rows.load(
    "accounts",
    before.map((account) => ({
      key: nextKey(),
      ...identity(loadedTarget, account.id, account.name),
      ...states,
      discoveredHash: hashOf(account),
    })),
  );
  const startedStamp = rows.stamp();
  const key = randomKey();
  const place = { run: key, type: "account", nextKey } as const;
  await rows.plain("stagedObjects", [
    ...before.slice(goneAccounts).map((account) => staged(account, { ...place, state: "known" })),
    ...accounts.slice(before.length).map((account) => staged(account, { ...place, state: "listed" })),
  ]);
  const items = keptAccounts + newAccounts;
  await writeChunks(rows, key, [
    { type: "group", items: 0, cursor: null, last: 1 },
    { type: "account", items, cursor: null, last: 1 },
  ]);
  const counts = { removals: goneAccounts, known: before.length, decision: "confirm" };
  await writeOperation(rows, {
    key,
    target: loadedTarget,
    nowMs,
    startedStamp,
    state: {
      phase: "loading",
      listed: items,
      listedMemberships: 0,
      chunks: 2,
      ...counts,
    },
  });
  await rows.plain("steps", [
    { workflowId: key, step: "check", ordinal: 0, result: { do: "wait" }, doneAt: nowMs - 10_000 },
    { workflowId: key, step: "decided", ordinal: 0, result: { do: "load" }, doneAt: nowMs - 5_000 },
  ]);
  return key;
}

async function writeChunks(rows: OldRows, run: string, chunks: readonly OldRow[]): Promise<void> {
  let chain = "";
  const written = chunks.map((chunk, number) => {
    const own = hash(`${run} ${number}`);
    chain = hash(`${chain}${own}`);
    return { run, number, hash: own, chain, token: null, ...chunk };
  });
  await rows.plain("stagedChunks", written);
}

interface Operation {
  readonly key: string;
  readonly target: string;
  readonly nowMs: number;
  readonly startedStamp: string;
  readonly state: OldRow;
}

async function writeOperation(rows: OldRows, { key, target, nowMs, startedStamp, state }: Operation): Promise<void> {
  const moments = { handedOutAt: nowMs - 60_000, sentAt: nowMs - 50_000, createdAt: nowMs - 70_000 };
  const discovery = {
    trigger: "user",
    mode: "full",
    strict: true,
    startedStamp,
    removals: 0,
    known: 0,
    decision: null,
    loaded: {
      added: 0,
      changed: 0,
      removed: 0,
      memberships: 0,
    },
    imported: {
      bound: 0,
      unbound: 0,
      deleted: 0,
    },
    associated: 0,
    warnings: [],
    ...state,
  };
  await rows.add("requestOperations", [
    {
      key,
      requestKey: key,
      sequence: 1,
      code: "DISC",
      targetSystemKey: target,
      attributes: {},
      dependsOn: [],
      result: "P",
      sends: 1,
      retries: 0,
      proxyServer: "local",
      ...moments,
      discovery,
    },
  ]);
  const sent = { createdAt: moments.createdAt, leasedUntil: moments.createdAt, sentAt: moments.createdAt };
  await rows.plain("outbox", [{ workflowType: "discovery", workflowId: key, leasedBy: "before", tries: 0, ...sent }]);
}
