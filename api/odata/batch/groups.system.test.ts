import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { transactionScope } from "#store/transaction-scope.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
let ada: string;
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets: { T1: [], T2: [] } });
  await api.letIn(...Object.values(people));
  ada = people["ada"]?.key ?? "";
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => api.close());

interface Part {
  readonly id: string;
  readonly status: number;
  readonly body?: { readonly error?: { readonly code: string; readonly target?: string } };
}

const goesOn = { prefer: "continue-on-error" };
const change = (id: string, target: string, description: string, part: object = {}) => ({
  id,
  method: "PATCH",
  url: `targetSystems('${target}')`,
  atomicityGroup: "g",
  body: { description },
  ...part,
});
async function run(requests: readonly object[], headers: object = {}, as = "root"): Promise<Part[]> {
  const { status, json } = await api.send("POST", "/v2/$batch", { as, body: { requests }, headers: { ...headers } });
  expect(status).toBe(200);
  return json.responses;
}
const statuses = (parts: readonly Part[]) => parts.map(({ status }) => status);
const descriptionOf = async (target: string) =>
  (await api.send("GET", `/v2/targetSystems('${target}')`, { as: "root" })).json.description;
const lastRow = async () => {
  const rows = await api.store.select("sesslog_full", { orderBy: [["seq", "asc"]] });
  return rows.at(-1)?.seq ?? 0;
};
const auditsSince = async (seq: number) =>
  (await api.store.select("sesslog_full", { orderBy: [["seq", "asc"]] }))
    .filter((row) => row.seq > seq && row.operation !== "LGIN")
    .map(({ operation, result }) => `${operation} ${result}`);

describe("a group of a batch", () => {
  it("does all of its changes, each with its answer and its audit row", async () => {
    const before = await lastRow();
    const parts = await run([change("1", "T1", "one"), change("2", "T2", "two")]);
    expect(parts).toMatchObject([
      { id: "1", status: 204, atomicityGroup: "g" },
      { id: "2", status: 204, atomicityGroup: "g" },
    ]);
    expect([await descriptionOf("T1"), await descriptionOf("T2")]).toEqual(["one", "two"]);
    expect(await auditsSince(before)).toHaveLength(2);
  });

  it("does none of them where one fails; what was refused stays in the audit, what was undone does not", async () => {
    const description = await descriptionOf("T1");
    const before = await lastRow();
    const parts = await run([change("1", "T1", "undone"), change("2", "NONE", "x"), change("3", "T2", "never")]);
    expect(statuses(parts)).toEqual([424, 404, 424]);
    expect(parts[0]?.body?.error).toMatchObject({ code: "DEPENDENCY_FAILED", target: "2" });
    expect(await descriptionOf("T1")).toBe(description);
    const audits = await auditsSince(before);
    expect(audits).toHaveLength(1);
    expect(audits[0]).toMatch(/ F$/);
  });

  it("authorizes each change as who sends it, and keeps the refusal", async () => {
    const before = await lastRow();
    expect(statuses(await run([change("1", "T1", "a"), change("2", "T2", "b")], {}, "ada"))).toEqual([403, 424]);
    expect(await auditsSince(before)).toEqual([expect.stringMatching(/ F$/)]);
  });

  it("undoes whole operations on targets, their outbox rows included", async () => {
    const write = (id: string, targetSystemKey: string) => ({
      id,
      method: "POST",
      url: "accounts",
      atomicityGroup: "g",
      body: { targetSystemKey, shortId: `n${id}` },
    });
    const count = async () => [await api.store.count("reqbatch"), (await api.store.outbox.open()).length];
    const before = await count();
    expect(statuses(await run([write("1", "T1"), write("2", "NONE")]))).toEqual([424, 400]);
    expect(await count()).toEqual(before);
    expect(statuses(await run([write("1", "T1"), write("2", "T2")]))).toEqual([202, 202]);
    expect(await count()).toEqual(before.map((rows) => rows + 2));
  });

  it("lets a change name what one before it has made", async () => {
    const made = { method: "POST", url: "targetGroups", atomicityGroup: "g", body: { id: "MADE" } };
    const named = { method: "PATCH", url: "$new", atomicityGroup: "g", body: { description: "named" } };
    const parts = await run([
      { id: "new", ...made },
      { id: "then", dependsOn: ["new"], ...named },
      { id: "read", method: "GET", url: "$new", dependsOn: ["g"] },
    ]);
    expect(statuses(parts)).toEqual([201, 204, 200]);
    expect(parts[2]?.body).toMatchObject({ id: "MADE", description: "named" });
  });

  it("prepares all that takes long before its transaction opens", async () => {
    const inTransaction: boolean[] = [];
    const { passwords } = api.context;
    const hash = passwords.hash.bind(passwords);
    vi.spyOn(passwords, "hash").mockImplementation((secret) => {
      inTransaction.push(transactionScope.getStore() !== undefined);
      return hash(secret);
    });
    const ask = (id: string) => ({
      id,
      method: "POST",
      url: `users(${ada})/credentials`,
      atomicityGroup: "g",
      body: { "@odata.type": "#Gatehouse.REST.Models.v2.Question", question: `Question ${id}?`, answer: "an answer" },
    });
    expect(statuses(await run([change("0", "T1", "with"), ask("1"), ask("2")]))).toEqual([204, 201, 201]);
    expect(inTransaction).toEqual([false, false]);
  });

  it("is one step: what depends on it is not tried after it failed, and the batch goes on only if told to", async () => {
    const requests = [
      change("1", "NONE", "x"),
      change("2", "T1", "x"),
      { id: "3", method: "GET", url: "users/$count", dependsOn: ["g"] },
      { id: "4", method: "GET", url: "users/$count" },
    ];
    expect(statuses(await run(requests))).toEqual([404, 424]);
    expect(statuses(await run(requests, goesOn))).toEqual([404, 424, 424, 200]);
    const late = [change("5", "T1", "x", { dependsOn: ["nothing"] }), change("6", "T2", "x")];
    expect(statuses(await run(late))).toEqual([424, 424]);
  });

  it("stands together", async () => {
    const requests = [change("1", "T1", "x"), { id: "2", method: "GET", url: "users" }, change("3", "T2", "x")];
    const { status, json } = await api.send("POST", "/v2/$batch", { as: "root", body: { requests } });
    expect([status, json.error.code, json.error.target]).toEqual([400, "BODY_INVALID", "requests"]);
  });
});

