// @databases sqlite mariadb
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { oneOf } from "#domain/query/condition.ts";
import { systemIds } from "#platform/ids.ts";

import { openTestStore, type TestStore } from "../support/store.ts";

let opened: TestStore;

beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

const newUser = (id: string) => ({ key: systemIds.guid(), id });

describe("rows that a transaction holds", () => {
  test("are read as they are now, whether it has locked, changed, added or removed them", async () => {
    const { store } = opened;
    const [first, second, third] = [newUser("held-1"), newUser("held-2"), newUser("held-3")];
    await store.transaction(() => store.addAll("users", [first, second]));
    await store.transaction(async () => {
      expect(await store.lock("users", first.key)).toMatchObject({ ...first, version: 1 });
      await store.save("users", { key: first.key, displayName: "new" });
      expect(await store.get("users", first.key)).toMatchObject({ displayName: "new", version: 2 });
      const where = { id: second.id };
      const [locked] = await store.select("users", { where, forUpdate: true });
      expect(await store.lock("users", second.key)).toEqual(locked);
      await store.remove("users", second.key);
      expect(await store.get("users", second.key)).toBeUndefined();
      expect(await store.lock("users", second.key)).toBeUndefined();
      await store.add("users", third);
      expect(await store.get("users", third.key)).toMatchObject(third);
    });
    expect(await store.get("users", first.key)).toMatchObject({ displayName: "new", version: 2 });
  });

  test("are forgotten with it: what others commit afterwards is seen, and a failed one leaves nothing behind", async () => {
    const { store } = opened;
    const user = newUser("held-4");
    await store.transaction(() => store.add("users", user));
    const failing = store.transaction(async () => {
      await store.save("users", { key: user.key, displayName: "lost" });
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    await store.transaction(() => store.save("users", { key: user.key, displayName: "kept" }));
    await store.transaction(async () => {
      expect(await store.lock("users", user.key)).toMatchObject({ displayName: "kept" });
    });
  });

  test("are locked by a read for update, so that nobody else changes them before its end", async () => {
    const { store } = opened;
    const user = { ...newUser("held-5"), displayName: "" };
    await store.transaction(() => store.add("users", user));
    const append = (letter: string) =>
      store.transaction(async () => {
        const [row] = await store.select("users", { where: { id: user.id }, forUpdate: true });
        await sleep(1);
        await store.save("users", { key: user.key, displayName: `${row?.displayName}${letter}` });
      });
    await Promise.all([..."abcdefgh"].map(append));
    expect([...((await store.get("users", user.key))?.displayName ?? "")].toSorted().join("")).toBe("abcdefgh");
  });

  test("are locked together in the order of their keys, and not read again where they are held", async () => {
    const { store } = opened;
    const users = Array.from({ length: 3 }, (_, index) => newUser(`locked-${index}`));
    const keys = users.map(({ key }) => key);
    await store.transaction(() => store.addAll("users", users));
    await store.transaction(async () => {
      await store.save("users", { key: keys[1] ?? "", displayName: "changed" });
      const locked = await store.lockAll("users", [...keys, systemIds.guid()]);
      expect(locked.map(({ key }) => key)).toEqual(keys.toSorted());
      expect(locked.find(({ key }) => key === keys[1])).toMatchObject({ displayName: "changed", version: 2 });
      expect(await store.lockAll("users", [])).toEqual([]);
    });
    const columns = await store.selectColumns("users", ["id"], {
      where: oneOf("key", keys),
      orderBy: [["id", "desc"]],
    });
    expect(columns).toEqual([{ id: "locked-2" }, { id: "locked-1" }, { id: "locked-0" }]);
  });

  test("added together are logged one by one, and refused together when one is there already", async () => {
    const { store } = opened;
    const users = Array.from({ length: 70 }, (_, index) => newUser(`together-${index}`));
    const before = await store.changeLog.position();
    await store.transaction(() => store.addAll("users", users));
    const { changes } = await store.changeLog.follow(before, ["users"], 100);
    expect(changes.map(({ key }) => key)).toEqual(users.map(({ key }) => key));
    const again = [newUser("together-x"), users[5] ?? newUser("")];
    await expect(store.transaction(() => store.addAll("users", again))).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await store.count("users", { id: "together-x" })).toBe(0);
  });

  test("saved together become what each of them says, are logged one by one, and are held as they are then", async () => {
    const { store } = opened;
    const users = Array.from({ length: 70 }, (_, index) => newUser(`saved-${index}`));
    await store.transaction(() => store.addAll("users", users));
    const before = await store.changeLog.position();
    const moment = 1_800_000_000_001;
    const changes = users.map(({ key }, index) => {
      if (index === 5) return { key };
      return {
        key,
        displayName: index === 6 ? null : `new "${index}" ä`,
        ...(index % 2 === 0 && { lockedAt: moment + index }),
      };
    });
    const fresh = newUser("saved-fresh");
    await store.transaction(async () => {
      const saved = await store.saveAll("users", changes);
      expect(saved.map(({ key }) => key)).toEqual(users.map(({ key }) => key));
      expect(saved[7]).toMatchObject({ displayName: 'new "7" ä', lockedAt: null, version: 2 });
      expect(await store.lock("users", users[8]?.key ?? "")).toEqual(saved[8]);
      expect(await store.saveAll("users", [fresh, { key: users[7]?.key ?? "", displayName: "again" }])).toMatchObject([
        { ...fresh, version: 1 },
        { displayName: "again", version: 3 },
      ]);
    });
    const all = await store.select("users", {
      where: oneOf(
        "key",
        users.map(({ key }) => key),
      ),
    });
    const byId = new Map(all.map((row) => [row.id, row]));
    expect(byId.get("saved-5")).toMatchObject({ displayName: null, version: 1 });
    expect(byId.get("saved-7")).toMatchObject({ displayName: "again", lockedAt: null, version: 3 });
    expect(byId.get("saved-68")).toMatchObject({ displayName: 'new "68" ä', lockedAt: moment + 68, version: 2 });
    const { changes: logged } = await store.changeLog.follow(before, ["users"], 100);
    const expected = users.filter((_, index) => index !== 5).map(({ key }) => key);
    expect(logged.slice(0, expected.length).map(({ key }) => key)).toEqual(expected);
    expect(logged.slice(expected.length).map(({ key }) => key)).toEqual([fresh.key, users[7]?.key]);
  });
});

test("counters are raised together as each is alone", async () => {
  const { store } = opened;
  await store.transaction(() => store.nextNumber("counter b"));
  const raise = () => store.transaction(() => store.nextNumbers(["counter b", "counter a", "counter c"]));
  expect(Object.fromEntries(await raise())).toEqual({ "counter a": 1, "counter b": 2, "counter c": 1 });
  const [one, other] = await Promise.all([raise(), raise()]);
  expect([one.get("counter a"), other.get("counter a")].toSorted()).toEqual([2, 3]);
  expect(await store.transaction(() => store.nextNumber("counter a"))).toBe(4);
  expect(await store.transaction(() => store.nextNumbers([]))).toEqual(new Map());
});
