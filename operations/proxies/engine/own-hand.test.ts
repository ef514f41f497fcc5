import { expect, test } from "vitest";

import { ownLogins } from "./own-hand.ts";

type Context = Parameters<typeof ownLogins>[0];
type Target = Parameters<typeof ownLogins>[1];

const asked = { id: "T1", type: "sql", address: { host: "db.example", port: 3306 } };

/** Returns the logins that matter for a target, where another one has an address and the service a database. */
async function uses(other: Readonly<Record<string, unknown>>, databaseUrl = "sqlite:x.db"): Promise<readonly string[]> {
  const targets = [asked, { id: "T2", type: "sql", address: other }];
  const credential = { administratorId: "root", managedAccountKey: null, targetSystemId: "T2" };
  const select = async (table: string, { where }: { readonly where: unknown }) => {
    if (table === "targetSystems") return targets;
    return JSON.stringify(where).includes("T2") ? [credential] : [];
  };
  const context = { store: { select }, settings: { databaseUrl } } as unknown as Context;
  return (await ownLogins(context, asked as unknown as Target)).map(({ use }) => use);
}

test.each([
  ["the same port", { host: "DB.example", port: 3306 }, ["the target system 'T2'"]],
  ["no port, which may be the same", { host: "db.example" }, ["the target system 'T2'"]],
  ["an address in one text", { url: "mysql://db.example:3306/x" }, ["the target system 'T2'"]],
  ["another port", { host: "db.example", port: 3307 }, []],
  ["another host", { host: "db2.example", port: 3306 }, []],
])("the login of a target with %s", async (_what, address, expected) => {
  expect(await uses(address)).toEqual(expected);
});

test.each([
  ["mariadb://gate@db.example:3306/gatehouse", ["the service's own database"]],
  ["mariadb://gate@db.example/gatehouse", ["the service's own database"]],
  ["mariadb://gate@db.example:3307/gatehouse", []],
])("the user of the database at %s", async (databaseUrl, expected) => {
  expect(await uses({ host: "db2.example" }, databaseUrl)).toEqual(expected);
});
