import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { callCommand } from "../support/commands.ts";
import { openRequestApi, type RequestApi } from "../support/request-api.ts";

const people = ["ada", "bob", "cy", "root1"];
let api: RequestApi;

beforeAll(async () => {
  api = await openRequestApi({ people, targets: { T1: [] } });
  for (const id of people) writeFileSync(join(api.folder, `${id}.txt`), `password-of-${id}\n`);
  const desk = { key: api.context.ids.guid(), userClassId: "_HELP_DESK_", userKey: api.keyOf("bob") };
  await api.store.transaction(async () => {
    await api.store.save("users", { key: api.keyOf("root1"), superuser: true });
    await api.store.add("userClassMembers", desk);
  });
});
afterAll(() => api.close());

const as = async (id: string, ...command: string[]) => {
  const file = join(api.folder, `${id}.txt`);
  const { code, output } = await callCommand([...command, "--url", api.address, "--user", id, "--password-file", file]);
  return [code, output] as const;
};

test("the password of a task is printed alone, once, and only where it is said that it may be", async () => {
  const badges = { id: "BADGES", description: "badges", fulfilment: "implementer", autoApprove: true };
  const implementers = [{ userKey: api.keyOf("bob") }];
  expect((await api.call("POST", "/v2/targetSystems", "root1", { ...badges, implementers })).status).toBe(201);
  const operations = [{ code: "ACUA", targetSystemKey: "BADGES" }];
  const { json } = await api.call("POST", "/v2/requests", "ada", { recipientKey: api.keyOf("ada"), operations });
  await api.step(json as { key: string });
  const key = String(json.key);
  const reveal = (...more: string[]) => as("bob", "request", "task-password", key, "--operation", "1", ...more);
  expect(await reveal("--raw")).toEqual([1, expect.stringContaining("You have not accepted this task")]);
  expect(await as("bob", "request", "accept-task", key, "--operation", "1")).toEqual([0, "Task 1 accepted.\n"]);
  expect(await reveal()).toEqual([2, expect.stringContaining("A password is printed on a terminal alone.")]);
  expect(await reveal("--raw")).toEqual([0, expect.stringMatching(/^[a-zA-Z]\S{23}\n$/)]);
  expect(await reveal("--raw")).toEqual([1, expect.stringContaining("was shown already, or its time is over")]);
});

test("the review of a mover is listed, shown, and answered item by item or as a whole", async () => {
  const { store, context } = api;
  const [key, first, second] = [context.ids.guid(), context.ids.guid(), context.ids.guid()];
  const userKey = api.keyOf("ada");
  const moved = { changes: ["department"], openedAt: 1, askedAt: 1, reviewerKey: api.keyOf("cy") } as const;
  const access = { kind: "account", targetSystemKey: "T1", because: "direct", from: 1 } as const;
  await store.transaction(async () => {
    await store.add("moveReviews", { key, userKey, ...moved });
    for (const [item, accountName] of [
      [first, "one"],
      [second, "two"],
    ] as const) {
      const grantKey = context.ids.guid();
      await store.add("grants", { key: grantKey, userKey, accountName, ...access });
      await store.add("moveReviewItems", { key: item, reviewKey: key, grantKey, accountName, ...access });
    }
  });
  expect(await as("cy", "move-review", "list")).toEqual([0, expect.stringMatching(`^${key}  ada  cy  open  1970-`)]);
  expect(await as("bob", "move-review", "list")).toEqual([0, "None.\n"]);
  const shown = await as("cy", "move-review", "show", key);
  expect(shown).toEqual([0, expect.stringContaining(`${first}  account T1 one  direct  -\n`)]);
  const answer = (...words: string[]) => as("cy", "move-review", "answer", key, ...words);
  for (const words of [[], ["--keep", "--end"]])
    expect(await answer(...words)).toEqual([2, expect.stringContaining("Say either --keep or --end.")]);
  expect(await answer("--end")).toEqual([1, expect.stringContaining("Give a reason")]);
  const end = await answer("--end", "--item", first, "--reason", "not needed");
  expect(end).toEqual([0, "1 answered, 1 left.\n"]);
  expect(await answer("--keep")).toEqual([0, "1 answered, 0 left.\n"]);
  expect(await as("cy", "move-review", "list")).toEqual([0, "None.\n"]);
  expect((await as("cy", "move-review", "list", "--all"))[1]).toContain(`${key}  ada  cy  done  `);
});

test("the help desk blocks password resets of somebody, lists the blocks, and an administrator lifts one", async () => {
  const block = (as_: string, ...words: string[]) => as(as_, "password-block", ...words);
  const reason = ["--reason", "a stranger has called"];
  for (const whose of [[], ["--for", "ada", "--account", "x"]])
    expect(await block("bob", "add", ...whose, ...reason)).toEqual([
      2,
      expect.stringContaining("Say either --for or --account."),
    ]);
  expect(await block("bob", "add", "--for", "nobody", ...reason)).toEqual([1, expect.stringContaining("'nobody'")]);
  const [code, output] = await block("bob", "add", "--for", "ada", "--to", "2090-01-31", ...reason);
  const key = output.trim();
  expect([code, key]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  const line = new RegExp(`^${key} {2}ada {2}\\S+ to 2090-01-31T23:59:59.999Z {2}- {2}a stranger has called\\n$`);
  expect(await block("bob", "list")).toEqual([0, expect.stringMatching(line)]);
  expect(await block("bob", "lift", key)).toEqual([1, expect.any(String)]);
  expect(await block("root1", "lift", key)).toEqual([0, "Lifted.\n"]);
  expect(await block("root1", "list")).toEqual([0, "None.\n"]);
  expect((await block("root1", "list", "--all"))[1]).toContain(key);
});
