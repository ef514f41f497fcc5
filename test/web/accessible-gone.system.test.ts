import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { someOf, testSize } from "../support/test-size.ts";
import { isDrawn, openAt } from "./support/look-at.ts";
import { addressOf, everyPage, isOfOneThing } from "./support/looked-at.ts";
import { expectAccessible } from "./support/looks.ts";
import { openSuperuserVisit, type SuperuserVisit } from "./support/superuser-visit.ts";

const nothing = "00000000-0000-4000-8000-000000000000";
let visit: SuperuserVisit;
beforeAll(async () => {
  visit = await openSuperuserVisit();
});
afterAll(() => visit?.close());

// The sections of a target system have a common head with the same message.
const looked = everyPage.filter((row) => isOfOneThing(row) && !row.at.startsWith("targets/{target}/"));

it.each(someOf(looked))("whoever cannot see, hear or point learns that nothing is there at $at", async (row) => {
  const { page, address } = visit;
  await openAt(visit, "/nowhere", "There is no such page");
  await page.goto(`${address}/react/#${addressOf(row, () => nothing)}`);
  await page.getByRole("alert").first().waitFor();
  await isDrawn(page);
  await expectAccessible(page);
});

it("what was there and is gone meanwhile", async () => {
  const { page, admin, made } = visit;
  await made("/v2/userClasses", { id: "NIGHT", description: "Who works at night" });
  await openAt(visit, "/user-classes/NIGHT", "NIGHT");
  await admin.delete("/v2/userClasses('NIGHT')");
  // A page is read again when the user returns to it after some seconds.
  const gone = page.getByText("This user class is there no more.");
  await expect
    .poll(async () => {
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
      return gone.count();
    })
    .toBe(1);
  await isDrawn(page);
  await expectAccessible(page);
});

describe("whoever cannot see, hear or point", () => {
  const lists = everyPage.filter((row) => !isOfOneThing(row));
  const some = testSize(
    lists.filter(({ at }) => ["access", "people", "profile"].includes(at)),
    lists,
  );

  it.each(some)("learns that $at could not be read", async (row) => {
    const { page, address } = visit;
    await openAt(visit, "/nowhere", "There is no such page");
    const error = { code: "INTERNAL", message: "Something went wrong; the log says more by the id of the call." };
    await page.route("**/v2/**", (route) => route.fulfill({ status: 500, json: { error } }));
    await page.goto(`${address}/react/#${addressOf(row, String)}`);
    await page.getByRole("heading", { level: 1, name: row.heading }).waitFor();
    await isDrawn(page);
    await expectAccessible(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it.each(some)("learns that $at is being read", async (row) => {
    const { page, address } = visit;
    await openAt(visit, "/nowhere", "There is no such page");
    const released = Promise.withResolvers<void>();
    await page.route("**/v2/**", async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(`${address}/react/#${addressOf(row, String)}`);
    await page.getByRole("heading", { level: 1, name: row.heading }).waitFor();
    await expectAccessible(page);
    released.resolve();
    await isDrawn(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});
