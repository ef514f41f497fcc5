import type { Secret } from "#connectors/contract/index.ts";
import { type MassResetSkip, skipWords } from "#domain/mass-resets/mass-reset.ts";
import { allOf, eq, ne, oneOf } from "#domain/query/condition.ts";
import { heldAccountPauseMs } from "#domain/vault-run-limits.ts";
import type { Row, Save } from "#store/tables.ts";

import { processBegunAt } from "../../abilities/serving-proxy.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { Run } from "../../kernel/run-kind.ts";
import { nextTurns } from "../../requests/engine/password-turns.ts";
import { countBegun } from "./allowance.ts";
import { endItems, type EndedItem } from "./end-items.ts";
import { isHeldByDead, type Item, sealedPassword } from "./items.ts";
import { judgeAccounts } from "./judge-accounts.ts";
import { type PasswordMaker, passwordMaker } from "./new-passwords.ts";
import { beginAtVault, lookAtVault } from "./vault-items.ts";

type MassReset = Row<"massResets">;

interface Work {
  readonly items: readonly Item[];
  readonly proxy: string;
}

/**
 * Begins rows of a mass reset on one target system, in the current transaction, and returns the keys of those that can be sent. Passwords are
 * sealed in their rows before any proxy learns of them. What is not to be reset any more ends; what another mass reset has in its hands is
 * tried later.
 */
export async function beginAccounts(
  context: CallContext,
  run: Run,
  { items, proxy }: Work,
): Promise<readonly string[]> {
  const massReset = await context.store.get("massResets", run.key);
  if (massReset === undefined) return [];
  const held = items.filter(({ openAccountKey }) => openAccountKey !== null);
  const ready = held.filter(({ vaultRunKey }) => vaultRunKey === null);
  await give(context, ready, proxy);
  await lookAtVault(
    context,
    run,
    held.filter(({ vaultRunKey }) => vaultRunKey !== null),
  );
  const fit = await fitItems(context, { run, massReset }, await freeItems(context, run, items));
  await countBegun(context, massReset, fit);
  await beginAtVault(
    context,
    fit.filter(({ act }) => act === "randomize"),
  );
  const begun = await beginSets(
    context,
    { run, massReset, proxy },
    fit.filter(({ act }) => act === "set"),
  );
  return [...ready.map(({ key }) => key), ...begun];
}

/** Assigns rows that have their password to a proxy, or to its process that has begun since they were sent. */
async function give({ store, ...context }: CallContext, items: readonly Item[], proxy: string): Promise<void> {
  if (items.length === 0) return;
  const begunAt = await processBegunAt({ store, ...context }, proxy);
  const saved = items.flatMap((item): Save<"massResetAccounts">[] => {
    const { key } = item;
    const given = item.proxyServer === proxy ? {} : { proxyServer: proxy };
    const again = isHeldByDead(item, begunAt) ? { nextTryAt: begunAt } : {};
    const changes = { ...given, ...again };
    return Object.keys(changes).length === 0 ? [] : [{ key, ...changes }];
  });
  await store.saveAll("massResetAccounts", saved);
}

/** Locks the rows that wait, and returns those whose accounts no other mass reset has in its hands. */
async function freeItems({ store, clock }: CallContext, run: Run, items: readonly Item[]): Promise<readonly Item[]> {
  const keys = items.filter(({ openAccountKey }) => openAccountKey === null).map(({ key }) => key);
  // By their keys alone: by the others of these columns a database would look through all rows that are not in hand.
  const waiting = (await store.lockAll("massResetAccounts", keys)).filter(
    ({ result, openAccountKey }) => result === null && openAccountKey === null,
  );
  const others = await store.selectColumns("massResetAccounts", ["accountKey"], {
    where: allOf(
      oneOf(
        "openAccountKey",
        waiting.map(({ accountKey }) => accountKey),
      ),
      ne("runKey", run.key),
    ),
  });
  const taken = new Set(others.map(({ accountKey }) => accountKey));
  const nextTryAt = clock.now() + heldAccountPauseMs;
  const later = waiting.filter(({ accountKey }) => taken.has(accountKey));
  await store.saveAll(
    "massResetAccounts",
    later.map(({ key }) => ({ key, nextTryAt })),
  );
  return waiting.filter(({ accountKey }) => !taken.has(accountKey));
}

interface Begun {
  readonly run: Run;
  readonly massReset: MassReset;
}

