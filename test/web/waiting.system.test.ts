// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { findingsOn } from "./support/accessible.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  room = await openWebRoom();
});
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

/** Submits a request for an account of a recipient; returns its number. */
async function asked(recipientKey: string, reason: string): Promise<string> {
  const { body } = await room.admin.post("/v2/requests", {
    recipientKey,
    reason,
    operations: [
      {
        code: "ACUA",
        targetSystemKey: "DIRECTORY",
        attributes: {
          cn: reason,
          sn: reason,
        },
      },
    ],
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
  // The open request stays when the list changes, and when the page is loaded again.
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
});

/** Decides all requests of the list, one of which was cancelled after it was read; returns the dialog at the end. */
async function approveAll(words: Record<"all" | "many" | "approve" | "progress", string>, cancelled: string) {
  await page.getByRole("checkbox", { name: words.all }).check();
  const number = encodeURIComponent(`number eq '${cancelled}'`);
  const { body } = await room.admin.get(`/v2/requests?$filter=${number}`);
  const { key } = (body as { readonly value: readonly { readonly key: string }[] }).value[0] ?? { key: "" };
  expect((await room.admin.post(`/v2/requests(${key})/cancel`, {})).status).toBe(200);
  await page.getByRole("button", { name: words.many }).click();
  const dialog = page.getByRole("dialog", { name: words.many });
  await dialog.getByRole("button", { name: words.approve, exact: true }).click();
  await dialog.getByText(words.progress).waitFor();
  return dialog;
}

test("what is refused of many is told with the API's own words and a reference; what was decided is taken back, there and on a request", async () => {
  const phase = {
    sequence: 1,
    minApprovals: 2,
    authorizers: [{ userKey: room.people.bob }, { userKey: room.people.eve }],
  };
  const changed = await room.admin.patch("/v2/targetSystems('DIRECTORY')", { authorizationPhases: [phase] });
  expect(changed.status).toBe(204);
  const stays = await asked(room.people.ada, "together stays");
  const gone = await asked(room.people.eve, "together goes");
  await openWaiting("?q=together");
  await expect.poll(() => rows().allInnerTexts()).toEqual([gone, stays]);
  const english = {
    all: "Choose all on this page",
    many: "Approve 2 requests",
    approve: "Approve",
    progress: "1 of 2 decided",
  };
  const dialog = await approveAll(english, gone);
  expect(await dialog.getByRole("listitem").innerText()).toMatch(new RegExp(`^${gone}: .*REQUEST_FINAL · .{8}`, "s"));
  await dialog.getByRole("button", { name: "Take this decision back" }).click();
  await dialog.getByText("1 of 1 taken back").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.poll(() => rows().allInnerTexts()).toEqual([stays]);

  await page.reload();
  await rows().first().click();
  await beside().getByRole("button", { name: "Approve", exact: true }).click();
  const approval = page.getByRole("dialog", { name: "Approve" });
  await approval.getByRole("button", { name: "Approve", exact: true }).click();
  await beside().getByText("You have approved it").waitFor();
  await beside().getByRole("button", { name: "Take this decision back" }).click();
  const back = page.getByRole("dialog", { name: "Take my decision back" });
  await back.getByRole("button", { name: "Take my decision back" }).click();
  await back.waitFor({ state: "detached" });
  await beside().getByRole("button", { name: "Approve", exact: true }).waitFor();

  const alsoGone = await asked(room.people.eve, "together goes too");
  await page.evaluate("localStorage.setItem('gatehouse.language', 'de')");
  await page.goto("about:blank");
  await page.goto(`${room.installation.address}/react/#/waiting?q=together`);
  await expect.poll(() => rows().allInnerTexts()).toEqual([alsoGone, stays]);
  const german = { all: "Alle auf dieser Seite auswählen", many: "2 Anträge genehmigen", approve: "Genehmigen" };
  const inGerman = await approveAll({ ...german, progress: "1 von 2 entschieden" }, alsoGone);
  expect(await inGerman.getByRole("listitem").locator("[lang=en]").innerText()).toContain("request");
  await page.evaluate("localStorage.clear()");
});

test("what speaks for a second look is told in the list, beside it, and before somebody decides", async () => {
  await room.addAccount({ shortId: "clerk", userKey: room.people.ada, password: "Crane-Lamp-42" });
  const found = await room.admin.get(`/v2/accounts?$filter=${encodeURIComponent("shortId eq 'clerk'")}`);
  const [account] = (found.body as { readonly value: readonly { readonly key: string }[] }).value;
  const operations = [{ code: "DELU", targetSystemKey: "DIRECTORY", accountKey: account?.key }];
  const sent = { recipientKey: room.people.ada, reason: "no longer needed", operations };
  expect((await room.admin.post("/v2/requests", sent)).status).toBe(202);
  await openWaiting("?q=longer");
  const row = page.getByRole("row", { name: /delete the account/ });
  await row.getByText("deletes for good").waitFor();
  await rows().first().click();
  const words = "An account or a group is deleted, and cannot be brought back as it was.";
  await beside().getByText(words).waitFor();
  expect(await findingsOn(page)).toEqual([]);
  await beside().getByRole("button", { name: "Deny", exact: true }).click();
  await page.getByRole("dialog", { name: "Deny" }).getByText(words).waitFor();
  expect(await findingsOn(page)).toEqual([]);
});
