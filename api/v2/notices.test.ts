import { afterAll, beforeAll, expect, test } from "vitest";

import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
let people: Readonly<Record<string, Row<"users">>>;

beforeAll(async () => {
  api = await openTestApi();
  const targets = { T1: [{ authorizers: ["ben", "cy"] }] };
  ({ people } = await foundOrganisation(api.context, { people: ["ada", "ben", "cy"], targets }));
  await api.letIn(...Object.values(people));
  const operations = [{ code: "ACUA", targetSystemKey: "T1", attributes: { shortId: "ada" } }];
  const body = { recipientKey: people["ada"]?.key, operations };
  await api.send("POST", "/v2/requests", { as: "ada", body });
});
afterAll(() => api.close());

const get = (as: string, query = "") => api.send("GET", `/v2/notices${query}`, { as });
const noticeOf = async (id: string) => (await get(id)).json.value[0] as { readonly key: string };

test("everybody reads their own notices, with the request where they may read it", async () => {
  const { json } = await get(
    "ben",
    "?$filter=read%20eq%20false&$orderby=createdAt%20desc&$expand=request($select=status)",
  );
  expect(json.value).toMatchObject([
    { kind: "asked", userKey: people["ben"]?.key, facts: { phase: 1 }, read: false, request: { status: "W" } },
  ]);
  expect((await get("ada")).json.value).toEqual([]);
  expect((await get("root")).json.value).toHaveLength(2);
  const { key } = await noticeOf("cy");
  expect((await get("ben", `(${key})`)).status).toBe(403);
});

test("nobody marks a notice as read but whom it is for", async () => {
  const { key } = await noticeOf("ben");
  const mark = (as: string, body: object) => api.send("PATCH", `/v2/notices(${key})`, { as, body });
  expect((await mark("ben", { read: "yes" })).status).toBe(400);
  expect((await mark("ben", { kind: "ended" })).status).toBe(204);
  expect([(await mark("cy", { read: true })).status, (await mark("root", { read: true })).status]).toEqual([403, 403]);
  expect((await get("ben", `(${key})`)).json).toMatchObject({ kind: "asked", read: false });
  expect((await mark("ben", { read: true })).status).toBe(204);
  expect((await get("ben", "?$filter=read%20eq%20false")).json.value).toEqual([]);
  expect((await get("cy", "?$filter=read%20eq%20false")).json.value).toHaveLength(1);
  const audit = await api.context.store.select("sesslog_full", { where: { operation: "NTRD", result: "S" } });
  expect(audit.map(({ ident, actor }) => [ident, actor])).toContainEqual([key, people["ben"]?.key]);
});

test("everybody chooses how they are told, and nobody for others", async () => {
  const choose = (as: string, body: object) =>
    api.send("POST", `/v2/users(${people["ben"]?.key})/chooseNotices`, { as, body });
  const daily = await choose("ben", { delivery: "daily", digestHour: 17, language: "de" });
  expect(daily.status).toBe(200);
  expect(daily.json).toMatchObject({ noticeDelivery: "daily", digestHour: 17, language: "de" });
  expect((await choose("ben", { digestHour: null })).json).toMatchObject({ noticeDelivery: "daily", digestHour: null });
  expect([(await choose("cy", { delivery: "none" })).status, (await choose("root", {})).status]).toEqual([403, 200]);
  expect((await choose("ben", { digestHour: 24 })).json.error).toMatchObject({ code: "INPUT_INVALID" });
  const patched = await api.send("PATCH", `/v2/users(${people["ben"]?.key})`, { as: "root", body: { mail: "ben" } });
  expect(patched.json.error.details).toMatchObject([{ target: "mail" }]);
});

test("mails are for superusers, and tell nothing of what they bring", async () => {
  const key = api.context.ids.guid();
  const mail = { key, userKey: people["ben"]?.key ?? "", digest: false, count: 1, state: "dead" } as const;
  const times = { dueAt: 1, nextTryAt: 1, createdAt: 1, lastError: "550 No such user here" };
  await api.context.store.transaction(() => api.context.store.add("noticeMails", { ...mail, ...times }));
  const { json } = await api.send("GET", "/v2/noticeMails?$filter=state%20eq%20'dead'", { as: "root" });
  expect(json.value).toMatchObject([{ key, lastError: "550 No such user here" }]);
  expect((await api.send("GET", "/v2/noticeMails", { as: "ben" })).status).toBe(403);
});
