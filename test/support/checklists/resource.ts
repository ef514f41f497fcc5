import type { Checklist } from "./checklist.ts";

/** Change that adds desks, a resource with a relation and an action. */
export const resourceChecklist: Checklist = {
  page: "docs/adding-a-resource.md",
  follow({ block, add, insert }) {
    add("domain/resources/desks.ts", deskImports + block(0));
    insert("domain/resources/all.ts", 'export * from "./nodes.ts"', 'export * from "./desks.ts";\n');
    add("store/migrations/9002-desks.ts", deskMigration);
    insert("store/migrations/all.ts", 'export * from "./0001', 'export * from "./9002-desks.ts";\n');
    insert("policies/default-policies.ts", '  ...policies("managedSystemPolicy"', deskPolicies);
    add("api/v2/desks.ts", deskSet);
    insert("api/v2/routes.ts", "import { groups } from", 'import { desks } from "./desks.ts";\n');
    insert("api/v2/routes.ts", "  webhooks,\n]", "  desks,\n");
    add("operations/desks/leave-desk.ts", leaveDesk);
    insert("test/support/operation-rooms.ts", '  "operations/discovery":', '  "operations/desks": above("kernel"),\n');
    const code = '  DSKL: { description: "a desk was left", source: design },\n';
    insert("domain/audit/audit-operations.ts", "  KROT: {", code);
    const words = '  "audit.did.DSKL": "ein Schreibtisch wurde verlassen",\n';
    insert("web/messages/audit-words.de.json", '  "audit.did.KROT"', words);
    insert("bin/commands-of-operations.ts", '  "enforcementRuns.confirm"', '  "desks.leave": byWay,\n');
    add("api/v2/desks.test.ts", deskTest);
    const addresses = "test/specification/resources.test.ts";
    insert(addresses, '  "operations/account": "GET"', '  desks: "GET | GET",\n  "desks/user": "GET",\n');
    insert(addresses, '  "POST webhooks/redeliver"', '  "POST desks/leave",\n');
    insert("CHANGELOG.md", "\n### What targets say\n", "- Desks, and who sits at them: `/v2/desks`.\n");
  },
};

const deskImports = `import { guid, oneOf, text } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

`;

const deskMigration = `import type { Migration } from "./migration.ts";
import { optional, primary, stamps, text } from "./column-types.ts";

/** Desks, and who sits at them. */
export const desks: Migration = {
  name: "9002-desks",
  async up(schema, tableOptions) {
    const columns = { key: primary(text()), name: text(60), state: text(20), userKey: optional(text()) };
    await schema.createTable("desks", { ...columns, ...stamps() }, tableOptions);
    await schema.addIndex("desks", ["userKey"]);
  },
};
`;

const deskPolicies = `  ...policies("desk", superusers, [policyOf.get("desks"), policyOf.list("desks")]),
  ...policies("user", superusers, [policyOf.get("desks/user")]),
  ...policies(null, superusers, [policyOf.action("desks/leave")]),
`;

const leaveDesk = `import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";

/**
 * Frees a desk.
 * @throws NOT_FOUND
 */
export const leaveDesk = defineOperation({
  name: "desks.leave",
  input: z.strictObject({ key: z.string() }),
  callers: ["user"],
  policies: [{ name: policyOf.get("desks"), rows: true }, { name: policyOf.action("desks/leave") }],
  audit: { operation: "DSKL", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }) {
    await lockedRow(context, { table: "desks", policy: policyOf.get("desks"), key });
    return context.store.save("desks", { key, state: "free", userKey: null });
  },
});
`;

const deskSet = `import { desks as resource } from "#domain/resources/desks.ts";
import { text } from "#domain/resources/format/builders.ts";
import { leaveDesk } from "#operations/desks/leave-desk.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

/** Desks, and who sits at them. */
export const desks = resourceSet(resource, {
  actions: { leave: action(leaveDesk, { result: structure("LeftDesk", { state: text().shown("What it is now.") }) }) },
  ways: { user: "linked" },
});
`;

const deskTest = `import { afterAll, beforeAll, expect, test } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi;
let userKey: string;
const key = "00000000-0000-4000-8000-00000000de5c";
beforeAll(async () => {
  api = await openTestApi();
  ({ key: userKey } = await api.addUser("ada"));
  const desk = { key, name: "By the window", state: "taken", userKey } as const;
  await api.context.store.transaction(() => api.context.store.save("desks", desk));
});
afterAll(() => api.close());

test("a desk is shown to whom the policies show it, with who sits there, and can be left", async () => {
  expect((await api.send("GET", "/v2/desks", { as: "ada" })).status).toBe(403);
  const { json } = await api.send("GET", "/v2/desks?$filter=user/id%20eq%20'ada'&$expand=user", { as: "root" });
  expect(json.value).toEqual([expect.objectContaining({ state: "taken", user: expect.objectContaining({ id: "ada" }) })]);
  const leave = (of: string) => api.send("POST", "/v2/desks(" + of + ")/leave", { as: "root", body: {} });
  expect((await leave(key)).json).toMatchObject({ state: "free" });
  expect((await leave("00000000-0000-4000-8000-000000000000")).json.error.code).toBe("NOT_FOUND");
  const [row] = await api.context.store.select("sesslog_full", { where: { operation: "DSKL", result: "S" } });
  expect(row?.ident).toBe(key);
});
`;
