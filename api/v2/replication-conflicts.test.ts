import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { conflictName } from "#domain/replication/conflicts.ts";
import { stampOf } from "#domain/replication/stamp.ts";
import { namedGuid } from "#platform/object-key.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi;
let ada: string;
beforeAll(async () => {
  api = await openTestApi();
  ada = (await api.addUser("ada")).key;
});
afterAll(() => api.close());

const lostStamp = stampOf({ ms: 1_000, counter: 0, writer: 1, node: "berlin" });
const keptStamp = stampOf({ ms: 2_000, counter: 0, writer: 1, node: "node1" });

/** Adds a conflict as an apply finds it; returns its address. */
async function found(values: Partial<Row<"replicationConflicts">> = {}): Promise<string> {
  const place = { table: "users", key: ada, column: "displayName", ...values };
  const id = namedGuid(conflictName(place));
  const told = { kept: '"Ada"', keptStamp, lost: '"Ada of Berlin"', lostStamp, count: 1 };
  await api.store.transaction(async () => {
    await api.store.remove("replicationConflicts", id);
    await api.store.add("replicationConflicts", { ...told, ...place, ...values, id });
  });
  return `/v2/replicationConflicts(${id})`;
}

const asRoot = (method: string, path: string, body?: unknown) =>
  api.send(method, path, { as: "root", ...(body === undefined ? {} : { body }) });

describe("/v2/replicationConflicts", () => {
  it("is for administrators: 401 without a login, 403 for an ordinary user", async () => {
    const path = await found();
    for (const [method, at] of [
      ["GET", "/v2/replicationConflicts"],
      ["GET", path],
      ["POST", `${path}/accept`],
      ["POST", `${path}/revert`],
    ] as const) {
      const body = method === "POST" ? { body: { lostStamp } } : {};
      expect((await api.send(method, at, body)).status).toBe(401);
      expect((await api.send(method, at, { as: "ada", ...body })).status).toBe(403);
    }
    expect((await asRoot("GET", path)).json.state).toBe("open");
  });

  it("refuses what is no decision", async () => {
    const path = await found();
    expect((await asRoot("POST", `${path}/accept`, {})).status).toBe(400);
    expect((await asRoot("POST", `${path}/accept`, { lostStamp, value: "other" })).status).toBe(400);
    expect((await asRoot("POST", `${path}/revert`, { lostStamp: "x".repeat(1_000_000) })).status).toBe(400);
    expect((await asRoot("POST", `${path}/revert`, { lostStamp: keptStamp })).json.error.code).toBe("CONFLICT");
    const unknown = `/v2/replicationConflicts(${ada})`;
    expect((await asRoot("POST", `${unknown}/accept`, { lostStamp })).status).toBe(404);
    expect((await asRoot("PATCH", path, { lost: '"other"' })).status).toBe(405);
    expect((await asRoot("GET", path)).json).toMatchObject({ state: "open", by: null });
  });

  it("shows both values with their nodes and the row as people know it, and is filtered by its state", async () => {
    const path = await found();
    const { json } = await asRoot("GET", path);
    expect(json).toMatchObject({
      state: "open",
      table: "users",
      key: ada,
      column: "displayName",
      isHidden: false,
      isRevertible: true,
      keptValue: "Ada",
      keptNode: "node1",
      keptAt: "1970-01-01T00:00:02.000Z",
      lostValue: "Ada of Berlin",
      lostNode: "berlin",
      lostAt: "1970-01-01T00:00:01.000Z",
      count: 1,
    });
    expect(json.rowName).toMatch(/^ada/);
    const listed = async (state: string) =>
      (await asRoot("GET", `/v2/replicationConflicts?$count=true&$orderby=count&$filter=state%20eq%20'${state}'`)).json[
        "@odata.count"
      ];
    expect([await listed("open"), await listed("accepted")]).toEqual([1, 0]);
    const { json: done } = await asRoot("POST", `${path}/accept`, { lostStamp });
    expect(done).toMatchObject({ id: json.id, state: "accepted" });
    expect([await listed("open"), await listed("accepted")]).toEqual([0, 1]);
    expect((await asRoot("GET", path)).json.by).not.toBeNull();
    expect((await asRoot("POST", `${path}/accept`, { lostStamp })).json.error.code).toBe("CONFLICT_SETTLED");
  });

  it("hides what its table does not show, in answers and in filters", async () => {
    const secret = '"$argon2id$the hash"';
    const path = await found({ column: "passwordHash", kept: secret, lost: secret });
    const { json, text } = await asRoot("GET", path);
    expect(json).toMatchObject({ isHidden: true, isRevertible: false, keptValue: null, lostValue: null });
    expect(text).not.toContain("argon2id");
    for (const name of ["lost", "kept", "lostValue", "keptValue"])
      expect((await asRoot("GET", `/v2/replicationConflicts?$filter=contains(${name},'argon')`)).status).toBe(400);
    expect((await asRoot("GET", "/v2/replicationConflicts?$search=argon2id")).json.value).toEqual([]);
    expect((await asRoot("POST", `${path}/revert`, { lostStamp })).status).toBe(409);
    await asRoot("POST", `${path}/accept`, { lostStamp });
  });

  it("reverts by a change like any other, and audits it once", async () => {
    await api.store.transaction(() => api.store.save("users", { key: ada, displayName: "Ada" }));
    const path = await found();
    expect((await asRoot("POST", `${path}/revert`, { lostStamp })).json).toMatchObject({ state: "reverted" });
    expect((await asRoot("GET", `/v2/users(${ada})`)).json.displayName).toBe("Ada of Berlin");
    const id = path.slice(path.indexOf("(") + 1, -1);
    const audited = await api.store.select("sesslog_full", { where: { ident: id, operation: "NDCR", result: "S" } });
    expect(audited).toHaveLength(1);
  });
});
