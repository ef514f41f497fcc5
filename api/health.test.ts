import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, expect, it, vi } from "vitest";

import { createLogger } from "#platform/logs/log.ts";
import { pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { sourcesOf } from "#plugins/host/service-table.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";

import { healthRoutes } from "./health.ts";
import type { RouteCall } from "./route.ts";

let api: TestApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

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

it("/ready says at once that the process is about to end, whatever it said a moment ago", async () => {
  let leaving = false;
  const accepting = async () => {
    if (leaving) throw new Error("The process is about to end.");
  };
  const routes = healthRoutes({ checks: { accepting }, isLeaving: () => leaving });
  const ready = routes.find(({ path }) => path === "/ready");
  const call = { context: { log: createLogger({ module: "test", level: "silent" }) } } as unknown as RouteCall;
  expect(await ready?.handler(call)).toMatchObject({ status: 200 });
  leaving = true;
  expect(await ready?.handler(call)).toMatchObject({ status: 503, body: { checks: { accepting: "failed" } } });
});

it("a part that does not answer is not waited for", async () => {
  const ready = healthRoutes({ checks: { temporal: () => new Promise(() => undefined) } }).find(
    ({ path }) => path === "/ready",
  );
  const call = { context: { log: createLogger({ module: "test", level: "silent" }) } } as unknown as RouteCall;
  vi.useFakeTimers();
  try {
    const answer = ready?.handler(call);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await answer).toMatchObject({ status: 503, body: { checks: { temporal: "failed" } } });
  } finally {
    vi.useRealTimers();
  }
});

it("/health names the connectors that could not be loaded, and answers while they cannot be asked for", async () => {
  const failure = { proxy: "branch", connector: "notes.ts", problem: "otherSdk", message: "words" } as const;
  api = await openTestApi({ failedConnectors: () => Promise.resolve([failure]) });
  expect((await api.send("GET", "/health")).json).toEqual({ status: "ok", failedConnectors: [failure] });
  await api.close();
  api = await openTestApi({ failedConnectors: () => Promise.reject(new Error("the database is away")) });
  expect((await api.send("GET", "/health")).json).toEqual({ status: "ok" });
});

it("/health names the plug-ins that fail, without their own words, until they answer", async () => {
  api = await openTestApi();
  const { pluginFolder } = api.context.settings;
  mkdirSync(pluginFolder, { recursive: true });
  writeFileSync(join(pluginFolder, "failing.mjs"), "export const run = () => { throw new Error('own words'); };");
  const { request } = pluginKinds.newIdCase.samples[0];
  const asked = { kind: "newIdCase", name: "failing.mjs", request, services: sourcesOf(), withinMs: 20_000 } as const;
  await expect(api.context.plugins.ask(asked)).rejects.toMatchObject({ code: "PLUGIN_UNUSABLE" });
  const failure = { plugin: "failing.mjs", kind: "newIdCase", message: "It cannot be used: it failed." };
  expect((await api.send("GET", "/health")).json).toEqual({ status: "ok", failedPlugins: [failure] });
});
