import { afterEach, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi | undefined;
afterEach(() => api?.close());

it("/health answers while a part is away, /ready says which one", async () => {
  api = await openTestApi({
    checks: {
      database: async () => undefined,
      temporal: () => Promise.reject(new Error("connect ECONNREFUSED at a secret address")),
    },
  });
  expect((await api.send("GET", "/health")).json).toEqual({ status: "ok" });
  const { status, json, text, headers } = await api.send("GET", "/ready");
  expect([status, headers["retry-after"]]).toEqual([503, "1"]);
  expect(json).toEqual({ status: "unready", checks: { database: "ok", temporal: "failed" } });
  expect(text).not.toContain("secret");
});

it("/ready asks a part at most once a second", async () => {
  let asked = 0;
  const opened = await openTestApi({ checks: { database: async () => void (asked += 1) } });
  api = opened;
  await Promise.all(Array.from({ length: 20 }, () => opened.send("GET", "/ready")));
  expect(asked).toBe(1);
});

it("a part that does not answer is not waited for", async () => {
  api = await openTestApi({ checks: { temporal: () => new Promise(() => undefined) } });
  expect((await api.send("GET", "/ready")).status).toBe(503);
});

it("/health names the connectors that could not be loaded, and answers while they cannot be asked for", async () => {
  const failure = { proxy: "branch", connector: "notes.ts", problem: "otherSdk", message: "words" } as const;
  api = await openTestApi({ failedConnectors: () => Promise.resolve([failure]) });
  expect((await api.send("GET", "/health")).json).toEqual({ status: "ok", failedConnectors: [failure] });
  await api.close();
  api = await openTestApi({ failedConnectors: () => Promise.reject(new Error("the database is away")) });
  expect((await api.send("GET", "/health")).json).toEqual({ status: "ok" });
});
