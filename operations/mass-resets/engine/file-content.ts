import { Secret } from "#connectors/contract/index.ts";
import { passwordFileHeader, passwordFileLine } from "#domain/mass-resets/password-delivery.ts";
import { filePageRowsMax } from "#domain/password-delivery-limits.ts";
import { allOf, gt, oneOf } from "#domain/query/condition.ts";
import { giveWay } from "#platform/loop-turns.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { readyOf } from "./deliver.ts";
import { passwordOf } from "./items.ts";

/** Returns the file of a mass reset in clear: a record for each new password. */
export async function fileContent(context: CallContext, delivery: Row<"passwordDeliveries">): Promise<Secret> {
  const lines = [passwordFileHeader()];
  for (let after = ""; ;) {
    const rows = await context.store.select("massResetAccounts", {
      where: allOf(readyOf(delivery), gt("key", after)),
      orderBy: [["key", "asc"]],
      limit: filePageRowsMax,
    });
    lines.push(...(await linesOf(context, rows)));
    if (rows.length < filePageRowsMax) return new Secret(lines.join(""));
    after = rows.at(-1)?.key ?? "";
    await giveWay();
  }
}

async function linesOf(context: CallContext, rows: readonly Row<"massResetAccounts">[]): Promise<readonly string[]> {
  const keys = [...new Set(rows.flatMap(({ userKey }) => userKey ?? []))];
  const users = await context.store.select("users", { where: oneOf("key", keys) });
  const userOf = new Map(users.map((user) => [user.key, user]));
  return rows.flatMap((row) => {
    const user = userOf.get(row.userKey ?? "");
    const { targetSystemKey, accountName } = row;
    const facts = { userId: user?.id ?? "", userName: user?.displayName ?? "", targetSystemKey, accountName };
    return passwordOf(context.store, row)?.use((password) => passwordFileLine({ ...facts, password })) ?? [];
  });
}
