import { association } from "#domain/access/grant-reasons.ts";
import {
  bearerProblems,
  bearersOf,
  type Bearer,
  type BorneId,
  borneIds,
  type BorneIds,
} from "#domain/discovery/account-bearers.ts";
import { hasCaseExactNames } from "#domain/discovery/compared-name.ts";

import type { Database } from "../database.ts";
import { withAccessCause } from "../grants/access-cause.ts";
import type { LoadParts } from "./load-order.ts";

/** Number of accounts that got their owner, and the accounts whose owner is ambiguous. */
export interface Associated {
  readonly given: number;
  readonly unclear: readonly Bearer[];
}

/**
 * Assigns accounts without owner to the user whose ID equals their name or attribute, as the target compares names; accounts with a blank
 * or ambiguous value stay without owner.
 */
export async function associate(
  parts: LoadParts,
  targetSystemKey: string,
  attribute: string | null,
): Promise<Associated> {
  const none = { given: 0, unclear: [] };
  if (!(await hasFreeAccounts(parts.database, targetSystemKey))) return none;
  const { ids, caseExact } = await idsOn(parts.database, targetSystemKey);
  if (ids.size === 0) return none;
  const isClear = [...ids.values()].every(({ length }) => length === 1);
  return withAccessCause(association, async () => {
    const same = isClear ? await associateSame(parts, targetSystemKey, attribute) : 0;
    const { owners, unclear } = await findOwners(parts.database, { targetSystemKey, attribute, ids, caseExact });
    return { given: same + (await giveAccounts(parts, [...owners])), unclear };
  });
}

/** Reports the accounts that are still without owner, among those whose owner was ambiguous. */
export async function unclearOwners(database: Reading, unclear: readonly Bearer[]): Promise<readonly string[]> {
  const free = new Set<unknown>();
  for (let from = 0; from < unclear.length; from += accountsAtOnce) {
    const some = unclear.slice(from, from + accountsAtOnce).map(({ key }) => key);
    const places = some.map(() => "?").join(", ");
    const text = `SELECT t.\`key\` FROM \`accounts\` t WHERE t.\`userKey\` IS NULL AND t.\`key\` IN (${places})`;
    for (const { key } of await database.read(text, some)) free.add(key);
  }
  return bearerProblems(unclear.filter(({ key }) => free.has(key)).map(({ names }) => names.join(", ")));
}

type Reading = Pick<Database, "read">;

const isFree =
  "t.`targetSystemKey` = ? AND t.`userKey` IS NULL AND (t.`associatedBy` IS NULL OR t.`associatedBy` = 'auto')";

async function hasFreeAccounts(database: Reading, targetSystemKey: string): Promise<boolean> {
  const rows = await database.read(`SELECT t.\`key\` FROM \`accounts\` t WHERE ${isFree} LIMIT 1`, [targetSystemKey]);
  return rows.length > 0;
}

interface IdsOnTarget {
  readonly ids: BorneIds;
  readonly caseExact: boolean;
}

/** Reads the IDs of all users in the form in which a target compares names. */
async function idsOn(database: Reading, targetSystemKey: string): Promise<IdsOnTarget> {
  const [target] = await database.read("SELECT t.`type` FROM `targetSystems` t WHERE t.`id` = ?", [targetSystemKey]);
  const caseExact = hasCaseExactNames((target?.["type"] as string | undefined) ?? "");
  const users: BorneId[] = [];
  for (let after = ""; ;) {
    const page = await database.read(
      `SELECT u.\`key\`, u.\`id\` FROM \`users\` u WHERE u.\`id\` > ? ORDER BY u.\`id\` LIMIT ${pageRows}`,
      [after],
    );
    users.push(...(page as unknown as readonly BorneId[]));
    if (page.length < pageRows) break;
    after = users.at(-1)?.id ?? "";
  }
  return { ids: borneIds(users, caseExact), caseExact };
}

const pageRows = 5000;

/** Finds the owners of accounts without owner; two accounts that would go to one user by case alone stay without owner. */
async function findOwners(
  database: Reading,
  {
    targetSystemKey,
    attribute,
    ids,
    caseExact,
  }: IdsOnTarget & { readonly targetSystemKey: string; readonly attribute: string | null },
) {
  const owners = new Map<string, BorneId>();
  const names = new Map<string, string>();
  const unclear: Bearer[] = [];
  for (let after = ""; ;) {
    const { bearers, last } = await freeBearers(database, { targetSystemKey, attribute, after });
    const found = bearersOf(bearers, ids, caseExact);
    unclear.push(...found.unclear);
    for (const [key, owner] of found.owners) owners.set(key, owner);
    for (const { key, names: own } of bearers) if (found.owners.has(key)) names.set(key, own.join(", "));
    if (last === undefined) break;
    after = last;
  }
  if (attribute === null) {
    for (const key of await namesakes(database, targetSystemKey, owners, names)) {
      unclear.push({ key, names: [names.get(key) ?? ""] });
      owners.delete(key);
    }
  }
  return { owners, unclear };
}

