import type { Database } from "../database.ts";

/** An account with the values of one of its attributes. */
export interface ReadAccount {
  readonly key: string;
  readonly stableId: string;
  readonly shortId: string;
  readonly userKey: string | null;
  readonly values: readonly string[];
}

const pageAccounts = 2000;

/** The accounts of a target with the values of one attribute, whose name is given in small letters, page by page. */
export async function* accountPages(
  database: Pick<Database, "read">,
  targetSystemKey: string,
  attribute: string,
): AsyncGenerator<readonly ReadAccount[]> {
  for (let after = ""; ;) {
    const rows = await database.read(
      "SELECT a.`key`, a.`stableId`, a.`shortId`, a.`userKey`, x.`value` FROM (SELECT t.`key`, t.`stableId`, t.`shortId`, t.`userKey` " +
        `FROM \`accounts\` t WHERE t.\`targetSystemKey\` = ? AND t.\`stableId\` > ? ORDER BY t.\`stableId\` LIMIT ${pageAccounts}) a ` +
        "LEFT JOIN `accountAttributes` x ON x.`accountKey` = a.`key` AND LOWER(x.`name`) = ? ORDER BY a.`stableId`, x.`sequence`",
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
    if (page.length < pageAccounts) return;
    after = page.at(-1)?.stableId ?? "";
  }
}
