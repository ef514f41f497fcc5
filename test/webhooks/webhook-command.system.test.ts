import { afterAll, beforeAll, expect, test } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { collectEvents } from "#operations/webhooks/collect-events.ts";

import { callCommand } from "../support/commands.ts";
import { callerOf, openTestService, type TestService } from "../support/service.ts";

const engine = callerOf({ key: "", id: "webhook", superuser: false }, { kind: "engine", key: null, module: "webhook" });
let service: TestService;

beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const webhook = (...command: string[]) =>
  callCommand(["webhook", ...command], { env: { GATEHOUSE_DATA: service.folder, DATABASE_URL: service.databaseUrl } });

test("a webhook is added, shown, changed, looked at, sent to again and removed", async () => {
  const added = await webhook("add", "https://portal.example/x", "--type", "gatehouse.user.created");
  const [, key = ""] = /The webhook is added: (\S+)\nIts secret, .*\nwhsec_\S{44}\n$/.exec(added.output) ?? [];
  expect([added.code, key]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect((await webhook("types")).output).toContain("gatehouse.user.created  a user is known\n");

  const { store, context } = service;
  const userKey = context.ids.guid();
  await store.transaction(() => store.save("users", { key: userKey, id: "ada" }));
  await invoke(collectEvents, context, engine, { key });
  const [delivery] = await store.select("webhookDeliveries");
  await store.transaction(() =>
    store.save("webhookDeliveries", { key: delivery?.key ?? "", state: "dead", tries: 9, lastError: "no connection" }),
  );

  const list = await webhook("list");
  expect(list.output).toBe(`${key}  enabled   0 waiting  1 dead  https://portal.example/x\n`);
  const dead = await webhook("deliveries", key, "--state", "dead");
  expect(dead.output).toBe(
    `${delivery?.key}  dead       9 tries  ${delivery?.event.id}  gatehouse.user.created  no connection\n`,
  );
  expect((await webhook("redeliver", key)).output).toBe("1 delivery waits to be made again.\n");
  expect((await webhook("redeliver", key)).output).toBe("0 deliveries wait to be made again.\n");

  const rotated = await webhook("rotate-secret", key, "--overlap-hours", "2");
  expect(rotated.output).toMatch(/signs as well until .*Z\.\nIts secret, .*\nwhsec_\S{44}\n$/);
  expect((await webhook("update", key, "--disable", "--all-types")).code).toBe(0);
  const shown = JSON.parse((await webhook("show", key)).output) as Record<string, unknown>;
  expect(shown).toMatchObject({ key, enabled: false, eventTypes: null, waiting: 1, dead: 0 });
  expect(shown["disabledReason"]).toMatch(/^Disabled by cli:.+\.$/);
  expect(Object.keys(shown)).not.toContain("secret");

  expect((await webhook("remove", key)).output).toBe(`The webhook '${key}' is removed.\n`);
  expect((await webhook("list")).output).toBe("");
});

test("a slip is told with the field and the way out", async () => {
  const bad = await webhook("add", "http://portal.example/");
  expect([bad.code, bad.output]).toEqual([1, expect.stringContaining("url: must begin with https://")]);
  const unknown = await webhook("show", "00000000-0000-4000-8000-000000000000");
  expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining("gatehouse webhook list")]);
  expect((await webhook("redeliver", "nonsense")).output).toContain("key: must be a guid");
});
