import { afterAll, beforeAll, expect, test } from "vitest";

import { expandRowsMax } from "#domain/limits.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

// Each collection alone is within the limit, the two together are not.
const people = Array.from({ length: 10 }, (_, index) => `p${index}`);
const rowsOfEach = expandRowsMax / people.length / 2 + 10;

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const { people: users } = await foundOrganisation(api.context, { people, targets: { T1: [] } });
  for (const { key: userKey } of Object.values(users)) {
    await api.store.transaction(async () => {
      for (let number = 0; number < rowsOfEach; number++) {
        const name = `a${number}`;
        const names = { stableId: `${userKey}-${number}`, longId: name, shortId: name, displayId: name };
        await api.store.save("accounts", { ...names, key: api.context.ids.guid(), targetSystemKey: "T1", userKey });
        const attribute = { userKey, name, sequence: 0, value: "x" };
        await api.store.save("userAttributes", { ...attribute, key: api.context.ids.guid() });
      }
    });
  }
});
afterAll(() => api.close());

interface User {
  readonly [name: string]: unknown;
}

async function usersWith(query: string): Promise<User[]> {
  const { status, json } = await api.send("GET", `/v2/users?$filter=startswith(id,'p')&${query}`, { as: "root" });
  expect(status).toBe(200);
  return json.value;
}
const names = ["accounts", "attributes"] as const;
/** Counts the rows that the links behind a collection lead to. */
async function restOf(user: User, name: string): Promise<number> {
  let rows = 0;
  for (let link = user[`${name}@odata.nextLink`]; typeof link === "string";) {
    const { pathname, search } = new URL(link);
    const { json } = await api.send("GET", pathname + search, { as: "root" });
    rows += json.value.length;
    link = json["@odata.nextLink"];
  }
  return rows;
}
const listOf = (user: User, name: string) => user[name] as Record<string, unknown>[];
const given = (users: User[], name: string) => users.reduce((sum, user) => sum + listOf(user, name).length, 0);

test("all expanded collections of an answer share one limit, and links lead to the rest", async () => {
  const users = await usersWith("$select=id&$expand=accounts($select=shortId),attributes($select=name)");
  expect(given(users, "accounts") + given(users, "attributes")).toBe(expandRowsMax);
  let rest = 0;
  for (const user of users) for (const name of names) rest += await restOf(user, name);
  expect(rest).toBe(2 * people.length * rowsOfEach - expandRowsMax);
});

test("a row counts with what it leads to one of, and that is never missing", async () => {
  const users = await usersWith("$select=id&$expand=accounts($select=shortId;$expand=targetSystem($select=id))");
  expect(given(users, "accounts")).toBe(expandRowsMax / 2);
  const targets = users.flatMap((user) => listOf(user, "accounts").map(({ targetSystem }) => targetSystem));
  expect(targets.every((target) => (target as { id?: string } | null)?.id === "T1")).toBe(true);
});
