import { expect, test } from "vitest";

import type { Row } from "./client.ts";
import { kindsOf as mariaDbKinds } from "./mariadb/kinds.ts";
import { findObject, selectOf } from "./objects.ts";
import { isAccount, kindsOf } from "./postgresql/kinds.ts";
import type { SqlSession } from "./session.ts";

test("of what a server answers only that is taken which was asked for", async () => {
  const kinds = mariaDbKinds("mysql", { defaultHost: "%", hostNames: false });
  const rowOf = (user: string): Row => ({ id: `${user}@%`, name: user, k0: "%", k1: user });
  const answering = (...users: readonly string[]) =>
    ({
      kinds,
      client: { query: async () => users.map(rowOf) },
      locate: (_type: string, { name }: { name: string }) => ({
        sql: "(User = ?)",
        values: [name],
        isThis: ({ key }: { key: readonly string[] }) => key[1] === name,
      }),
    }) as unknown as SqlSession;
  const find = async (session: SqlSession) => (await findObject(session, "account", { name: "jane" }))?.object.name;
  expect(await find(answering("janet", "JANE", "jane "))).toBeUndefined();
  expect(await find(answering("root"))).toBeUndefined();
  expect(await find(answering("janet", "jane"))).toBe("jane");
});

test("a server of PostgreSQL 16 is not asked for members who have the right to grant alone", () => {
  const old = { readsPasswords: true, version: 150_018 };
  const now = { readsPasswords: true, version: 160_004 };
  expect(isAccount(old)).not.toContain("set_option");
  expect(isAccount(now)).toContain("(x.inherit_option OR x.set_option)");
  expect(selectOf(kindsOf(now).account)).toContain(isAccount(now));
});
