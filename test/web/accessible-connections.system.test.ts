import { afterAll, beforeAll, expect, it } from "vitest";

import { expectPageAccessible, openAt } from "./support/look-at.ts";
import { pagesOf } from "./support/looked-at.ts";
import { expectAccessible } from "./support/looks.ts";
import { openSuperuserVisit, type SuperuserVisit } from "./support/superuser-visit.ts";

const keys = { proxy: "branch", targetGroup: "DEFAULT", passwordPolicy: "DEFAULT" };
let visit: SuperuserVisit;
beforeAll(async () => {
  visit = await openSuperuserVisit();
  await visit.made("/v2/proxyServers('branch')/invite", {});
});
afterAll(() => visit?.close());

it.each(pagesOf("connections"))("whoever cannot see, hear or point uses the page at $at, and its dialogs", (row) =>
  expectPageAccessible(visit, row, keys),
);

it("a line that invites a proxy, shown once, and what may not be the name of one", async () => {
  const { page } = visit;
  await openAt(visit, "/proxies", "Proxies");
  await page.getByRole("button", { name: "Invite a proxy" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("no name");
  await dialog.getByRole("button", { name: "Show the line" }).click();
  await dialog.getByRole("alert").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Name").fill("depot");
  await dialog.getByRole("button", { name: "Show the line" }).click();
  await page.getByLabel("Line to paste").waitFor();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
});

it("a password that is tried, and refused", async () => {
  const { page } = visit;
  await openAt(visit, "/password-policies/DEFAULT", "Password policy DEFAULT");
  await page.getByLabel("Password to try").fill("Short1");
  await page.getByText("It would be refused.").waitFor();
  await expectAccessible(page);
  expect(await page.getByText("undefined").count()).toBe(0);
});
