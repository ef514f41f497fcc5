import { setImmediate as immediate } from "node:timers/promises";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { conflictName, conflictState } from "#domain/replication/conflicts.ts";
import { stampOf } from "#domain/replication/stamp.ts";
import { listConflicts, type ListedConflict } from "#operations/nodes/list-conflicts.ts";
import { listTwins } from "#operations/nodes/list-twins.ts";
import { acceptConflict, revertConflict } from "#operations/nodes/settle-conflicts.ts";
import { updateUser } from "#operations/users/change-users.ts";
import { namedGuid } from "#platform/object-key.ts";
import type { Row } from "#store/tables.ts";

import { joinByInvitation, openNode, type RoomNode } from "./node-room.ts";
import { settleNodes } from "./settle-nodes.ts";

let first: RoomNode;
let second: RoomNode;
let root: string;

beforeAll(async () => {
  first = await openNode("n1", { isReal: true });
  second = await openNode("n2", { isReal: true, isInstalled: false });
  root = await addUser(first, { id: "root", superuser: true });
  await joinByInvitation(first, second);
  await settle();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const settle = () => settleNodes(first, second);

type User = Partial<Row<"users">>;

/** Adds a webhook, whose secret each node seals for itself. */
async function addWebhook({ context: { store, ids } }: RoomNode): Promise<string> {
  const key = ids.guid();
  const secret = store.seal(new Secret("a secret"), { table: "webhooks", key, column: "secret" });
  await store.transaction(() => store.add("webhooks", { key, url: "https://one.example/", secret, createdAt: 0 }));
  return key;
}

/** Waits for the next millisecond: of two stamps of one, that of the node with more writes in it is the later. */
async function nextMoment(): Promise<void> {
  for (const now = Date.now(); Date.now() === now;) await immediate();
}

async function addUser({ context: { store, ids } }: RoomNode, values: User & { readonly id: string }): Promise<string> {
  const key = ids.guid();
  await nextMoment();
  await store.transaction(() => store.add("users", { key, ...values }));
  return key;
}

async function save({ context: { store } }: RoomNode, key: string, values: User): Promise<void> {
  await nextMoment();
  await store.transaction(() => store.save("users", { key, ...values }));
}
const userOf = async ({ context: { store } }: RoomNode, key: string) => store.get("users", key);
const listed = async (node: RoomNode, state: "open" | "accepted" | "reverted", key?: string) =>
  (await node.run(listConflicts, { state })).conflicts.filter((conflict) => key === undefined || conflict.key === key);

/** Lets both nodes change a user while they are cut from each other; returns the conflict, as both list it. */
async function conflictAbout(key: string, one: User, other: User): Promise<ListedConflict> {
  await save(first, key, one);
  await save(second, key, other);
  await settle();
  const [here] = await listed(first, "open", key);
  expect(await listed(second, "open", key)).toEqual([here]);
  return here as ListedConflict;
}

let numbers = 0;
let anna: string;
beforeEach(async () => {
  anna = await addUser(first, { id: `anna${(numbers += 1)}`, displayName: "Anna" });
  await settle();
});

const seen = ({ id: key, lostStamp }: Pick<ListedConflict, "id" | "lostStamp">) => ({ key, lostStamp });

describe("a conflict between two nodes", () => {
  test("shows both values on both, and is accepted on one", async () => {
    const conflict = await conflictAbout(anna, { displayName: "Anna One" }, { displayName: "Anna Two" });
    expect(conflict).toMatchObject({
      table: "users",
      column: "displayName",
      rowName: `anna${numbers} (Anna Two)`,
      state: "open",
      isHidden: false,
      keptValue: "Anna Two",
      keptNode: "n2",
      lostValue: "Anna One",
      lostNode: "n1",
      count: 1,
    });
    expect(await first.run(acceptConflict, seen(conflict))).toEqual({ id: conflict.id, state: "accepted" });
    await settle();
    expect(await listed(second, "accepted", anna)).toEqual(await listed(first, "accepted", anna));
    expect(await listed(second, "open", anna)).toEqual([]);
    expect(await userOf(first, anna)).toMatchObject({ displayName: "Anna Two" });
    expect(await second.refusal(acceptConflict, seen(conflict))).toBe("CONFLICT_SETTLED");
    expect(await second.refusal(revertConflict, seen(conflict))).toBe("CONFLICT_SETTLED");
  });

  test("is reverted on one, so that the lost value is everywhere, and opens at the next loss", async () => {
    const conflict = await conflictAbout(anna, { displayName: "Anna One" }, { displayName: "Anna Two" });
    expect(await second.run(revertConflict, seen(conflict))).toMatchObject({ state: "reverted" });
    await settle();
    for (const node of [first, second]) {
      expect(await userOf(node, anna)).toMatchObject({ displayName: "Anna One" });
      expect(await listed(node, "reverted", anna)).toHaveLength(1);
      expect(await listed(node, "open", anna)).toEqual([]);
    }
    const again = await conflictAbout(anna, { displayName: "Anna Three" }, { displayName: "Anna Four" });
    expect(again).toMatchObject({ id: conflict.id, lostValue: "Anna Three", count: 2 });
    // What was seen before is no answer to what is asked now.
    expect(await first.refusal(revertConflict, seen(conflict))).toBe("CONFLICT");
    expect(await first.refusal(acceptConflict, seen(conflict))).toBe("CONFLICT");
    expect(await userOf(first, anna)).toMatchObject({ displayName: "Anna Four" });
  });

  test("about a disabled user is reverted by the operation that disables, and superusers are told once", async () => {
    const told = async () =>
      (await first.context.store.select("notices", { where: { kind: "nodeConflicts" } })).map(({ userKey, facts }) => ({
        userKey,
        facts,
      }));
    const before = (await told()).length;
    await save(first, anna, { disabled: true, disabledBy: "administrator" });
    await save(second, anna, { disabled: true, disabledBy: "source" });
    await save(second, anna, { disabled: false, disabledBy: null });
    await settle();
    await settle();
    expect((await told()).slice(before)).toEqual([{ userKey: root, facts: { conflicts: 1 } }]);
    const [conflict] = (await listed(first, "open", anna)).filter(({ column }) => column === "disabled");
    expect(conflict).toMatchObject({ lostValue: "true", keptValue: "false" });
    const { tokenVersion } = (await userOf(first, anna)) as Row<"users">;
    await first.run(revertConflict, seen(conflict as ListedConflict));
    await settle();
    const user = await userOf(second, anna);
    expect(user).toMatchObject({ disabled: true, disabledBy: "administrator" });
    expect(user?.tokenVersion).toBeGreaterThan(tokenVersion);
    await settle();
    expect((await told()).length).toBe(before + 1);
  });

  test("is not reverted when its row is gone, or its value has changed since", async () => {
    const conflict = await conflictAbout(anna, { displayName: "Anna One" }, { displayName: "Anna Two" });
    await save(first, anna, { displayName: "Anna Five" });
    expect(await first.refusal(revertConflict, seen(conflict))).toBe("CONFLICT_VALUE_CHANGED");
    await first.context.store.transaction(() => first.context.store.remove("users", anna));
    expect(await first.refusal(revertConflict, seen(conflict))).toBe("CONFLICT_ROW_GONE");
    expect(await first.run(acceptConflict, seen(conflict))).toMatchObject({ state: "accepted" });
  });

  test("is not reverted where today's rules refuse the lost value, and says which rule", async () => {
    const conflict = await conflictAbout(anna, { managerKey: anna }, { managerKey: root });
    expect(conflict).toMatchObject({ column: "managerKey", lostValue: anna });
    expect(await first.refusal(revertConflict, seen(conflict))).toBe("MANAGER_UNFIT");
    expect(await userOf(first, anna)).toMatchObject({ managerKey: root });
    expect((await listed(first, "open", anna)).map(({ column }) => column)).toEqual(["managerKey"]);
  });
});

test("two users of one ID are listed with the node of the younger one, alike on both, until one is renamed", async () => {
  const name = `twin${numbers}`;
  const older = await addUser(first, { id: name, displayName: "Older" });
  const younger = await addUser(second, { id: name, displayName: "Younger" });
  await settle();
  const twins = async (node: RoomNode) => (await node.run(listTwins, {})).twins;
  const twin = { table: "users", key: younger, id: name, name: "Younger", node: "n2", olderKey: older };
  expect(await twins(first)).toEqual([{ ...twin, shownId: expect.stringMatching(`^${name}~n2-[0-9a-f]{4}$`) }]);
  expect(await twins(second)).toEqual(await twins(first));
  const shownId = (await twins(first))[0]?.shownId ?? "";
  expect(await first.refusal(updateUser, { key: younger, id: name })).toBe("done");
  await first.run(updateUser, { key: younger, id: shownId });
  expect(await twins(first)).toEqual([]);
  await settle();
  expect(await twins(second)).toEqual([]);
  for (const node of [first, second]) {
    expect(await userOf(node, younger)).toMatchObject({ id: shownId });
    expect(await userOf(node, older)).toMatchObject({ id: name });
  }
});

/** Writes a conflict as a lying peer would: with whatever values, and the ID that belongs to them unless another is given. */
async function lied(values: Partial<Row<"replicationConflicts">>): Promise<{ key: string; lostStamp: string }> {
  const { store } = first.context;
  const place = { table: "users", key: anna, column: "displayName", ...values };
  const id = values.id ?? namedGuid(conflictName(place));
  const lostStamp = stampOf({ ms: 1, counter: 0, writer: 1, node: "n2" });
  const told = { kept: '"Anna"', keptStamp: lostStamp, lost: '"lie"', lostStamp, count: 1 };
  await store.transaction(() => store.add("replicationConflicts", { ...told, ...place, ...values, id }));
  return { key: id, lostStamp };
}

const columns = async () => JSON.stringify(await first.context.store.get("users", anna));

describe("a conflict that a lying peer has made up", () => {
  test.each<[what: string, values: Partial<Row<"replicationConflicts">>]>([
    ["a flag that no administrator sets", { column: "superuser", kept: "0", lost: "1" }],
    ["a password", { column: "passwordHash", kept: null, lost: '"$argon2id$lie"' }],
    ["a password link", { column: "passwordLinkHash", kept: null, lost: '"lie"' }],
    ["the version of tokens", { column: "tokenVersion", kept: "1", lost: "0" }],
    ["the key of a row", { column: "key", lost: '"another"' }],
    ["a lock that no administrator sets", { column: "locked", kept: "0", lost: "1" }],
    ["the ID of another place", { id: namedGuid(conflictName({ table: "roles", key: "k", column: "id" })) }],
    ["a table that never leaves its node", { table: "nodeKeys", key: "n1", column: "signingSecret" }],
    ["sessions", { table: "sessions", key: "s", column: "userKey" }],
    ["a table that does not exist", { table: "users`; DROP TABLE users", key: "s", column: "id" }],
    ["a name of every object", { table: "constructor", key: "s", column: "__proto__" }],
    ["a column that does not exist", { column: "constructor" }],
    ["values that are no JSON", { kept: "Anna", lost: "lie" }],
    ["a value of a structure", { lost: '{"a":1}' }],
  ])("%s is never written", async (_, values) => {
    const before = await columns();
    const given = await lied(values);
    const refusal = await first.refusal(revertConflict, given);
    expect(refusal).toMatch(/^CONFLICT_(NOT_REVERTIBLE|ROW_GONE|VALUE_CHANGED|OF_SECRET)$/);
    expect(await columns()).toBe(before);
    // Nor does the list show what a table does not show.
    const [shown] = (await first.run(listConflicts, { key: given.key })).conflicts;
    if (shown?.isHidden) expect(shown).toMatchObject({ keptValue: null, lostValue: null });
    await first.context.store.transaction(() => first.context.store.remove("replicationConflicts", given.key));
  });

  test.each([
    ["nodeKeys", "n1", "signingKey"],
    ["nodes", "node", "signingKey"],
    ["nodes", "node", "state"],
    ["nodes", "node", "publicAddress"],
    ["webhooks", "hook", "url"],
    ["userClasses", "class", "condition"],
  ])("%s is not written where its row exists: %s.%s", async (table, _name, column) => {
    const { store } = first.context;
    const keys = { nodeKeys: "n1", nodes: (await first.node("n2")).key, webhooks: "", userClasses: "CLASS" } as const;
    const key = table === "webhooks" ? await addWebhook(first) : keys[table as keyof typeof keys];
    if (table === "userClasses")
      await store.transaction(() =>
        store.add("userClasses", { id: key, description: "Class", condition: "id eq 'a'" }),
      );
    const row = (await store.get(table as "nodes", key)) as Readonly<Record<string, unknown>>;
    const given = await lied({ table, key, column, kept: JSON.stringify(row[column]), lost: '"paused"' });
    expect(await first.refusal(revertConflict, given)).toMatch(/^CONFLICT_(NOT_REVERTIBLE|OF_SECRET)$/);
    expect(await store.get(table as "nodes", key)).toEqual(row);
  });

  test("a value of 1 MiB is refused by the rule of its column, and cut in the list", async () => {
    const given = await lied({ lost: JSON.stringify("x".repeat(1_048_576)) });
    expect(await first.refusal(revertConflict, given)).toBe("INPUT_INVALID");
    const [shown] = (await first.run(listConflicts, { key: given.key })).conflicts;
    expect(shown?.lostValue).toHaveLength(2_001);
  });

  test("a secret is refused with the way out", async () => {
    const { store } = first.context;
    const key = await addWebhook(first);
    const before = await store.get("webhooks", key);
    const given = await lied({ table: "webhooks", key, column: "secret", kept: null, lost: null });
    expect(await first.refusal(revertConflict, given)).toBe("CONFLICT_OF_SECRET");
    expect(await store.get("webhooks", key)).toEqual(before);
  });
});

test("a thousand conflicts are listed in steps, and told of by one notice", async () => {
  const { store } = first.context;
  const before = await store.count("notices", { kind: "nodeConflicts" });
  const lostStamp = stampOf({ ms: Date.now(), counter: 0, writer: 1, node: "n1" });
  await store.transaction(async () => {
    for (let at = 0; at < 1_000; at += 1) {
      const place = { table: "users", key: `nobody${at}`, column: at < 300 ? "disabled" : "displayName" };
      const told = { kept: "0", keptStamp: lostStamp, lost: "1", lostStamp, count: 1 };
      await store.add("replicationConflicts", { id: namedGuid(conflictName(place)), ...place, ...told });
    }
  });
  const { conflicts, more } = await first.run(listConflicts, { state: "open" });
  expect([conflicts.length, more]).toEqual([200, true]);
  await save(second, anna, { displayName: "news" });
  await settle();
  expect(await store.count("notices", { kind: "nodeConflicts" })).toBe(before + 1);
  const rows = await store.select("replicationConflicts", { where: { table: "users", column: "disabled" } });
  expect(rows.filter((row) => conflictState(row) === "open" && row.toldStamp === null)).toEqual([]);
});
