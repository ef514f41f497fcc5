import { afterEach, beforeEach, expect, it } from "vitest";

import { openTestService, type TestService } from "#test/support/service.ts";

import { idNamed, namedUser, usersLike } from "./named-user.ts";

let service: TestService;

beforeEach(async () => {
  service = await openTestService();
});
afterEach(() => service.close());

/** Adds people as they were before no two of them could have ids of one fold. */
const add = (...ids: readonly string[]) =>
  service.store.transaction(async () => {
    for (const id of ids) await service.store.add("users", { key: `key of ${id}`, id, foldedId: null });
  });
const keyOf = async (name: string) => (await namedUser(service.context, name))?.key;

it("a name means the user who has it as id, else the only one who differs in case, width or form of letters", async () => {
  await add("anna", "BEN", "jdoe", "JDoe", "M\u00fcller");
  expect(await keyOf("anna")).toBe("key of anna");
  expect(await keyOf("ANNA")).toBe("key of anna");
  expect(await keyOf("ben")).toBe("key of BEN");
  expect(await keyOf("ｂｅｎ")).toBe("key of BEN");
  expect(await keyOf("mu\u0308ller")).toBe("key of M\u00fcller");
  expect(await keyOf("jdoe")).toBe("key of jdoe");
  expect(await keyOf("JDoe")).toBe("key of JDoe");
  expect(await keyOf("JDOE")).toBeUndefined();
  expect(await keyOf("nobody")).toBeUndefined();
  expect(await idNamed(service.context, "Nobody")).toBe("Nobody");
  expect((await usersLike(service.context, ["JDOE", "Anna"])).map(({ id }) => id).toSorted()).toEqual([
    "JDoe",
    "anna",
    "jdoe",
  ]);
});

it("users who come, change and go are followed", async () => {
  expect(await keyOf("carla")).toBeUndefined();
  await add("Carla");
  expect(await keyOf("carla")).toBe("key of Carla");
  await service.store.transaction(() => service.store.save("users", { key: "key of Carla", id: "Dora" }));
  expect([await keyOf("carla"), await keyOf("dora")]).toEqual([undefined, "key of Carla"]);
  await service.store.transaction(() => service.store.remove("users", "key of Carla"));
  expect(await keyOf("dora")).toBeUndefined();
});

it("known names and others cost the same one read", async () => {
  await add("anna", "Ben");
  await namedUser(service.context, "first");
  const reads: unknown[] = [];
  const { store } = service.context;
  const counting = {
    ...store,
    select: ((...words: Parameters<typeof store.select>) => (
      reads.push(words),
      store.select(...words)
    )) as typeof store.select,
  };
  for (const name of ["anna", "ANNA", "ben", "nobody"]) await namedUser({ ...service.context, store: counting }, name);
  expect(reads).toHaveLength(4);
});

it("a name longer than any id is nobody's: it is not looked for", async () => {
  await add("anna");
  const { changes, store } = service.context;
  const asked: string[] = [];
  const watched = {
    values: store.values.bind(store),
    async select() {
      asked.push("users");
      return [];
    },
  };
  const context = { changes, store: watched as unknown as typeof store };
  expect(await namedUser(context, "a\u0323\u0301".repeat(20_000))).toBeUndefined();
  expect(asked).toEqual([]);
  await namedUser(context, "anna");
  expect(asked).toEqual(["users"]);
});
