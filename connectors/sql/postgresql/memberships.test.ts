import { expect, test } from "vitest";

import type { Row, SqlClient } from "../client.ts";
import type { SqlObject } from "../session.ts";
import { revoke } from "./memberships.ts";

const role = (type: "account" | "group", id: string, name: string): SqlObject => ({
  type,
  key: [id],
  object: {
    id,
    name,
    type,
    attributes: {},
  },
});
const [crew, anna] = [role("group", "1", "crew"), role("account", "2", 'an"na')];

// From version 16 on each grantor has a grant of their own; Debian's package of the tests is older.
test.each([
  [150_018, ["one", "two"], ['REVOKE "crew" FROM "an""na"']],
  [160_000, [], ["BEGIN", 'REVOKE "crew" FROM "an""na"', "COMMIT"]],
  [
    160_000,
    ["one", "two"],
    ["BEGIN", 'REVOKE "crew" FROM "an""na" GRANTED BY "one"', 'REVOKE "crew" FROM "an""na" GRANTED BY "two"', "COMMIT"],
  ],
])("version %i with the grantors %j is asked %j", async (version, grantors, expected) => {
  const asked: string[] = [];
  const client: SqlClient = {
    notices: [],
    async query(text): Promise<readonly Row[]> {
      if (text.startsWith("SELECT")) return grantors.map((name) => ({ name }));
      asked.push(text);
      return [];
    },
    usable: () => true,
    close: async () => {},
  };
  await revoke(client, { version, readsPasswords: true, superuser: true, nameBytesMax: 63 }, crew, anna);
  expect(asked).toEqual(expected);
});
