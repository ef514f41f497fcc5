import { afterAll, beforeAll, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { addEntries, lockTrees } from "#operations/vault/engine/entries.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";
import { callContext } from "../support/managed-room.ts";
import { foundOrganisation } from "../support/organisation.ts";

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
  const { store, context } = api;
  const { ids } = context;
  await foundOrganisation(context, { people: [], targets: { T1: [] } });
  const users = { anna: await api.addUser("anna"), olga: await api.addUser("olga") };
  await store.transaction(async () => {
    const names = { stableId: "root", longId: "root", shortId: "root", displayId: "root" };
    await store.save("accounts", { key: "T1-root", targetSystemKey: "T1", ...names });
    for (const [id, user] of [
      ["ADMINS", users.anna],
      ["OWNERS", users.olga],
    ] as const) {
      await store.add("userClasses", { id, description: id });
      await store.add("userClassMembers", { key: ids.guid(), userClassId: id, userKey: user.key });
    }
  });
}, 60_000);
afterAll(() => api.close());

const run = async (...command: string[]) => {
  const env = { GATEHOUSE_DATA: api.folder, DATABASE_URL: api.databaseUrl };
  const { code, output } = await callCommand(command, { env });
  return [code, output] as const;
};
const as = async (who: string, ...command: string[]) => {
  const env = { GATEHOUSE_TOKEN: await api.tokenOf(who), PUBLIC_ADDRESS: api.address };
  const { code, output } = await callCommand(["checkout", ...command], { env });
  return [code, output] as const;
};

test("a password is asked for, shown, extended, returned and listed at the command line, under a policy that was set there", async () => {
  const policy = ["--description", "Servers", "--mode", "push", "--checkout-minutes", "30", "--disclosure", "display"];
  expect((await run("managed", "policy", "add", "P", ...policy))[0]).toBe(0);
  expect((await run("managed", "policy", "set", "P", "--disclosure", "none"))[1]).toContain("no plug-in 'none'");
  expect((await run("managed", "system", "add", "T1", "--policy", "P"))[0]).toBe(0);
  expect((await run("managed", "account", "add", "T1", "root", "--policy", "P"))[0]).toBe(0);
  expect(await run("managed", "policy", "grant", "P", "preApproved", "ADMINS")).toEqual([
    0,
    "The members of 'ADMINS' have the right 'preApproved' under 'P'.\n",
  ]);
  expect((await run("managed", "policy", "grant", "P", "everything", "ADMINS"))[1]).toContain(
    "must be one of see, ask",
  );
  expect((await run("managed", "policy", "grant", "P", "manage", "OWNERS"))[0]).toBe(0);
  expect((await run("managed", "policy", "rights", "P"))[1]).toMatch(
    /^manage {2}OWNERS .*\npreApproved {2}ADMINS .*\n$/,
  );
  const [, phases] = await run("managed", "policy", "phases", "P");
  expect(phases).toBe("[]\n");
  const { store } = api;
  const [account] = await store.select("managedAccounts");
  const key = account?.key ?? "";
  const call = callContext(api);
  await store.transaction(async () => {
    const secret = new Secret("first-Password-1");
    const told = { managedAccountKey: key, secret, origin: "imported", createdBy: null, runKey: null } as const;
    await addEntries(call, await lockTrees(call, [key]), [told]);
  });
  expect((await run("managed", "report"))[1]).toContain("T1  root  P  U  no password of it was ever confirmed");

  const [code, asked] = await as("anna", "ask", "T1", "root", "--reason", "repair", "--minutes", "20");
  expect([code, asked]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}\nIt is checked out until /)]);
  const checkout = asked.slice(0, 36);
  expect(await as("anna", "ask", "T2", "root", "--reason", "repair")).toEqual([
    1,
    expect.stringContaining("You see no managed"),
  ]);
  expect(await as("anna", "disclose", checkout)).toEqual([2, expect.stringContaining("--raw")]);
  expect(await as("anna", "disclose", checkout, "--raw")).toEqual([
    0,
    expect.stringMatching(/^It is uncertain.*\nfirst-Password-1\n$/s),
  ]);
  expect(await as("anna", "extend", checkout, "10", "--reason", "longer")).toEqual([
    0,
    expect.stringMatching(/^It is checked out until/),
  ]);
  expect((await as("olga", "list", "--open"))[1]).toMatch(/checkedOut {2}anna {2}root of T1 {2}.* {2}repair\n$/);
  expect((await as("anna", "revoke", checkout, "--reason", "no"))[0]).not.toBe(0);
  expect(await as("anna", "return", checkout)).toEqual([0, "It is over (checkedIn). Its password is being changed.\n"]);
  const [, table] = await as("olga", "list", "--csv");
  expect(table.split("\n")[1]).toMatch(new RegExp(`^"${checkout}","checkedIn","anna","T1","root",`));
  expect(JSON.parse((await as("olga", "show", checkout))[1].split("\nIt is over")[0] ?? "")).toMatchObject({
    status: "checkedIn",
  });
  expect((await run("managed", "report", "--csv"))[1]).toContain('"returned"');
  await store.transaction(async () => {
    await store.save("checkouts", { key: checkout, reason: '=HYPERLINK("http://e.example","ü")' });
    await store.save("accounts", { key: "T1-root", shortId: "@SUM(A1)" });
  });
  expect((await as("olga", "list", "--csv"))[1]).toContain(`,"'=HYPERLINK(""http://e.example"",""ü"")",`);
  expect((await as("olga", "list", "--raw"))[1]).toContain(',"=HYPERLINK(""http://e.example"",""ü"")",');
  expect((await run("managed", "report", "--csv"))[1]).toContain(`"T1","'@SUM(A1)","P"`);
  expect((await run("managed", "report", "--csv", "--raw"))[1]).toContain('"T1","@SUM(A1)","P"');
  await store.transaction(() => store.save("accounts", { key: "T1-root", shortId: "\u001b[2Jroot\u202e" }));
  expect((await run("managed", "report"))[1]).toContain("T1  \\u001b[2Jroot\\u202e  P");
  expect((await run("managed", "policy", "withdraw", "P", "preApproved", "ADMINS"))[0]).toBe(0);
}, 180_000);