describe("a group in multipart/mixed", () => {
  const part = (id: string, target: string, description: string) =>
    [
      "--c1",
      "Content-Type: application/http",
      "Content-Transfer-Encoding: binary",
      `Content-ID: ${id}`,
      "",
      `PATCH targetSystems('${target}') HTTP/1.1`,
      "Content-Type: application/json",
      "",
      JSON.stringify({ description }),
      "",
    ].join("\r\n");
  const send = (...parts: string[]) =>
    api.send("POST", "/v2/$batch", {
      as: "root",
      headers: { "content-type": "multipart/mixed; boundary=b1" },
      body: `--b1\r\nContent-Type: multipart/mixed; boundary=c1\r\n\r\n${parts.join("")}--c1--\r\n--b1--\r\n`,
    });
  const lines = (text: string) => text.match(/HTTP\/1\.1 \d+|content-id: \d+|content-type: multipart/g);

  it("has an answer for each change, in a part of its own", async () => {
    const { text } = await send(part("1", "T1", "m1"), part("2", "T2", "m2"));
    expect(lines(text)).toEqual([
      "content-type: multipart",
      "content-id: 1",
      "HTTP/1.1 204",
      "content-id: 2",
      "HTTP/1.1 204",
    ]);
    expect([await descriptionOf("T1"), await descriptionOf("T2")]).toEqual(["m1", "m2"]);
  });

  it("has one answer for all of it where one change failed", async () => {
    const { text } = await send(part("1", "T1", "gone"), part("2", "NONE", "x"), part("3", "T2", "gone"));
    expect(lines(text)).toEqual(["content-id: 2", "HTTP/1.1 404"]);
    expect([await descriptionOf("T1"), await descriptionOf("T2")]).toEqual(["m1", "m2"]);
  });
});
