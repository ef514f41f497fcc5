import type { NamedAccount } from "#domain/discovery/account-names.ts";
import { hasCaseExactNames } from "#domain/discovery/compared-name.ts";

import type { Database } from "../database.ts";

/** An account or a group with the values of one of its attributes. */
export interface ReadObject {
  readonly key: string;
  readonly stableId: string;
  readonly shortId: string;
  /** Key of the account's owner; null if it has none, and for a group. */
  readonly userKey: string | null;
  readonly values: readonly string[];
}

/** Type of the objects to read, and their attribute, with its name in lower case. */
export interface ReadObjects {
  readonly type: "account" | "group";
  readonly targetSystemKey: string;
  readonly attribute: string;
}

type Reading = Pick<Database, "read">;

const pageObjects = 2000;
const dnAttribute = "dn";
const tables = {
  account: { objects: "accounts", attributes: "accountAttributes", column: "accountKey", owner: "t.`userKey`" },
  group: { objects: "groups", attributes: "groupAttributes", column: "groupKey", owner: "NULL AS `userKey`" },
} as const;

/** Yields the accounts or groups of a target with the values of one attribute, page by page. */
export async function* objectPages(
  database: Reading,
  { type, targetSystemKey, attribute }: ReadObjects,
): AsyncGenerator<readonly ReadObject[]> {
  const { objects, attributes, column, owner } = tables[type];
  for (let after = ""; ;) {
    const rows = await database.read(
      `SELECT a.\`key\`, a.\`stableId\`, a.\`shortId\`, a.\`userKey\`, x.\`value\` FROM (SELECT t.\`key\`, t.\`stableId\`, t.\`shortId\`, ${owner} ` +
        `FROM \`${objects}\` t WHERE t.\`targetSystemKey\` = ? AND t.\`stableId\` > ? ORDER BY t.\`stableId\` LIMIT ${pageObjects}) a ` +
        `LEFT JOIN \`${attributes}\` x ON x.\`${column}\` = a.\`key\` AND LOWER(x.\`name\`) = ? ORDER BY a.\`stableId\`, x.\`sequence\``,
      [targetSystemKey, after, attribute],
    );
    const page = [...Map.groupBy(rows, (row) => row["key"] as string)].map(([key, same]) => ({
      key,
      stableId: same[0]?.["stableId"] as string,
      shortId: same[0]?.["shortId"] as string,
      userKey: (same[0]?.["userKey"] as string | null) ?? null,
      values: same.flatMap((row) => (row["value"] as string | null) ?? []),
    }));
    yield page;
    if (page.length < pageObjects) return;
    after = page.at(-1)?.stableId ?? "";
  }
}

/** Returns the accounts of a target with the names by which other objects may refer to them. */
export async function namedAccounts(database: Reading, targetSystemKey: string): Promise<NamedAccount[]> {
  const accounts: NamedAccount[] = [];
  const [target] = await database.read("SELECT t.`type` FROM `targetSystems` t WHERE t.`id` = ?", [targetSystemKey]);
  const caseExact = hasCaseExactNames((target?.["type"] as string | undefined) ?? "");
  for await (const page of objectPages(database, { type: "account", targetSystemKey, attribute: dnAttribute })) {
    for (const { userKey, stableId, shortId, values } of page)
      accounts.push({ userKey, targetSystemKey, stableId, shortId, dn: values[0], caseExact });
  }
  return accounts;
}
