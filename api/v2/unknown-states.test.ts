import { afterAll, beforeAll, expect, test } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
const keys = ["on", "off", "unknown"].map((_, index) => `a0000000-0000-4000-8000-00000000000${index}`);

beforeAll(async () => {
  api = await openTestApi();
  await foundOrganisation(api.context, { people: ["ada"], targets: { T1: [] }, capabilities: ["enable", "disable"] });
  await api.store.transaction(async () => {
    for (const [index, enabled] of [true, false, undefined].entries()) {
      const id = ["on", "off", "unknown"][index] ?? "";
      const names = { stableId: id, longId: id, shortId: id, displayId: id, targetSystemKey: "T1" };
      await api.store.save("accounts", { key: keys[index] ?? "", ...names, ...(enabled !== undefined && { enabled }) });
    }
  });
});
afterAll(() => api.close());

async function found(filter: string): Promise<string[]> {
  const { json } = await api.send("GET", `/v2/accounts?$orderby=shortId&$filter=${encodeURIComponent(filter)}`, {
    as: "root",
  });
  return json.value.map(({ shortId }: { shortId: string }) => shortId);
}

test("a state that is not known is null, and neither true nor false finds it", async () => {
  const { json } = await api.send("GET", `/v2/accounts(${keys[2]})`, { as: "root" });
  expect(json).toMatchObject({ enabled: null, locked: null, expired: null, passwordExpired: null });
  expect(await found("enabled eq true")).toEqual(["on"]);
  expect(await found("enabled eq false")).toEqual(["off"]);
  expect(await found("enabled eq null")).toEqual(["unknown"]);
  expect(await found("enabled ne null")).toEqual(["off", "on"]);
  expect(await found("locked")).toEqual([]);
});

test("the metadata say that it may be null", async () => {
  const { text } = await api.send("GET", "/v2/$metadata", { as: "root" });
  for (const state of ["enabled", "locked", "expired", "passwordExpired"])
    expect(text).toMatch(new RegExp(`<Property Name="${state}" Type="Edm.Boolean"(?! Nullable="false")`));
});

test("nobody sets a state to what is not known", async () => {
  const { status, json } = await api.send("PATCH", `/v2/accounts(${keys[2]})`, { as: "root", body: { enabled: null } });
  expect([status, json.error.code]).toEqual([400, "INPUT_INVALID"]);
});

test("an account that is given back as it was read is taken, also where a state is not known", async () => {
  const before = await api.send("GET", `/v2/accounts(${keys[2]})`, { as: "root" });
  const { key: _key, ...read } = before.json as Record<string, unknown>;
  const { status } = await api.send("PATCH", `/v2/accounts(${keys[2]})`, { as: "root", body: read });
  expect(status).toBeLessThan(300);
});
