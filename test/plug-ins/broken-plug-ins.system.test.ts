import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";
import { createPluginHost } from "#plugins/host/plugin-host.ts";
import { pluginKindNames, pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { sourcesOf } from "#plugins/host/service-table.ts";

import { broken, writeBroken } from "../support/broken-plug-ins.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-broken-plugins-"));
  writeBroken(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.concurrent.each(pluginKindNames)(
  "a plug-in of the kind %s that hangs, throws, answers nonsense, eats memory or crashes fails in words, and is told of",
  async (kind) => {
    const log = createLogger({ module: "test", level: "silent" });
    const host = createPluginHost({ folder, log, clock: new ManualClock() });
    const asked = Object.entries(broken).map(async ([name, { words }]) => {
      const withinMs = name === "hanging.mjs" ? 600 : 20_000;
      const { request } = pluginKinds[kind].samples[0];
      const answer = host.ask({ kind, name, services: sourcesOf(), withinMs, request });
      const error: unknown = await answer.catch((thrown: unknown) => thrown);
      expect(error, name).toMatchObject({ code: "PLUGIN_UNUSABLE", message: expect.stringMatching(words) });
    });
    await Promise.all(asked);
    expect(host.failed()).toHaveLength(asked.length);
    await host.close();
  },
);
