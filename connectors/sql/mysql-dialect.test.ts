import { beforeEach, expect, test } from "vitest";

import { ConnectorError, Secret } from "#connectors/contract/index.ts";

import type { Row, SqlClient } from "./client.ts";
import { kindsOf } from "./mariadb/kinds.ts";
import { membersOf } from "./mariadb/members.ts";
import { judge, lockedByFailures, type OwnerContext } from "./mariadb/owner.ts";
import { selectOf } from "./objects.ts";
import type { SqlObject } from "./session.ts";

// Words that are reserved in MySQL 8.4 but not in MariaDB; they must not stand in a statement unquoted.
const reserved =
  /\b(cube|cume_dist|dense_rank|empty|first_value|function|generated|grouping|groups|json_table|lag|last_value|lateral|lead|manual|nth_value|ntile|of|optimizer_costs|parallel|percent_rank|qualify|rank|row_number|stored|system|tablesample|virtual|window)\b/i;
const stored = "*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19";
const kinds = kindsOf("mysql", { defaultHost: "%", hostNames: true });
const ada = {
  type: "account",
  key: ["%", "ada"],
  object: { id: "ada@%", name: "ada", type: "account", attributes: {} },
} satisfies SqlObject;

let asked: string[];
beforeEach(() => {
  asked = [];
});

/** A double of MySQL that records the statements, because no Debian package has its server. */
const client: SqlClient = {
  notices: [],
  async query(text): Promise<readonly Row[]> {
    asked.push(text);
    const word = reserved.exec(text.replaceAll(/'(?:[^'\\]|\\.|'')*'|`[^`]*`/g, ""))?.[0];
    if (word !== undefined)
      throw new ConnectorError("internal", `You have an error in your SQL syntax near '${word}'`, { targetCode: 1064 });
    return text.startsWith("SELECT plugin") ? [{ plugin: "mysql_native_password", hash: stored }] : [];
  },
  usable: () => true,
  close: async () => {},
};
const context: OwnerContext = {
  client,
  product: "mysql",
  options: { product: "mysql", host: "127.0.0.1", unencrypted: false, privileges: [], systemRoles: [] },
};

test("on MySQL a password is judged by the stored one, in words that are not reserved there", async () => {
  expect(await judge(context, ada, new Secret("password"))).toEqual({ ok: true });
  expect(await judge(context, ada, new Secret("Password"))).toMatchObject({ ok: false, reason: "invalid" });
  expect(asked).toHaveLength(2);
});

test("on MySQL everything that is read is asked for in words that are not reserved there", async () => {
  await lockedByFailures(context, ada);
  for (const kind of Object.values(kinds)) await client.query(selectOf(kind));
  await membersOf({ client, product: "mysql", kinds }, [{ ...ada, type: "group" }], { limit: 10 });
  expect(asked).toHaveLength(4);
});
