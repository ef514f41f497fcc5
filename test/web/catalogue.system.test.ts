// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let second: TestBrowser;
const opened: WatchedPage[] = [];
beforeAll(async () => {
  [room, second] = await Promise.all([openWebRoom(), openBrowser()]);
});
afterAll(async () => {
  await second?.close();
  await room?.close();
});
afterEach(async () => {
  for (const { page, expectClean } of opened.splice(0)) {
    await page.close();
    expectClean();
  }
  await Promise.all([room.browser, second].map(({ context }) => context.clearCookies()));
});

async function as(userName: string, password: string, browser: TestBrowser): Promise<Page> {
  const watched = await openWatchedPage(browser, room.installation.address);
  opened.push(watched);
  await signIn(watched.page, userName, password);
  return watched.page;
}
const asAdministrator = () => as(room.installation.superuser.id, room.installation.superuser.password, room.browser);
const details = async () => (await room.admin.get("/v2/catalogueItems('DIRECTORY')")).body;

test("an administrator gives an item an owner, a risk and a form, which a requester fills in and an approver sees", async () => {
  const page = await asAdministrator();
  await page.getByRole("link", { name: "Catalog", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Catalog" }).waitFor();
  await page.getByRole("button", { name: "Edit DIRECTORY" }).click();
  const dialog = page.getByRole("dialog", { name: /^Edit item/ });
  await dialog.getByLabel("Owner").last().fill("bob");
  await dialog.getByRole("button", { name: "bob (bob)" }).click();
  await dialog.getByLabel("Risk").fill("101");
  await dialog.getByRole("button", { name: "Add field" }).click();
  await dialog.getByLabel("Name").fill("costCenter");
  await dialog.getByLabel(/^Label/).fill("Cost center");
  await dialog.getByLabel("German label").fill("Kostenstelle");
  await dialog.getByLabel("Pattern").fill("^[0-9]{4}$");
  await dialog.getByLabel("Required").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel("Risk").fill("70");
  await dialog.getByLabel("Tags").fill("base");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Cost center").waitFor();
  expect(await details()).toMatchObject({ risk: 70, tags: ["base"], owner: { id: "bob" } });

  const ada = await as("ada", roomPassword, second);
  await ada.getByRole("link", { name: "Ask", exact: true }).first().click();
  await ada.getByText("Risk 70").waitFor();
  await ada.getByRole("button", { name: "Add The directory of everybody" }).click();
  await ada.getByLabel("cn").fill("Ada Abel");
  await ada.getByLabel("sn").fill("Abel");
  await ada.getByLabel("Cost center").fill("47");
  await ada.getByRole("button", { name: "Send the request" }).click();
  await ada
    .getByText(/costCenter must match the pattern/)
    .first()
    .waitFor();
  await ada.getByLabel("Cost center").fill("4711");
  await ada.getByRole("button", { name: "Send the request" }).click();
  await ada.getByRole("heading", { level: 1, name: /^Request \d{8}-\d+$/ }).waitFor();
  await ada.getByText("4711").first().waitFor();
  await ada.getByRole("link", { name: "Ask", exact: true }).first().click();
  await ada.getByText(/^Requested: \d{8}-\d+$/).waitFor();

  await second.context.clearCookies();
  const bob = await as("bob", roomPassword, second);
  await bob
    .getByRole("link", { name: /^\d{8}-\d+$/ })
    .first()
    .click();
  await bob.getByText("Cost center").first().waitFor();
  await bob.getByText("4711").first().waitFor();
});

test("details of many items are filled in by a file or set by a condition, and not before a dry run has shown them", async () => {
  const page = await asAdministrator();
  await page.goto(`${room.installation.address}/react/#/catalogue`);
  await page.getByRole("button", { name: "Import details" }).click();
  const filling = page.getByRole("dialog", { name: "Import details" });
  const choose = (text: string | Buffer) =>
    filling.getByLabel("File").setInputFiles({ name: "details.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose(Buffer.from("key,tags\nDIRECTORY,b\u00fcro", "latin1"));
  await filling.getByText("The file is not in UTF-8.").waitFor();
  await choose("key,risk\nDIRECTORY,5\nNOTHING,1\n");
  await filling.getByText(/^Line 3: key no item of the catalog/).waitFor();
  expect(await filling.getByRole("button", { name: "Change one item" }).isDisabled()).toBe(true);
  await choose("key,risk,tags\nDIRECTORY,5,base ldap\n");
  await filling.getByText("One item selected, 1 to change").waitFor();
  await filling.getByText(/ becomes 5$/).waitFor();
  expect(await details()).not.toMatchObject({ risk: 5 });
  await filling.getByRole("button", { name: "Change one item" }).click();
  await filling.getByText("Items changed.").waitFor();
  await filling.getByRole("button", { name: "Close" }).last().click();
  expect(await details()).toMatchObject({ risk: 5, tags: ["base", "ldap"] });

  await page.getByRole("button", { name: "Set details" }).click();
  const setting = page.getByRole("dialog", { name: "Set details" });
  await setting.getByLabel("Condition").fill("color eq 'red'");
  await setting.getByLabel("Set: Longest time").check();
  await setting.getByRole("button", { name: "Dry run" }).click();
  await setting.getByRole("alert").waitFor();
  await setting.getByLabel("Condition").fill("risk lt 10");
  await setting.getByLabel("Longest time", { exact: true }).fill("24");
  await setting.getByRole("button", { name: "Dry run" }).click();
  await setting.getByText(/ becomes 24$/).waitFor();
  await setting.getByRole("button", { name: "Change one item" }).click();
  await setting.getByText("Items changed.").waitFor();
  await setting.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("24 hours").waitFor();
  expect(await details()).toMatchObject({ longestHours: 24 });
});
