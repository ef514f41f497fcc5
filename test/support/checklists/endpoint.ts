import type { Checklist } from "./checklist.ts";

/** Change that gives webhooks an action, by which a delivery is skipped. */
export const endpointChecklist: Checklist = {
  page: "docs/adding-an-endpoint.md",
  follow({ block, add, insert }) {
    insert("domain/errors/configuration-errors.ts", "    WEBHOOK_DISABLED:", block(0));
    insert("web/messages/errors.de.json", '  "WEBHOOK_DISABLED"', block(1));
    insert("domain/audit/audit-operations.ts", "  WHST: {", block(2));
    insert("web/messages/audit-words.de.json", '  "audit.did.WHST"', block(3));
    insert("policies/default-policies.ts", '    policyOf.action("webhooks/rotateSecret")', block(4));
    add("operations/webhooks/skip-delivery.ts", block(5));
    insert("api/v2/webhooks.ts", '\nimport { verb } from "../odata', importOfSkip);
    insert("api/v2/webhooks.ts", "    rotateSecret: action(", block(6));
    insert("bin/commands-of-operations.ts", '  "webhooks.update"', block(7));
    insert("test/specification/resources.test.ts", '  "POST webhooks/rotateSecret"', block(8));
    add("api/v2/skip-delivery.test.ts", skipTest);
    insert("CHANGELOG.md", "\n### What targets say\n", "- A webhook can skip the delivery at which it stands.\n");
  },
};

const importOfSkip = 'import { skipDelivery } from "#operations/webhooks/skip-delivery.ts";\n';

const skipTest = `import { afterAll, beforeAll, expect, test } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada");
  const url = "https://portal.example/events";
  ({ key } = (await api.send("POST", "/v2/webhooks", { as: "root", body: { url } })).json);
});
afterAll(() => api.close());

const skip = (of: string, as: string, body = {}) => api.send("POST", "/v2/webhooks(" + of + ")/skip", { as, body });

test("the delivery at which a webhook stands is given up", async () => {
  expect((await skip(key, "root", { force: true })).json.error.message).toContain("force");
  expect((await skip("00000000-0000-4000-8000-000000000000", "root")).status).toBe(404);
  expect((await skip(key, "ada")).status).toBe(403);
  expect((await skip(key, "root")).json.error.code).toBe("WEBHOOK_CAUGHT_UP");
  const deliveryKey = "00000000-0000-4000-8000-00000000de11";
  const parts = { specversion: "1.0", id: "1", source: "here", subject: "", time: "", data: {} } as const;
  const event = { ...parts, datacontenttype: "application/json", type: "gatehouse.user.created" } as const;
  const delivery = { key: deliveryKey, webhookKey: key, position: 1, type: event.type, event, state: "waiting" } as const;
  const { store } = api.context;
  await store.transaction(() => store.add("webhookDeliveries", { ...delivery, nextTryAt: 0, createdAt: 0 }));
  expect((await skip(key, "root")).json).toMatchObject({ deliveryKey });
  expect(await store.get("webhookDeliveries", deliveryKey)).toMatchObject({ state: "dead" });
  const rows = await store.select("sesslog_full", { where: { operation: "WHSK", ident: key } });
  expect(rows.map(({ result }) => result)).toEqual(["F", "F", "F", "S"]);
});
`;
