import type { Checklist } from "./checklist.ts";

/** Change that adds two properties of target groups: an enumeration and a limit, which policies know or which are bounded. */
export const propertyChecklist: Checklist = {
  page: "docs/adding-a-property.md",
  follow({ block, add, insert }) {
    insert("domain/resources/target-groups.ts", "  },\n  relations: {", block(0));
    insert("domain/resources/target-groups.ts", '} from "./format/builders.ts"', ", integer ");
    add("store/migrations/9001-importance.ts", importanceMigration);
    insert("store/migrations/all.ts", 'export * from "./0001', 'export * from "./9001-importance.ts";\n');
    add("api/v2/importance.test.ts", importanceTest);
    insert("CHANGELOG.md", "\n### What targets say\n", "- Target groups say how much depends on them.\n");
  },
};

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
