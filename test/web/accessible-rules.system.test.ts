import { afterAll, beforeAll, expect, it } from "vitest";

import { expectPageAccessible, openAt } from "./support/look-at.ts";
import { pagesOf } from "./support/looked-at.ts";
import { expectAccessible } from "./support/looks.ts";
import { openSuperuserVisit, type SuperuserVisit } from "./support/superuser-visit.ts";

let visit: SuperuserVisit;
beforeAll(async () => {
  visit = await openSuperuserVisit();
});
afterAll(() => visit?.close());

it.each(pagesOf("rules"))("whoever cannot see, hear or point uses the page at $at, and its dialogs", async (row) => {
  const { key: analysis = "" } = await visit.made("/v2/analyses", { kind: "roleMining", input: {} });
  await expectPageAccessible(visit, row, { policy: "users_get", client: "gatehouse", analysis });
});

it("a button of words alone that cannot be pressed has no ground", async () => {
  const { page } = visit;
  await openAt(visit, "/policies/users_get", "users_get");
  const discard = page.getByRole("button", { name: "Discard the changes" });
  const ground = `getComputedStyle(document.querySelector(".pf-m-link:disabled")).backgroundColor`;
  expect(await discard.isDisabled()).toBe(true);
  expect(await page.evaluate(ground)).toBe("rgba(0, 0, 0, 0)");
});

it("a policy with a fault in what is written, and one that is stored", async () => {
  const { page } = visit;
  await openAt(visit, "/policies/users_get", "users_get");
  await page.getByLabel("Expression").fill("IsSuperuser() || resource.kee == 1");
  await page.getByText("Did you mean").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Expression").fill("IsSuperuser()");
  await page.getByRole("heading", { name: "Changes to what is in force" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Store" }).click();
  await page.getByRole("dialog").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
});
