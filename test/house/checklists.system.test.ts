import { afterAll, beforeAll, expect, test } from "vitest";

import { followChecklists, newDesks, newProperty } from "../support/checklists.ts";
import { copyProject, type ProjectCopy } from "../support/project-copy.ts";
import { testSize } from "../support/test-size.ts";

let copy: ProjectCopy;
let prepared: readonly (string | null)[];

beforeAll(async () => {
  copy = copyProject();
  followChecklists(copy);
  prepared = [await copy.failureOf("oxfmt"), await copy.failureOf("node", "tools/docs.ts")];
}, 120_000);
afterAll(() => copy.remove());

test("a property and a resource touch the files that the checklists name, and no other", () => {
  expect(prepared).toEqual([null, null]);
  expect(copy.touched()).toEqual([...newProperty.files, ...newDesks.files].toSorted());
  for (const { page, named } of [newProperty, newDesks]) {
    const text = copy.read(page);
    for (const path of named) expect(text, `${page} names ${path}`).toContain(path);
  }
});

test.each(testSize([], ["check"]))("the copy passes npm run %s", { timeout: 600_000 }, async (script) => {
  expect(await copy.failureOf("npm", "run", "-s", script)).toBeNull();
});

test(
  "the migrations make what is declared, the documents are written, and all is served, checked and ruled by policies",
  {
    timeout: 120_000,
  },
  async () => {
    const units = ["test/house/documentation.test.ts", "test/specification/resources.test.ts", "api/routes.test.ts"];
    const own = ["api/v2/importance.test.ts", "api/v2/desks.test.ts"];
    const failure = await copy.failureOf(
      "vitest",
      "run",
      "--project",
      "unit",
      "--project",
      "system",
      ...units,
      ...own,
      "test/store/schema.system.test.ts",
    );
    expect(failure).toBeNull();
  },
);
