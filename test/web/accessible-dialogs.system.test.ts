import { afterAll, beforeAll, expect, it } from "vitest";

import { openAt } from "./support/look-at.ts";
import { expectAccessible } from "./support/looks.ts";
import { openSuperuserVisit, type SuperuserVisit } from "./support/superuser-visit.ts";
import { cookiesOf, signIn } from "./support/watched-page.ts";

// Dialogs that open over any page.

let visit: SuperuserVisit;
beforeAll(async () => {
  visit = await openSuperuserVisit();
});
afterAll(() => visit?.close());

const dialog = (name: string) => visit.page.getByRole("dialog", { name });
const expectDialogAccessible = async (name: string) => {
  await dialog(name).waitFor();
  await expectAccessible(visit.page);
};

it("the palette, with what was found and with nothing", async () => {
  const { page } = visit;
  await openAt(visit, "/people", "People");
  await page.keyboard.press("ControlOrMeta+k");
  const palette = dialog("Go to or do");
  await palette.getByRole("combobox").fill("set");
  await palette.getByRole("option", { name: "Help desk" }).waitFor({ state: "detached" });
  await palette.getByRole("option", { name: "Settings" }).waitFor();
  await expectAccessible(page);
  await palette.getByRole("combobox").fill("nothing is called so");
  await palette.getByRole("option").first().waitFor({ state: "detached" });
  await expectAccessible(page);
  await page.keyboard.press("Escape");
});

it("the file of a list that could not be read whole", async () => {
  const { page } = visit;
  await openAt(visit, "/people", "People");
  const error = { code: "INTERNAL", message: "Something went wrong; the log says more by the id of the call." };
  await page.route("**/v2/users?*", (route) =>
    route.request().headers()["prefer"] === undefined
      ? route.continue()
      : route.fulfill({ status: 500, json: { error } }),
  );
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitem", { name: "Save as CSV" }).click();
  await dialog("Save as CSV").getByRole("button", { name: "Go on" }).waitFor();
  await expectDialogAccessible("Save as CSV");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.keyboard.press("Escape");
});

it("signing in again over a page, and the warning before a session ends", async () => {
  const { page, installation, browser } = visit;
  await openAt(visit, "/people", "People");
  await browser.context.clearCookies();
  // By address: the page may have noticed the end already, and then lies below the dialog.
  await page.goto(`${visit.address}/react/#/requests`);
  await expectDialogAccessible("Your session has ended");
  await dialog("Your session has ended").getByRole("button", { name: "Sign out" }).click();
  await dialog("Your session has ended").waitFor({ state: "detached" });
  await page.clock.install();
  await page.getByLabel("User name").waitFor();
  await signIn(page, installation.superuser.id, installation.superuser.password);
  const hour = 3_600_000;
  for (let hours = 0; hours < 12 && (await dialog("Your session ends in two minutes").count()) === 0; hours += 1) {
    await page.clock.fastForward(hour - 1_000);
  }
  await expectDialogAccessible("Your session ends in two minutes");
  await dialog("Your session ends in two minutes").getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("User name").waitFor();
  expect(await cookiesOf(browser.context)).toEqual([]);
});
