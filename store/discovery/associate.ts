import type { LoadParts } from "./load-order.ts";

/** Gives accounts of nobody to the user whose id their name or attribute equals; blank or ambiguous ones stay. */
export async function associate(
  { writer }: Pick<LoadParts, "writer">,
  targetSystemKey: string,
  attribute: string | null,
): Promise<number> {
  // Exactly one user: an attribute with several values may name more than one.
  const one = "SELECT CASE WHEN COUNT(DISTINCT u.`key`) = 1 THEN MIN(u.`key`) END FROM `users` u";
  // Only accounts that bear the id of somebody are looked at one by one.
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
