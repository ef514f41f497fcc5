// @databases sqlite mariadb

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { Clock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { openDatabase } from "#store/database.ts";
import { withModule } from "#store/module-scope.ts";
import { migrate } from "#store/schema/migrate.ts";
import { migrationState } from "#store/schema/migration-state.ts";

import { openTestStore, type TestStore } from "../support/store.ts";

let opened: TestStore;
let shiftMs = 0;
const clock: Clock = { now: () => Date.now() + shiftMs };

beforeAll(async () => {
  opened = await openTestStore({ clock });
});
afterAll(() => opened.close());

function newUser(id: string) {
  return { key: systemIds.guid(), id };
}

describe("the schema", () => {
  test("migrating again changes nothing, and nothing is pending", async () => {
    expect(await migrate({ databaseUrl: opened.databaseUrl })).toEqual([]);
    const { pending, findings } = await migrationState({ databaseUrl: opened.databaseUrl });
    expect(pending).toEqual([]);
    expect(findings.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });
});

describe("writing rows", () => {
  test("a write outside of a transaction is refused", async () => {
    await expect(opened.store.save("users", newUser("outside"))).rejects.toMatchObject({
      code: "WRITE_OUTSIDE_TRANSACTION",
    });
    expect(await opened.store.count("users", { id: "outside" })).toBe(0);
  });

  test("stamps module, node and version, and logs only what changed", async () => {
    const { store } = opened;
    const user = newUser("stamped");
    const before = await store.changeLog.position();
    await withModule("rest", () => store.transaction(() => store.save("users", user)));
    const saved = await withModule("cli", () =>
      store.transaction(() => store.save("users", { key: user.key, displayName: "Stamped", locked: false })),
    );
    expect(saved).toMatchObject({
      displayName: "Stamped",
      lastUpdatedModule: "cli",
      lastUpdatedNode: "node1",
      version: 2,
    });
    const [inserted, updated, ...more] = await store.changeLog.read(before, 10);
    expect(more).toEqual([]);
    expect(inserted).toMatchObject({ table: "users", key: user.key, operation: "insert", version: 1, origin: "node1" });
    expect(updated).toMatchObject({ operation: "update", version: 2, data: { displayName: "Stamped" } });
    expect(updated && inserted && updated.stamp > inserted.stamp).toBe(true);
    const database = openDatabase({ databaseUrl: opened.databaseUrl });
    const [row] = await database.read("SELECT `_v` FROM `users` WHERE `key` = ?", [user.key]);
    await database.close();
    // A column without a stamp of its own has that of the key.
    expect(JSON.parse(row?.["_v"] as string)).toEqual({ key: inserted?.stamp, displayName: updated?.stamp });
  });

  test("adding a row writes what saving a new one writes, and refuses a key that is there", async () => {
    const { store } = opened;
    const [saved, added] = [newUser("saved-as-new"), newUser("added-as-new")];
    const before = await store.changeLog.position();
    const rows = await store.transaction(async () => [
      await store.save("users", saved),
      await store.add("users", added),
    ]);
    const alike = { key: "", id: "", foldedId: "" };
    expect({ ...rows[1], ...alike }).toEqual({ ...rows[0], ...alike });
    expect(await store.get("users", added.key)).toEqual(rows[1]);
    expect(await store.pick("users", added.key, ["id", "disabled"])).toEqual({ id: added.id, disabled: false });
    expect(await store.pick("users", systemIds.guid(), ["id"])).toBeUndefined();
    const [first, second, ...more] = await store.changeLog.read(before, 10);
    expect(more).toEqual([]);
    expect(second).toMatchObject({ table: "users", key: added.key, operation: "insert", version: 1 });
    expect({ ...second?.data, key: "", id: "" }).toEqual({ ...first?.data, key: "", id: "" });
    const again = store.transaction(() => store.add("users", { ...newUser("added-again"), key: added.key }));
    await expect(again).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(store.add("users", newUser("outside-too"))).rejects.toMatchObject({
      code: "WRITE_OUTSIDE_TRANSACTION",
    });
  });

  test("a change that changes nothing writes nothing", async () => {
    const { store } = opened;
    const user = newUser("unchanged");
    await store.transaction(() => store.save("users", user));
    const before = await store.changeLog.position();
    const saved = await store.transaction(() => store.save("users", { ...user, locked: false }));
    expect(saved.version).toBe(1);
    expect(await store.changeLog.position()).toBe(before);
  });

  test("a failed transaction leaves no row, no log and runs no hook", async () => {
    const { store } = opened;
    const before = await store.changeLog.position();
    let hooks = 0;
    const failing = store.transaction(async () => {
      store.afterCommit(() => (hooks += 1));
      await store.save("users", newUser("rolled-back"));
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await store.count("users", { id: "rolled-back" })).toBe(0);
    expect(await store.changeLog.position()).toBe(before);
    expect(hooks).toBe(0);
  });

  test("a second row with the same unique id is a conflict", async () => {
    const { store } = opened;
    await store.transaction(() => store.save("users", newUser("twice")));
    const second = store.transaction(() => store.save("users", newUser("twice")));
    await expect(second).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("nested transactions join: one commit, one rollback", async () => {
    const { store } = opened;
    const outer = store.transaction(async () => {
      await store.transaction(() => store.save("users", newUser("nested")));
      expect(await store.count("users", { id: "nested" })).toBe(1);
      throw new Error("on purpose");
    });
    await expect(outer).rejects.toThrow("on purpose");
    expect(await store.count("users", { id: "nested" })).toBe(0);
  });

  test("work that outlives its transaction cannot write into another one", async () => {
    const { store } = opened;
    const over = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    await store.transaction(async () => {
      late = over.promise.then(() => store.save("users", newUser("late")));
      late.catch(() => undefined);
    });
    over.resolve();
    await expect(late).rejects.toMatchObject({ code: "WRITE_OUTSIDE_TRANSACTION" });
  });

  test("a sealed secret is not in the log, and opens only at its own place", async () => {
    const { store } = opened;
    const key = systemIds.guid();
    const at = { table: "targetSystemCredentials", key, column: "password" };
    const password = store.seal(new Secret("canary-in-the-vault"), at);
    const before = await store.changeLog.position();
    await store.transaction(() =>
      store.save("targetSystemCredentials", {
        key,
        targetSystemId: "T",
        administratorId: "admin",
        password,
        lastChanged: 1,
      }),
    );
    const [change] = await store.changeLog.read(before, 1);
    expect(change?.data["password"]).toBe("[secret]");
    const row = await store.get("targetSystemCredentials", key);
    expect(store.unseal(row?.password ?? "", at).use((plain) => plain)).toBe("canary-in-the-vault");
    expect(() => store.unseal(row?.password ?? "", { ...at, key: "another" })).toThrow();
  });

  test("removing a row logs it once; removing it again says so", async () => {
    const { store } = opened;
    const user = newUser("removed");
    await store.transaction(() => store.save("users", user));
    const before = await store.changeLog.position();
    expect(await store.transaction(() => store.remove("users", user.key))).toBe(true);
    expect(await store.transaction(() => store.remove("users", user.key))).toBe(false);
    expect(await store.changeLog.read(before, 10)).toMatchObject([{ operation: "remove", key: user.key, version: 2 }]);
  });
});

describe("transactions side by side", () => {
  test("no update is lost, whoever comes first", async () => {
    const { store } = opened;
    const other = await opened.another();
    const user = newUser("counted");
    await store.transaction(() => store.save("users", { ...user, failures: 0 }));
    const raise = (by: typeof store) =>
      by.transaction(async () => {
        const row = await by.lock("users", user.key);
        await by.save("users", { key: user.key, failures: (row?.failures ?? 0) + 1 });
      });
    await Promise.all(Array.from({ length: 40 }, (_, index) => raise(index % 2 === 0 ? store : other)));
    expect((await store.get("users", user.key))?.failures).toBe(40);
  });

  test("a reader of the change log misses nothing when two transactions commit in reverse order", async () => {
    const { store } = opened;
    // SQLite has one writer: there the second transaction simply waits for the first.
    const other = await opened.another();
    const start = await store.changeLog.position();
    const first = newUser("first-to-write");
    const second = newUser("second-to-write");
    const gate = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const slow = store.transaction(async () => {
      await store.save("users", first);
      written.resolve();
      await gate.promise;
    });
    await written.promise;
    const fast = other.transaction(() => other.save("users", second));
    if (store.dialect === "mariadb") await fast;
    const seen: string[] = [];
    let position = start;
    const read = async () => {
      for (const change of await other.changeLog.read(position, 100)) {
        seen.push(change.key);
        position = change.position;
      }
    };
    await read();
    gate.resolve();
    await Promise.all([slow, fast]);
    await read();
    expect(seen.toSorted()).toEqual([first.key, second.key].toSorted());
  });
});

describe("a database that fails under a transaction", () => {
  test("is told as what it is, not as a mistake of the service, and the next transaction goes on", async () => {
    const database = openDatabase({ databaseUrl: opened.databaseUrl });
    const onSqlite = database.dialect.name === "sqlite";
    const write = () => database.write("DELETE FROM `nodeCounters` WHERE `name` = 'none'");
    const failing = async () => {
      if (onSqlite) return database.write("PRAGMA query_only = ON");
      const [row] = await database.read("SELECT CONNECTION_ID() AS `id`");
      return database.write(`KILL CONNECTION ${Number(row?.["id"])}`);
    };
    const code = onSqlite ? "DATABASE_READ_ONLY" : "DATABASE_UNAVAILABLE";
    try {
      await expect(
        database.transactions.run(async () => {
          await failing().catch(() => undefined);
          try {
            await write();
          } finally {
            if (onSqlite) await database.write("PRAGMA query_only = OFF");
          }
        }),
      ).rejects.toMatchObject({ code });
      if (!onSqlite) await expect(database.transactions.run(failing)).rejects.toMatchObject({ code });
      expect(await database.transactions.run(write)).toBe(0);
    } finally {
      await database.close();
    }
  });
});

describe("numbers", () => {
  test("count up from 1 without a gap, whoever asks, and a number that was not committed is given again", async () => {
    const { store } = opened;
    const other = await opened.another();
    const given = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const by = index % 2 === 0 ? store : other;
        return by.transaction(() => by.nextNumber("test"));
      }),
    );
    expect(given.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const failing = store.transaction(async () => {
      expect(await store.nextNumber("test")).toBe(21);
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    const both = store.transaction(async () => [await store.nextNumber("test"), await store.nextNumber("test")]);
    expect(await both).toEqual([21, 22]);
    await expect(store.nextNumber("test")).rejects.toMatchObject({ code: "WRITE_OUTSIDE_TRANSACTION" });
  });
});

describe("steps and outbox", () => {
  test("a result that is not worth keeping is found again by running", async () => {
    const { store } = opened;
    const id = { workflowId: systemIds.guid(), step: "next", ordinal: 1 };
    let runs = 0;
    const once = (keep: boolean) =>
      store.steps.once(
        id,
        async () => ({ runs: (runs += 1) }),
        () => keep,
      );
    expect([await once(false), await once(true), await once(true)]).toEqual([{ runs: 1 }, { runs: 2 }, { runs: 2 }]);
  });

  test("a repeated step returns the stored result and writes nothing again", async () => {
    const { store } = opened;
    const id = { workflowId: systemIds.guid(), step: "next", ordinal: 1 };
    const run = async () => ({ key: (await store.save("users", newUser(`step-${id.workflowId}`))).key });
    const first = await store.steps.once(id, run);
    expect(await store.steps.once(id, run)).toEqual(first);
    expect(await store.count("users", { id: `step-${id.workflowId}` })).toBe(1);
  });

  test("an entry is dispatched by its own process first, then by a sweep when that one died, until it is settled", async () => {
    const { store } = opened;
    const workflowId = systemIds.guid();
    await store.transaction(() => store.outbox.add({ workflowType: "request", workflowId }));
    const leased = await store.outbox.lease(10);
    expect(leased).toMatchObject([{ workflowType: "request", workflowId }]);
    const positions = leased.map(({ position }) => position);
    expect(await store.outbox.lease(10)).toEqual([]);
    await store.outbox.failed(positions, "the engine is away");
    expect(await store.outbox.unsent()).toBe(1);
    shiftMs += 1_001;
    expect(await store.outbox.lease(10)).toMatchObject([{ workflowId }]);
    await store.outbox.sent(positions);
    expect(await store.outbox.unsent()).toBe(0);
    expect(await store.outbox.open()).toEqual([{ workflowType: "request", workflowId }]);
    const settle = () => store.transaction(() => store.outbox.settle({ workflowType: "request", workflowId }));
    expect([await settle(), await settle()]).toEqual([true, false]);
    expect(await store.outbox.open()).toEqual([]);
  });

  test("a workflow that begins with its first step has nothing to answer; only the process that made the entry knows the step", async () => {
    const { store } = opened;
    const [begun, woken] = [systemIds.guid(), systemIds.guid()];
    const first = { do: "perform" };
    await store.transaction(async () => {
      await store.outbox.add({ workflowType: "request", workflowId: begun }, first);
      shiftMs += 10;
      await store.steps.note({ workflowId: begun, step: "first", ordinal: 0 }, first);
      await store.outbox.add({ workflowType: "request", workflowId: woken });
    });
    const leased = await store.outbox.lease(10);
    expect(leased.map(({ workflowId, first: known }) => [workflowId, known])).toEqual([
      [begun, first],
      [woken, undefined],
    ]);
    shiftMs += 10;
    await store.outbox.sent(leased.map(({ position }) => position));
    const unanswered = await store.outbox.unanswered(clock.now() + 1);
    const ids = unanswered.map(({ workflowId }) => workflowId);
    expect([ids.includes(begun), ids.includes(woken)]).toEqual([false, true]);
    const dispatched = await store.outbox.dispatched(clock.now() + 1);
    expect(dispatched).toContainEqual({ workflowType: "request", workflowId: begun });
    for (const workflowId of [begun, woken])
      await store.transaction(() => store.outbox.settle({ workflowType: "request", workflowId }));
  });
});

test("the watch of this suite finds a changed row that is not in the change log", async () => {
  const watched = await openTestStore();
  const user = newUser("past-the-writer");
  await watched.store.transaction(() => watched.store.save("users", user));
  const database = openDatabase({ databaseUrl: watched.databaseUrl });
  await database.transactions.run(() => database.write("UPDATE `users` SET `version` = 7 WHERE `key` = ?", [user.key]));
  await database.close();
  await expect(watched.close()).rejects.toThrow(`users ${user.key} 7`);
});

describe("rows that are added once", () => {
  test("are returned as they are to whoever adds them again", async () => {
    const { store } = opened;
    const accountKey = systemIds.guid();
    const add = (text: string) => {
      const at = { table: "passwordHistories", key: accountKey, column: "secret" } as const;
      const secret = store.seal(new Secret(text), at);
      return store.transaction(() => store.addOnce("passwordHistories", { accountKey, secret }));
    };
    const first = await add("first");
    expect(await add("second")).toEqual(first);
    expect(await store.get("passwordHistories", accountKey)).toEqual(first);
  });
});

describe("changed mail addresses", () => {
  const hourMs = 3_600_000;
  const write = (run: () => Promise<unknown>) => opened.store.transaction(run);

  /** Adds a user two days ago, makes a change an hour ago, and tells if it counts as one of the last day. */
  async function counts(mail: string | null, change: (key: string) => Promise<unknown>): Promise<boolean> {
    const { store } = opened;
    const user = newUser(`mail-${systemIds.guid()}`);
    shiftMs -= 48 * hourMs;
    await write(() => store.add("users", { ...user, mail }));
    await write(() =>
      store.add("userAttributes", { key: `${user.key}-mail`, userKey: user.key, name: "mail", value: "a@example.org" }),
    );
    shiftMs += 47 * hourMs;
    await write(() => change(user.key));
    shiftMs += hourMs;
    return (await store.changedMailsSince([user.key, "nobody"], clock.now() - 24 * hourMs)).has(user.key);
  }
  const user = (part: object) => (key: string) => opened.store.save("users", { key, ...part });
  const profile = (part: object) => (key: string) =>
    opened.store.save("userAttributes", { key: `${key}-mail`, ...part });

  test.each<[string, boolean, string | null, (key: string) => Promise<unknown>]>([
    ["another address by hand", true, "b@example.org", user({ mail: "x@example.org" })],
    ["the first address by hand", true, null, user({ mail: "x@example.org" })],
    ["an address that is taken away", true, "b@example.org", user({ mail: null })],
    ["the same address", false, "b@example.org", user({ mail: "b@example.org", displayName: "Ada" })],
    ["another address of the profile", true, null, profile({ value: "x@example.org" })],
    ["another address of the profile beside one by hand", false, "b@example.org", profile({ value: "x@example.org" })],
    ["nothing", false, null, async () => Promise.resolve()],
  ])("%s counts: %s", async (_what, expected, mail, change) => {
    expect(await counts(mail, change)).toBe(expected);
  });

  test("a user who was just added has none", async () => {
    const added = newUser("mail-new");
    await write(() => opened.store.add("users", { ...added, mail: "a@example.org" }));
    expect((await opened.store.changedMailsSince([added.key], clock.now() - hourMs)).size).toBe(0);
  });
});
