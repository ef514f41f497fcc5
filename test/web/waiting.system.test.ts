// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  room = await openWebRoom();
}, 120_000);
afterAll(() => room?.close());
beforeEach(async () => {
  watched = await openWatchedPage(room.browser, room.installation.address);
  ({ page } = watched);
  await signIn(page, "bob", roomPassword);
});
afterEach(async () => {
  watched.expectClean();
  await room.browser.context.clearCookies();
  await page.close();
});

/** Somebody asks for an account for somebody; the number of the request. */
async function asked(recipientKey: string, reason: string): Promise<string> {
  const { body } = await room.admin.post("/v2/requests", {
    ...{ recipientKey, reason },
    operations: [{ code: "ACUA", targetSystemKey: "DIRECTORY", attributes: { cn: reason, sn: reason } }],
  });
  const { key } = body as { readonly key: string };
  return ((await room.admin.get(`/v2/requests(${key})`)).body as { readonly number: string }).number;
}

async function openWaiting(query = ""): Promise<void> {
  await page.goto(`${room.installation.address}/react/#/waiting${query}`);
  await page.getByRole("heading", { level: 1, name: "Waiting for me" }).waitFor();
}

const rows = () => page.getByRole("link", { name: /^\d{8}-\d+$/ });
const beside = () => page.getByRole("region", { name: /^Request \d{8}-\d+$/ });

test("what waits is found by filters that stand in the address, and shown beside the list", async () => {
  const forAda = await asked(room.people.ada, "for ada");
  const forEve = await asked(room.people.eve, "for eve");
  await openWaiting();
  await expect.poll(() => rows().allInnerTexts()).toEqual([forEve, forAda]);
  await page.getByLabel("For", { exact: true }).fill("EVE");
  await expect.poll(() => rows().allInnerTexts()).toEqual([forEve]);
  await page.getByRole("combobox", { name: "Asks for" }).selectOption({ label: "create an account" });
  await page.getByRole("combobox", { name: "Target system" }).selectOption({ label: "DIRECTORY" });
  await expect.poll(() => page.url()).toMatch(/recipient=EVE&operation=ACUA&target=DIRECTORY/);
  await page.reload();
  await expect.poll(() => rows().allInnerTexts()).toEqual([forEve]);
  await page.getByRole("combobox", { name: "To be done" }).selectOption({ label: "Change what was sent back" });
  await page.getByRole("heading", { name: "Nothing was found" }).waitFor();
  await page.getByRole("button", { name: "Clear all filters" }).first().click();
  await expect.poll(() => rows().allInnerTexts()).toEqual([forEve, forAda]);

  await rows().first().click();
  await beside().getByText("for eve").first().waitFor();
  await beside().getByRole("heading", { name: "Who decides" }).waitFor();
  await beside().getByText("without enough answers until it expires").waitFor();
  await page.getByLabel("For", { exact: true }).fill("ada");
  await expect.poll(() => rows().allInnerTexts()).toEqual([forAda]);
  // What is open stays when the list changes, and when the page is loaded again.
  await page.reload();
  await beside().getByText("for eve").first().waitFor();
  await beside().getByLabel("Say something").fill("which eve?");
  await beside().getByRole("button", { name: "Ask who asked" }).click();
  await beside().getByText("which eve?").first().waitFor();
  await beside()
    .getByRole("button", { name: `Close request ${forEve}` })
    .click();
  await beside().waitFor({ state: "detached" });
  expect(page.url()).toMatch(/recipient=ada$/);
}, 120_000);
