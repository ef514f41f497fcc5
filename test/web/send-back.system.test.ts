// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { findingsOn } from "./support/accessible.ts";
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
    expectClean();
    await page.close();
  }
});

async function as(userName: string, browser: TestBrowser, password = roomPassword) {
  await browser.context.clearCookies();
  const watched = await openWatchedPage(browser, room.installation.address);
  opened.push(watched);
  await signIn(watched.page, userName, password);
  return watched.page;
}

const openFirst = (page: Page) =>
  page
    .getByRole("link", { name: /^\d{8}-\d+$/ })
    .first()
    .click();

/** Opens the dialog of an action on the page, and confirms it with a comment; waits until the dialog closes. */
async function act(page: Page, action: string, comment: string): Promise<void> {
  await page.getByRole("button", { name: action, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: action });
  await dialog.getByLabel("Comment").fill(comment);
  await dialog.getByRole("button", { name: action, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

test("what is sent back with a word is changed, resubmitted, approved, and made in the directory as it was changed", async () => {
  const ada = await as("ada", room.browser);
  await ada.getByRole("link", { name: "Ask", exact: true }).first().click();
  await ada.getByRole("button", { name: "Add The directory of everybody" }).click();
  await ada.getByLabel("cn").fill("Ada Abel");
  await ada.getByLabel("sn").fill("Able");
  await ada.getByRole("button", { name: "Send the request" }).click();
  await ada.getByRole("heading", { level: 1, name: /^Request \d{8}-\d+$/ }).waitFor();
  await ada.getByText("Waiting for authorization", { exact: true }).waitFor();
  await ada.getByRole("button", { name: "Cancel this request" }).waitFor();
  expect(await ada.getByRole("button", { name: "Change what is asked for" }).count()).toBe(0);

  const bob = await as("bob", second);
  await bob.getByRole("heading", { name: /Waiting for me\s*1/ }).waitFor();
  await openFirst(bob);
  await bob.getByRole("button", { name: "Send back" }).waitFor();
  expect(await bob.getByRole("button", { name: "Change what is asked for" }).count()).toBe(0);
  await act(bob, "Send back", "Is your name not Abel?");
  await bob.getByText("It was sent back to whoever asked").waitFor();
  await expect.poll(() => bob.getByRole("button", { name: "Approve", exact: true }).count()).toBe(0);

  await ada.getByText("It was sent back to you").waitFor();
  await ada.getByRole("link", { name: "Home" }).first().click();
  await ada.getByRole("heading", { name: /Waiting for me\s*1/ }).waitFor();
  await ada.getByText("sent back", { exact: true }).first().waitFor();
  await openFirst(ada);
  await ada.getByText("Is your name not Abel?").first().waitFor();
  await ada.getByRole("button", { name: "Change what is asked for" }).click();
  const dialog = ada.getByRole("dialog", { name: "Change what is asked for" });
  await dialog.getByLabel("mail").waitFor();
  expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  expect(await findingsOn(ada)).toEqual([]);
  // A refused value keeps its text, and its error stands at the field.
  await dialog.getByLabel("sn").fill(" ");
  await dialog.getByLabel("mail").fill("ada@abel.test");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").waitFor();
  const told = await dialog.getByLabel("sn").getAttribute("aria-describedby");
  expect(await dialog.locator(`[id="${told}"]`).innerText()).toContain("minValues");
  expect(await dialog.getByLabel("mail").inputValue()).toBe("ada@abel.test");
  await dialog.getByLabel("sn").fill("Abel");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await ada.getByText("Operations were changed").waitFor();
  await ada.getByText("sn: Able → Abel").waitFor();
  await ada.getByText("mail: not given → ada@abel.test").waitFor();
  expect(await findingsOn(ada)).toEqual([]);
  await act(ada, "Let it go on", "It is");
  await ada.getByText("It was sent back to you").waitFor({ state: "detached" });

  await bob.getByText("sn: Able → Abel").waitFor();
  await act(bob, "Approve", "welcome");
  await ada.getByText("Completed", { exact: true }).waitFor();
  expect(await room.entryOf("ada")).toMatchObject({ cn: "Ada Abel", sn: "Abel", mail: "ada@abel.test" });
});

test("who may read an account sees what its attributes are beside what is asked; others see what is asked alone", async () => {
  await room.addAccount({ shortId: "room-1", userKey: room.people.ada, password: "Crane-Lamp-42" });
  const found = await room.admin.get("/v2/accounts?$filter=shortId eq 'room-1'");
  const accountKey = (found.body as { readonly value: readonly { readonly key: string }[] }).value[0]?.key;
  const asked = await room.admin.post("/v2/requests", {
    recipientKey: room.people.ada,
    operations: [{ code: "UPDA", targetSystemKey: "DIRECTORY", accountKey, attributes: { sn: "Other" } }],
  });
  const page = await as("bob", second);
  await page.goto(`${room.installation.address}/react/#/requests/${(asked.body as { key: string }).key}`);
  await page.getByText("Other", { exact: true }).waitFor();

  const { superuser } = room.installation;
  const reader = await as(superuser.id, room.browser, superuser.password);
  await reader.goto(page.url());
  await reader.getByText("room-1 → Other").waitFor();
  // By now the first page has read all that it may read, too.
  expect(await page.getByText("room-1 → Other").count()).toBe(0);
});
