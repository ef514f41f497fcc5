// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

import { expectPageAccessible, type Visit } from "./support/look-at.ts";
import { pagesOf } from "./support/looked-at.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let visit: Visit;
let watched: WatchedPage;
const keys: Record<string, string> = {};

beforeAll(async () => {
  room = await openWebRoom();
  await room.addManagedGroup("payers");
  watched = await openWatchedPage(room.browser, room.installation.address);
  visit = { page: watched.page, address: room.installation.address };
  await signIn(visit.page, room.installation.superuser.id, room.installation.superuser.password);
});
afterAll(async () => {
  watched?.expectClean();
  await room?.close();
});

const open = (page: Page, path: string) => page.goto(`${visit.address}/react/#/${path}`);
const rule = async () => {
  const { value } = (await room.admin.get("/v2/sodRules")).body as { value: [{ key: string; answer: string }] };
  return value[0];
};

it("an administrator keeps two kinds of access apart", async () => {
  const { page } = visit;
  await open(page, "sod-rules");
  await page.getByRole("button", { name: "Add rule" }).click();
  const dialog = page.getByRole("dialog", { name: /^Add rule/ });
  await dialog.getByRole("textbox", { name: /^Rule/ }).fill("PAYMENTS");
  await dialog.getByLabel("Answer").selectOption("exception");
  const parts = dialog.getByLabel("Kind of access");
  await parts.first().selectOption("targetSystem");
  await dialog.getByLabel("Account on a target system").first().selectOption("DIRECTORY");
  await parts.last().selectOption("targetSystem");
  await dialog.getByLabel("Account on a target system").last().selectOption("DIRECTORY");
  await dialog.getByRole("button", { name: "Add rule" }).click();
  // One access would hit both parts.
  await dialog
    .getByText(/stands in part 1 too/)
    .first()
    .waitFor();
  await parts.last().selectOption("managedGroup");
  await dialog.getByLabel("Target system of the group").selectOption("DIRECTORY");
  await dialog.getByLabel("Membership in a group").selectOption({ label: "payers" });
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await page.getByRole("heading", { level: 1, name: "PAYMENTS" }).waitFor();
  await page.getByText(/account on /).waitFor();
  const added = await rule();
  expect(added?.answer).toBe("exception");
  keys["sodRule"] = added?.key ?? "";
});

it.each(pagesOf("sod"))("whoever cannot see, hear or point uses the page at $at, and its dialogs", (row) =>
  expectPageAccessible(visit, row, keys),
);
