import { afterAll, beforeAll, expect, it } from "vitest";

import { addPeople } from "../support/people.ts";
import { someOf, testSize } from "../support/test-size.ts";
import { isDrawn, openAt, type Visit } from "./support/look-at.ts";
import { addressOf, everyPage, isOfOneThing } from "./support/looked-at.ts";
import { expectAccessible } from "./support/looks.ts";
import { openSuperuserVisit, type SuperuserVisit } from "./support/superuser-visit.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";

const password = "crane-lamp-42";
// Lists without rows, because an empty list looks different from a filled one.
const lists = everyPage.filter((row) => !isOfOneThing(row) && row.together !== "rules");
let visit: SuperuserVisit;
let watched: WatchedPage | undefined;
beforeAll(async () => {
  visit = await openSuperuserVisit();
});
afterAll(async () => {
  watched?.expectClean();
  await visit?.close();
});

it.each(someOf(lists))("whoever cannot see, hear or point uses the page at $at where nothing is yet", async (row) => {
  await openAt(visit, addressOf(row, String), row.heading);
  await expectAccessible(visit.page);
});

it("what is filtered until nothing is left", async () => {
  await openAt(visit, "/people?q=nobody-of-that-name", "People");
  await visit.page.getByRole("heading", { name: "Nothing was found" }).waitFor();
  await expectAccessible(visit.page);
});

it("pages that are refused to somebody who opens them by their address", async () => {
  const { context, close } = await visit.installation.compose();
  await addPeople(context, ["eve"], password);
  await close();
  await visit.page.context().clearCookies();
  watched = await openWatchedPage(visit.browser, visit.address);
  const { page } = watched;
  await signIn(page, "eve", password);
  const others: Visit = { page, address: visit.address };
  const refused = [];
  for (const row of everyPage.filter((one) => !isOfOneThing(one) && one.together !== "everybody")) {
    await openAt(others, addressOf(row, String), row.heading);
    if ((await page.getByRole("alert").count()) > 0) refused.push(row);
  }
  expect(refused).not.toEqual([]);
  for (const row of testSize(refused.slice(0, 3), refused)) {
    await openAt(others, addressOf(row, String), row.heading);
    await isDrawn(page);
    await expectAccessible(page);
  }
});
