import type { Checklist } from "./checklist.ts";

/** Change that adds two properties of target groups: an enumeration and a limit, which policies know or which are bounded. */
export const propertyChecklist: Checklist = {
  page: "docs/adding-a-property.md",
  follow({ block, add, insert, replace }) {
    insert("domain/resources/target-groups.ts", "  },\n  relations: {", block(0));
    insert("domain/resources/target-groups.ts", '} from "./format/builders.ts"', ", integer ");
    add("store/migrations/9001-importance.ts", importanceMigration);
    insert("store/migrations/all.ts", 'export * from "./0001', 'export * from "./9001-importance.ts";\n');
    add("api/v2/importance.test.ts", importanceTest);
    add("web/pages/target-groups/importance.test.ts", pageTest);
    replace(
      "web/messages/target-groups-properties.de.json",
      'Kennwortrichtlinie ihrer Zielsysteme."\n',
      `Kennwortrichtlinie ihrer Zielsysteme.",\n${block(1)}`,
    );
    insert("CHANGELOG.md", "\n### What targets say\n", "- Target groups say how much depends on them.\n");
  },
};

const importanceMigration = `import type { Migration } from "./migration.ts";
import { integer, text } from "./column-types.ts";

/** Importance of a target group, and number of days for which it is kept. */
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

const pageTest = `import "#test/support/without-styles.ts";
import { createElement } from "react";
import { expect, test } from "vitest";

import { targetGroupQuery } from "../../api/target-systems.ts";
import { rendered } from "../../layout/rendered.fixture.ts";
import { TargetGroupPage } from "./target-group-page.tsx";

const group = { id: "NORTH", importance: "high", daysKept: 7, passwordPolicyId: "DEFAULT" };
const words = {
  en: ["Importance", "Importance of the system.", "High", "Days kept", "Days for which it is kept."],
  de: ["Wichtigkeit", "Wie viel von ihr abhängt.", "Hoch", "Tage der Aufbewahrung"],
} as const;

test.each(["en", "de"] as const)("the page of a target group shows and changes what depends on it, in %s", (language) => {
  const page = rendered(createElement(TargetGroupPage), {
    language,
    path: "/target-groups/:key",
    at: "/target-groups/NORTH",
    may: ["targetgroups_patch_update"],
    known: [[targetGroupQuery("NORTH").queryKey, group]],
  });
  expect(words[language].filter((word) => !page.includes(word))).toEqual([]);
  expect(page).toMatch(/<input[^>]*value="7"/);
  expect(page).toMatch(/<option[^>]*value="high" selected/);
});
`;