/** Reads a page of accounts without owner and the values to match; `last` is the key after which the next page begins. */
async function freeBearers(
  database: Reading,
  {
    targetSystemKey,
    attribute,
    after,
  }: { readonly targetSystemKey: string; readonly attribute: string | null; readonly after: string },
): Promise<{ readonly bearers: readonly Bearer[]; readonly last: string | undefined }> {
  const page = `SELECT t.\`key\`, t.\`shortId\` FROM \`accounts\` t WHERE ${isFree} AND t.\`key\` > ? ORDER BY t.\`key\` LIMIT ${pageRows}`;
  const rows = await database.read(
    attribute === null
      ? page
      : `SELECT a.\`key\`, x.\`value\` AS \`shortId\` FROM (${page}) a LEFT JOIN \`accountAttributes\` x ON x.\`accountKey\` = a.\`key\` AND x.\`name\` = ? ORDER BY a.\`key\``,
    [targetSystemKey, after, ...(attribute === null ? [] : [attribute])],
  );
  const byKey = Map.groupBy(rows, (row) => row["key"] as string);
  const bearers = [...byKey].map(([key, same]) => ({
    key,
    names: same.flatMap((row) => (row["shortId"] as string | null) ?? []),
  }));
  return { bearers, last: bearers.length < pageRows ? undefined : bearers.at(-1)?.key };
}

/** Finds the accounts whose owner has, or would get, another account of the target with the same name in another case. */
async function namesakes(
  database: Reading,
  targetSystemKey: string,
  owners: ReadonlyMap<string, BorneId>,
  names: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  // An account in exactly the user's spelling is unambiguous.
  const unlike = [...owners].filter(([key, { id }]) => names.get(key) !== id);
  const byOwner = Map.groupBy(unlike, ([, { key }]) => key);
  const doubled = [...byOwner.values()].filter(({ length }) => length > 1).flatMap((all) => all.map(([key]) => key));
  const taken = new Set<string>();
  for (let from = 0; from < unlike.length; from += accountsAtOnce) {
    const some = unlike.slice(from, from + accountsAtOnce).map(([, { id }]) => id);
    const rows = await database.read(
      `SELECT t.\`shortId\` FROM \`accounts\` t WHERE t.\`targetSystemKey\` = ? AND t.\`shortId\` IN (${some.map(() => "?").join(", ")})`,
      [targetSystemKey, ...some],
    );
    for (const { shortId } of rows) taken.add(shortId as string);
  }
  return [...new Set([...doubled, ...unlike.flatMap(([key, { id }]) => (taken.has(id) ? [key] : []))])];
}

const accountsAtOnce = 200;

/** Assigns accounts to their owners. */
async function giveAccounts(
  { writer }: LoadParts,
  owners: readonly (readonly [accountKey: string, owner: BorneId])[],
): Promise<number> {
  let given = 0;
  for (let from = 0; from < owners.length; from += accountsAtOnce) {
    const some = owners.slice(from, from + accountsAtOnce);
    given += await writer.updateOwn({
      table: "accounts",
      columns: { userKey: `CASE t.\`key\` ${some.map(() => "WHEN ? THEN ?").join(" ")} END`, associatedBy: "'auto'" },
      values: some.flatMap(([account, { key }]) => [account, key]),
      where: { text: `t.\`key\` IN (${some.map(() => "?").join(", ")})`, values: some.map(([account]) => account) },
    });
  }
  return given;
}

/** Assigns accounts to the user whose ID they match exactly, in one statement. */
async function associateSame(
  { writer }: LoadParts,
  targetSystemKey: string,
  attribute: string | null,
): Promise<number> {
  // Exactly one user: an attribute with several values may name more than one.
  const one = "SELECT CASE WHEN COUNT(DISTINCT u.`key`) = 1 THEN MIN(u.`key`) END FROM `users` u";
  // Only accounts that match the ID of some user are checked one by one.
  const [owner, bearers] =
    attribute === null
      ? [`(${one} WHERE u.\`id\` <> '' AND u.\`id\` = t.\`shortId\`)`, "t.`shortId` IN (SELECT u.`id` FROM `users` u)"]
      : [
          `(${one}, \`accountAttributes\` x WHERE u.\`id\` <> '' AND u.\`id\` = x.\`value\` AND x.\`accountKey\` = t.\`key\` AND x.\`name\` = ?)`,
          "t.`key` IN (SELECT x.`accountKey` FROM `accountAttributes` x, `users` u WHERE x.`name` = ? AND u.`id` = x.`value`)",
        ];
  const values = attribute === null ? [] : [attribute];
  return writer.updateOwn({
    table: "accounts",
    columns: { userKey: owner, associatedBy: "'auto'" },
    values,
    where: {
      text: `t.\`targetSystemKey\` = ? AND ${bearers} AND t.\`userKey\` IS NULL AND (t.\`associatedBy\` IS NULL OR t.\`associatedBy\` = 'auto') AND ${owner} IS NOT NULL`,
      values: [targetSystemKey, ...values, ...values],
    },
  });
}
