import type { Checklist } from "./checklist.ts";

/** Change that notifies users that their lock was lifted. */
export const noticeChecklist: Checklist = {
  page: "docs/adding-a-notice.md",
  follow({ block, add, insert }) {
    insert("domain/notices/notice-kinds.ts", "  ownPassword: {\n", block(0));
    const cause = "operations/users/unlock.ts";
    insert(cause, "    return { key, unlocked: locked };\n", block(1));
    insert(cause, "import { userFacts }", 'import { notice } from "../notices/engine/notice.ts";\n');
    insert("domain/notices/texts/en.ts", "    ...passwordsInEnglish,\n", block(2));
    insert("domain/notices/texts/de.ts", "    ...passwordsInGerman,\n", block(3));
    insert("web/messages/me.en.json", '  "notices.kind.ownPassword"', block(4));
    insert("web/messages/me.de.json", '  "notices.kind.ownPassword"', block(5));
    add("operations/users/unlock.test.ts", toldTest);
    insert("docs/notices.md", "| `ownPassword` |", "| `unlocked` | whose lock was lifted | `changerKey` |\n");
    insert("CHANGELOG.md", "\n### What targets say\n", "- Users are notified when someone unlocks them.\n");
  },
};

const toldTest = `import { afterAll, beforeAll, expect, test } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

test("who was unlocked is told so once, and nobody who was not locked", async () => {
  const { key } = await api.addUser("ada");
  const { store } = api.context;
  const unlock = () => api.send("POST", "/v2/users(" + key + ")/unlock", { as: "root", body: {} });
  expect((await unlock()).status).toBe(200);
  await store.transaction(() => store.save("users", { key, locked: true, lockedBy: "administrator" }));
  for (const unlocked of [true, false]) expect((await unlock()).json).toMatchObject({ unlocked });
  const rows = await store.select("notices", { where: { kind: "unlocked" } });
  expect(rows.map(({ userKey }) => userKey)).toEqual([key]);
});
`;
