import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openTestStore, type TestStore } from "../support/store.ts";

let opened: TestStore;

beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

const identifier = { operationId: "o", operationType: "submit", sub: "s", jti: null, acceptedAt: 1 };
const revoked = { jti: "j", family: null, expiresAt: 1 };

describe("the one writer", () => {
  test("refuses to change or remove a row of a class that is only appended to", async () => {
    const { store } = opened;
    await store.transaction(() => store.add("operationIdentifiers", identifier));
    const change = store.transaction(() => store.save("operationIdentifiers", { ...identifier, sub: "another" }));
    await expect(change).rejects.toMatchObject({ code: "INTERNAL", detail: expect.stringContaining("never changed") });
    const removal = store.transaction(() => store.remove("operationIdentifiers", identifier.operationId));
    await expect(removal).rejects.toMatchObject({ code: "INTERNAL", detail: expect.stringContaining("never removed") });
    expect(await store.get("operationIdentifiers", identifier.operationId)).toMatchObject(identifier);
  });

  test("takes the same row once more, which changes nothing", async () => {
    const { store } = opened;
    const before = await store.get("operationIdentifiers", identifier.operationId);
    await store.transaction(() => store.save("operationIdentifiers", identifier));
    expect(await store.get("operationIdentifiers", identifier.operationId)).toEqual(before);
  });

  test("lets a row of a growing class go when its time is over, and never change", async () => {
    const { store } = opened;
    await store.transaction(() => store.add("revokedTokens", revoked));
    const change = store.transaction(() => store.save("revokedTokens", { ...revoked, expiresAt: 2 }));
    await expect(change).rejects.toMatchObject({ code: "INTERNAL", detail: expect.stringContaining("never changed") });
    expect(await store.transaction(() => store.remove("revokedTokens", revoked.jti))).toBe(true);
  });

  test("does not tell the log what each node counts for itself", async () => {
    const { store } = opened;
    await store.transaction(() => store.add("users", { key: "u", id: "u" }));
    await store.transaction(() => store.save("users", { key: "u", failures: 3 }));
    await store.transaction(() => store.save("users", { key: "u", failures: 4, displayName: "Una" }));
    const changes = (await store.changeLog.read(0, 100)).filter(({ table }) => table === "users");
    expect(changes.map(({ data }) => data)).toEqual([
      expect.not.objectContaining({ failures: 0 }),
      {},
      { displayName: "Una" },
    ]);
    expect(await store.get("users", "u")).toMatchObject({ failures: 4 });
  });
});
