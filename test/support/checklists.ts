import type { ProjectCopy } from "./project-copy.ts";

/** Files that a checklist adds or changes, and the names that its page has for them. */
interface Followed {
  readonly page: string;
  readonly files: readonly string[];
  readonly named: readonly string[];
}

/** The properties of target groups in docs/adding-a-property.md: an enumeration and a limit, shown to policies or bounded. */
export const newProperty: Followed = {
  page: "docs/adding-a-property.md",
  files: [
    "CHANGELOG.md",
    "api/v2/importance.test.ts",
    "domain/resources/target-groups.ts",
    "store/migrations/all.ts",
    "store/migrations/9001-importance.ts",
  ],
  named: ["domain/resources/", "store/migrations/", "store/migrations/all.ts", "**Test**", "CHANGELOG.md"],
};

/** The resource of docs/adding-a-resource.md, with a relation and an action. */
export const newDesks: Followed = {
  page: "docs/adding-a-resource.md",
  files: [
    "api/v2/desks.test.ts",
    "api/v2/desks.ts",
    "api/v2/routes.ts",
    "docs/audit-operations.md",
    "docs/doors.md",
    "docs/endpoints.md",
    "domain/audit/audit-operations.ts",
    "domain/resources/desks.ts",
    "domain/resources/all.ts",
    "operations/desks/leave-desk.ts",
    "policies/default-policies.ts",
    "store/migrations/9002-desks.ts",
    "test/specification/resources.test.ts",
    "test/support/operation-rooms.ts",
    "web/api/calls.ts",
    "web/api/model.ts",
  ],
  named: [
    "domain/resources/<name>.ts",
    "domain/resources/all.ts",
    "store/migrations/",
    "store/migrations/all.ts",
    "policies/default-policies.ts",
    "api/v2/routes.ts",
    "api/v2/<name>.ts",
    "operations/<name>/",
    "test/support/operation-rooms.ts",
    "domain/audit/audit-operations.ts",
    "test/specification/resources.test.ts",
    "npm run docs",
    "CHANGELOG.md",
  ],
};

/** Follows both pages in a copy of the project; the code that they show is taken from them. */
export function followChecklists(copy: ProjectCopy): void {
  const insert = (path: string, before: string, text: string) => {
    const found = copy.read(path);
    if (!found.includes(before)) throw new RangeError(`${path} has no ${before}`);
    copy.write(
      path,
      found.replace(before, () => `${text}${before}`),
    );
  };
  insert("domain/resources/target-groups.ts", "  },\n  relations: {", shownOn(copy, newProperty.page));
  insert("domain/resources/target-groups.ts", '} from "./format/builders.ts"', ", integer ");
  copy.write("store/migrations/9001-importance.ts", importanceMigration);
  copy.write("api/v2/importance.test.ts", importanceTest);
  insert("CHANGELOG.md", "\n### Changed\n", "\n### Added\n- Target groups say how much depends on them.\n");

  copy.write("domain/resources/desks.ts", deskImports + shownOn(copy, newDesks.page));
  insert("domain/resources/all.ts", 'export * from "./nodes.ts"', 'export * from "./desks.ts";\n');
  copy.write("store/migrations/9002-desks.ts", deskMigration);
  insert("store/migrations/all.ts", 'export * from "./0001', migrationLines);
  insert("policies/default-policies.ts", '  ...policies("node"', deskPolicies);
  insert(
    "domain/audit/audit-operations.ts",
    "  KROT: {",
    '  DSKL: { description: "a desk was left", source: "section 4" },\n',
  );
  copy.write("operations/desks/leave-desk.ts", leaveDesk);
  insert("test/support/operation-rooms.ts", '  "operations/discovery":', '  "operations/desks": above("kernel"),\n');
  copy.write("api/v2/desks.ts", deskSet);
  insert("api/v2/routes.ts", "import { groups } from", 'import { desks } from "./desks.ts";\n');
  insert("api/v2/routes.ts", "  webhooks,\n]", "  desks,\n");
  copy.write("api/v2/desks.test.ts", deskTest);
  const addresses = "test/specification/resources.test.ts";
  insert(addresses, '  "operations/account": "GET"', '  desks: "GET | GET",\n  "desks/user": "GET",\n');
  insert(addresses, '  "POST webhooks/redeliver"', '  "POST desks/leave",\n');
}

/** Returns the first code block of a page. */
function shownOn(copy: ProjectCopy, page: string): string {
  const [, code = ""] = /```ts\n(.*?)```/s.exec(copy.read(page)) ?? [];
  const lines = code.split("\n").map((line) => line.replace(/^ {3}/, ""));
  const isProperty = page === newProperty.page;
  return lines
    .map((line) => (isProperty && line !== "" ? `    ${line.trimStart()}` : line))
    .join("\n")
    .replace(/\s*$/, "\n");
}

const migrationLines = `export * from "./9001-importance.ts";
export * from "./9002-desks.ts";
`;

const importanceMigration = `import type { Migration } from "./migration.ts";
import { integer, text } from "./column-types.ts";

/** How much depends on a target group, and for how long it is kept. */
export const importance: Migration = {
  name: "9001-importance",
  async up(schema) {
    await schema.addColumn("targetGroups", "importance", { ...text(20), defaultValue: "low" });
    await schema.addColumn("targetGroups", "daysKept", { ...integer(), defaultValue: 30 });
  },
};
`;

const importanceTest = `import { afterAll, beforeAll, expect, test } from "vitest";

import { policyResources } from "#policies/resources.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const post = (body: object) => api.send("POST", "/v2/targetGroups", { as: "root", body: { passwordPolicyId: "DEFAULT", ...body } });

test("a target group says how much depends on it", async () => {
  expect((await post({ id: "URGENT", importance: "urgent" })).json.error.message).toContain("importance: must be one of: low, high");
  expect((await post({ id: "LONG", daysKept: 366 })).json.error.message).toContain("daysKept: must be at most 365");
  expect((await post({ id: "USUAL" })).json).toMatchObject({ importance: "low", daysKept: 30 });
  expect((await post({ id: "HIGH", importance: "high", daysKept: 1 })).json).toMatchObject({ importance: "high", daysKept: 1 });
  const { json } = await api.send("GET", "/v2/targetGroups?$filter=importance%20eq%20'high'", { as: "root" });
  expect(json.value.map(({ id }: { id: string }) => id)).toEqual(["HIGH"]);
  expect((await api.send("GET", "/v2/$metadata", { as: "root" })).text).toContain('<Property Name="importance"');
  expect(policyResources.targetGroup["importance"]).toEqual({ type: "string" });
});
`;

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
