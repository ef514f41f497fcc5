import { afterAll, beforeAll, it } from "vitest";

import { isDrawn, openAt } from "./support/look-at.ts";
import { addressOf, everyPage, isOfOneThing } from "./support/looked-at.ts";
import { expectAccessibleAtLeast } from "./support/looks.ts";
import { openSuperuserVisit, type SuperuserVisit } from "./support/superuser-visit.ts";

const nothing = "00000000-0000-4000-8000-000000000000";
let visit: SuperuserVisit;
beforeAll(async () => {
  visit = await openSuperuserVisit();
}, 120_000);
afterAll(() => visit?.close());

// The sections of a target system stand below one head, which says the same for all of them.
const looked = everyPage.filter((row) => isOfOneThing(row) && !row.at.startsWith("targets/{target}/"));

it.each(looked)("whoever cannot see, hear or point learns that nothing is there at $at", async (row) => {
  const { page, address } = visit;
  await openAt(visit, "/nowhere", "There is no such page");
  await page.goto(`${address}/react/#${addressOf(row, () => nothing)}`);
  await page.getByRole("alert").first().waitFor();
  await isDrawn(page);
  await expectAccessibleAtLeast(page);
});
