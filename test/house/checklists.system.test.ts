// @first it takes minutes: the compiler and many tests run in a copy
import { afterAll, beforeAll, expect, test } from "vitest";

import { generatedDocuments } from "../../tools/generated-documents.ts";
import { capabilityNames, capabilityTests, checklists, narrowTests } from "../support/checklists/all.ts";
import { followPage, misfitsOf } from "../support/checklists/checklist.ts";
import { copyProject, type ProjectCopy } from "../support/project-copy.ts";
import { testSize } from "../support/test-size.ts";

let copy: ProjectCopy;
let prepared: readonly (string | null)[];
/** Files that each page has made somebody touch. */
const touched = new Map<string, readonly string[]>();

beforeAll(async () => {
  copy = copyProject();
  for (const checklist of checklists) touched.set(checklist.page, followPage(checklist, copy));
  prepared = [await copy.failureOf("oxfmt"), await copy.failureOf("node", "tools/docs.ts")];
}, 120_000);
afterAll(() => copy.remove());

const none = { unnamed: [], untouched: [] };

test.each(checklists)("$page names the files that are touched, and no other", ({ page }) => {
  const files = touched.get(page) ?? [];
  expect(files.length).toBeGreaterThan(3);
  expect(misfitsOf(copy.read(page), files)).toEqual(none);
});

test("a place that a page forgets is found, and one that nothing touches", () => {
  const page = "A row of **`bin/<group>.ts`** and a file **`store/kinds/`**, not of `api/route.ts`.";
  expect(misfitsOf(page, ["bin/user-class.ts", "store/kinds/a.ts"])).toEqual(none);
  expect(misfitsOf(page, ["bin/user.ts", "api/route.ts", "store/kinds/more/a.ts"])).toEqual({
    unnamed: ["api/route.ts", "store/kinds/more/a.ts"],
    untouched: ["store/kinds/"],
  });
});

test("the documents are written, and nothing else is touched", async () => {
  expect(prepared).toEqual([null, null]);
  const written = new Set((await generatedDocuments()).map(({ path }) => path));
  const byHand = copy.touched().filter((path) => !written.has(path));
  expect(byHand).toEqual([...new Set([...touched.values()].flat())].toSorted());
});

test.each(testSize([], ["check"]))("the copy passes npm run %s", { timeout: 1_200_000 }, async (script) => {
  expect(await copy.failureOf("npm", "run", "-s", script)).toBeNull();
});

test("the types of the pages hold", { timeout: 300_000 }, async () => {
  expect(await copy.failureOf("tsc", "-p", "web")).toBeNull();
});

test("the example of the new kind of plug-ins keeps the rules of its kit", { timeout: 300_000 }, async () => {
  const example = "plugins/new-user-id/example.ts";
  expect(await copy.failureOf("node", "bin/gatehouse.ts", "plugin", "test", example)).toBeNull();
});

test(
  "the migrations make what is declared, the documents are written, and all is served, checked, shown and ruled by policies",
  { timeout: 900_000 },
  async () => {
    // No test of these starts the program, so it is not built for them.
    const vitest = ["GATEHOUSE_TEST_PROGRAM=sources", "vitest", "run", "--project", "unit", "--project", "system"];
    const found = await Promise.all([
      copy.failureOf("env", ...vitest, ...narrowTests),
      copy.failureOf("env", ...vitest, capabilityTests, "-t", capabilityNames),
    ]);
    expect(found).toEqual([null, null]);
  },
);