/** Returns the rows that are still to be reset, as their accounts are now; the others end. */
async function fitItems(
  context: CallContext,
  { run, massReset }: Begun,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const keys = items.map(({ accountKey }) => accountKey);
  const accounts = await context.store.select("accounts", { where: oneOf("key", keys) });
  const judged = new Map(
    (await judgeAccounts(context, massReset, accounts)).map((one) => [one.account.key, one] as const),
  );
  const ending: EndedItem[] = [];
  const fit: Item[] = [];
  for (const item of items) {
    const now = judged.get(item.accountKey);
    const skipped = (errorCode: MassResetSkip | "gone" | "ownerChanged", message: string) =>
      ending.push({ item, result: "X", errorCode, message });
    if (now === undefined) skipped("gone", "The account is gone.");
    else if (now.account.userKey !== item.userKey)
      skipped("ownerChanged", "The account has another owner since the start.");
    else if (now.skip !== undefined) skipped(now.skip, skipWords[now.skip]);
    else fit.push({ ...item, act: now.act, managedAccountKey: now.managedAccountKey });
  }
  await endItems(context, run, ending);
  return fit;
}

interface BegunAt extends Begun {
  readonly proxy: string;
}

async function beginSets(
  context: CallContext,
  { run, massReset, proxy }: BegunAt,
  items: readonly Item[],
): Promise<readonly string[]> {
  if (items.length === 0) return [];
  const { store, clock } = context;
  const shares = await sharesOf(context, run, items);
  const all = new Map([...items, ...shares].map((item) => [item.key, item]));
  const make = await passwordMaker(context, massReset, [...all.values()]);
  const begunAt = clock.now();
  const made = new Map<string, Secret>();
  const notMade = new Map<string, string>();
  for (const item of items) {
    if (made.has(item.key) || item.password !== null) continue;
    const password = await newPassword(make, { item, all, made });
    if (password !== undefined) notMade.set(item.key, password.notMade);
  }
  const saved = await sealedRows(context, { all, made });
  const begun = items.filter(({ key }) => !notMade.has(key));
  for (const { key, accountKey: openAccountKey } of begun) {
    const held = { openAccountKey, act: "set", managedAccountKey: null, proxyServer: proxy } as const;
    saved.set(key, { ...saved.get(key), key, begunAt, ...held });
  }
  await store.saveAll("massResetAccounts", [...saved.values()]);
  const ending = items.flatMap((item): EndedItem[] => {
    const message = notMade.get(item.key);
    return message === undefined ? [] : [{ item, result: "F", errorCode: "config", message }];
  });
  await endItems(context, run, ending);
  return begun.map(({ key }) => key);
}

/** Returns the waiting rows that get the password of one of these rows too, because their target group keeps passwords the same. */
async function sharesOf({ store }: CallContext, run: Run, items: readonly Item[]): Promise<readonly Item[]> {
  const sharing = items.filter(({ sharedBy, password }) => sharedBy !== null && password === null);
  if (sharing.length === 0) return [];
  const groups = oneOf("sharedBy", [...new Set(sharing.flatMap(({ sharedBy }) => sharedBy ?? []))]);
  const people = oneOf("userKey", [...new Set(sharing.flatMap(({ userKey }) => userKey ?? []))]);
  const where = allOf(eq("runKey", run.key), people, groups, eq("result", null), eq("password", null));
  return store.select("massResetAccounts", { where, orderBy: [["key", "asc"]], forUpdate: true });
}

interface MakingFor {
  readonly item: Item;
  /** All rows whose passwords are made together, by their keys. */
  readonly all: ReadonlyMap<string, Item>;
  readonly made: Map<string, Secret>;
}

/** Makes the password of a row, for each row that shares it; returns the reason where there is none. */
async function newPassword(
  make: PasswordMaker,
  { item, all, made: secrets }: MakingFor,
): Promise<{ readonly notMade: string } | undefined> {
  const together =
    item.sharedBy === null
      ? [item]
      : [...all.values()].filter(({ userKey, sharedBy }) => userKey === item.userKey && sharedBy === item.sharedBy);
  const made = await make(together);
  if ("notMade" in made) return made;
  for (const { key } of together) secrets.set(key, made.secret);
  return undefined;
}

/**
 * Seals new passwords for their rows, each with the turn of its change. All that share one get their turns at once: a change that the owner
 * makes meanwhile is the newer one for each of them.
 */
async function sealedRows(
  context: CallContext,
  { all, made }: Pick<MakingFor, "all" | "made">,
): Promise<Map<string, Save<"massResetAccounts">>> {
  const { store } = context;
  const accountKeys = new Map([...made.keys()].map((key) => [key, all.get(key)?.accountKey ?? ""]));
  const turns = await nextTurns(context, [...accountKeys.values()]);
  return new Map(
    [...made].map(([key, secret]) => {
      const turn = turns.get(accountKeys.get(key) ?? "") ?? null;
      return [key, { key, password: sealedPassword(store, key, secret), turn }];
    }),
  );
}
