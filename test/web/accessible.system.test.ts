import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";

import { expectPageAccessible, openAt } from "./support/look-at.ts";
import { pagesOf } from "./support/looked-at.ts";
import { expectAccessible } from "./support/looks.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let watched: WatchedPage;
let page: Page;
let requestKey = "";
let reviewKey = "";
beforeAll(async () => {
  room = await openWebRoom();
  const asked = await room.admin.post("/v2/requests", {
    recipientKey: room.people.ada,
    reason: "to be looked at",
    operations: [{ code: "ACUA", targetSystemKey: "DIRECTORY", attributes: { cn: "Ada", sn: "Abel" } }],
  });
  requestKey = (asked.body as { key: string }).key;
  reviewKey = await addReview();
  watched = await openWatchedPage(room.browser, room.installation.address);
  ({ page } = watched);
});
afterAll(async () => {
  watched?.expectClean();
  await room?.close();
});

/** Adds a review of what ada keeps who has moved to bob; returns its key. */
async function addReview(): Promise<string> {
  const { context, close } = await room.installation.compose();
  const { store, ids } = context;
  const [key, grantKey, userKey] = [ids.guid(), ids.guid(), room.people.ada];
  const moved = { changes: ["managerKey"], openedAt: 1, askedAt: Date.now(), reviewerKey: room.people.bob } as const;
  const access = {
    kind: "account",
    targetSystemKey: "DIRECTORY",
    accountName: "a",
    because: "direct",
    from: 1,
  } as const;
  await store.transaction(async () => {
    await store.add("moveReviews", { key, userKey, ...moved });
    await store.add("grants", { key: grantKey, userKey, ...access });
    await store.add("moveReviewItems", { key: ids.guid(), reviewKey: key, grantKey, ...access });
  });
  await close();
  return key;
}

/** Returns true if somebody is signed in; a page that is being drawn says it only when it is done. */
async function isSignedIn(): Promise<boolean> {
  const pages = page.getByRole("navigation", { name: "Pages", exact: true });
  await pages.or(page.getByLabel("User name")).first().waitFor();
  return (await pages.count()) > 0;
}

const open = async (path: string, heading: string | RegExp) => {
  if (!(await isSignedIn())) await signIn(page, "bob", roomPassword);
  await openAt({ page, address: room.installation.address }, path, heading);
};

describe("whoever cannot see, hear or point uses", () => {
  it("the sign-in page, also where signing in has failed", async () => {
    await page.getByLabel("User name").waitFor();
    await expectAccessible(page);
    await page.getByLabel("User name").fill("bob");
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    await expectAccessible(page);
  });

  it("the start page, and its menus", async () => {
    await open("/", /^Good to see you/);
    await page
      .getByRole("link", { name: /^\d{8}-\d+$/ })
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "bob" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  it("lists: filtered until nothing is left, with rows chosen, and with their menu and dialogs open", async () => {
    await open("/requests", "Requests");
    await page
      .getByRole("link", { name: /^\d{8}-\d+$/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "View" }).click();
    await page.getByRole("menuitem", { name: "Save this view" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("menuitem", { name: "Save this view" }).click();
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await open("/requests?q=nothing-of-that-name", "Requests");
    await page.getByRole("heading", { name: "Nothing was found" }).waitFor();
    await expectAccessible(page);
    await open("/waiting", "Waiting for me");
    await page.getByRole("checkbox").first().check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Deny one request" }).click();
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("checkbox").first().uncheck();
    await page
      .getByRole("link", { name: /^\d{8}-\d+$/ })
      .first()
      .click();
    await page
      .getByRole("region", { name: /^Request / })
      .getByRole("heading", { name: "Who decides" })
      .waitFor();
    await expectAccessible(page);
  });

  it("the page on which people ask, with something chosen", async () => {
    await open("/ask", "Ask");
    await page.getByRole("button", { name: "Add The directory of everybody" }).click();
    await page.getByRole("heading", { name: "Who will have to decide" }).waitFor();
    await expectAccessible(page);
  });

  it.each(pagesOf("everybody"))("the page for everybody at $at, and its dialogs", async (row) => {
    if (!(await isSignedIn())) await signIn(page, "bob", roomPassword);
    await expectPageAccessible({ page, address: room.installation.address }, row, {
      request: requestKey,
      review: reviewKey,
    });
  });

  it("the page that is not there", async () => {
    await open("/nowhere", "There is no such page");
    await expectAccessible(page);
  });
});
