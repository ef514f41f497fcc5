import type { Checklist } from "./checklist.ts";

/** Change that makes the days for which failed deliveries are kept a setting. */
export const settingChecklist: Checklist = {
  page: "docs/adding-a-setting.md",
  follow({ block, add, insert, replace }) {
    const settings = "platform/settings/webhook-settings.ts";
    insert(settings, "} as const satisfies Record", block(0));
    insert(settings, "webhookDeliveriesKeptDays, webhookDisableAfterHours", "webhookDeadKeptDays, ");
    insert("web/messages/setting-words.de.json", '  "setting.does.WORKING_CALENDARS"', block(1));
    const use = "operations/webhooks/drop-deliveries.ts";
    replace(use, '    const dead = await drop(context, "dead", webhookDeadKeptDays);\n', block(2));
    replace(use, 'import { webhookDeadKeptDays } from "#domain/limits.ts";\n', "");
    add("operations/webhooks/dead-deliveries.test.ts", keptTest);
    replace("docs/webhooks.md", "given up for 90.", "given up for 90 (`WEBHOOK_DEAD_KEPT_DAYS`).");
    insert("CHANGELOG.md", "\n### What targets say\n", "- `WEBHOOK_DEAD_KEPT_DAYS` is a new setting.\n");
  },
};

const keptTest = `import { afterAll, beforeAll, expect, test } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { callerOf, openTestService, type TestService } from "#test/support/service.ts";

import { invoke } from "../kernel/invoke.ts";
import { addWebhook } from "./change-webhooks.ts";
import { dropDeliveries } from "./drop-deliveries.ts";

const engine = callerOf({ key: "", id: "cli:op", superuser: false }, { kind: "engine", key: null, module: "cli" });
const clock = new ManualClock();
let opened: TestService;
beforeAll(async () => {
  opened = await openTestService({ clock, settings: { webhookDeadKeptDays: 2 } });
});
afterAll(() => opened.close());

test("deliveries that were given up are kept for the days of the setting", async () => {
  const { context, store } = opened;
  const { key: webhookKey } = await invoke(addWebhook, context, engine, { url: "https://portal.example/events" });
  const parts = { subject: "", source: "here", id: "1", time: "", specversion: "1.0", data: {} } as const;
  const event = { ...parts, datacontenttype: "application/json", type: "gatehouse.user.created" } as const;
  const times = { createdAt: clock.now(), endedAt: clock.now(), nextTryAt: 0 };
  const delivery = { key: context.ids.guid(), webhookKey, position: 1, type: event.type, event, ...times };
  await store.transaction(() => store.add("webhookDeliveries", { ...delivery, state: "dead" }));
  const count = async () => {
    await invoke(dropDeliveries, context, engine, {});
    return store.count("webhookDeliveries");
  };
  clock.advance(86_400_000);
  expect(await count()).toBe(1);
  clock.advance(86_400_001);
  expect(await count()).toBe(0);
});
`;
