import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";

import { expectAccessible } from "./support/looks.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let watched: WatchedPage;
let page: Page;
let requestKey = "";
beforeAll(async () => {
  room = await openWebRoom();
  const asked = await room.admin.post("/v2/requests", {
    recipientKey: room.people.ada,
    reason: "to be looked at",
    operations: [{ code: "ACUA", targetSystemKey: "DIRECTORY", attributes: { cn: "Ada", sn: "Abel" } }],
  });
  requestKey = (asked.body as { key: string }).key;
  watched = await openWatchedPage(room.browser, room.installation.address);
  ({ page } = watched);
}, 120_000);
afterAll(async () => {
  watched?.expectClean();
  await room?.close();
});

const isSignedIn = async () => (await page.getByRole("navigation", { name: "Pages", exact: true }).count()) > 0;

const open = async (path: string, heading: string | RegExp) => {
  if (!(await isSignedIn())) await signIn(page, "bob", roomPassword);
  await page.goto(`${room.installation.address}/react/#${path}`);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
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

  it("lists: full, empty, filtered, refused, and with their menu and dialogs open", async () => {
    await open("/requests", "Requests");
    await page
      .getByRole("link", { name: /^\d{8}-\d+$/ })
      .first()
      .waitFor();
    await expectAccessible(page);
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
  });

  it("a request, and the dialog in which it is decided", async () => {
    await open(`/requests/${requestKey}`, /^Request /);
    await page.getByText("It was asked for").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await open("/requests/00000000-0000-4000-8000-000000000000", "Request");
    await page.getByRole("alert").waitFor();
    await expectAccessible(page);
  });

  it("the page on which people ask, also with something chosen", async () => {
    await open("/ask", "Ask");
    await page.getByRole("button", { name: "Add The directory of everybody" }).click();
    await page.getByRole("heading", { name: "Who will have to decide" }).waitFor();
    await expectAccessible(page);
  });

  it.each([
    ["/access", "My access", "Claim an account"],
    ["/profile", "My profile", "Enrol a device"],
    ["/sessions", "My sessions", null],
    ["/delegations", "Delegations", "Delegate my decisions"],
    ["/notices", "Notices", null],
    ["/check-outs", "Check-outs", null],
    ["/check-out-history", "History of check-outs", null],
  ])("the page for everybody at %s, and its dialog", async (path, heading, action) => {
    await open(path, heading);
    await expectAccessible(page);
    if (action === null) return;
    await page.getByRole("button", { name: action }).click();
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  it("the page that is not there", async () => {
    await open("/nowhere", "There is no such page");
    await expectAccessible(page);
  });
});

describe("whoever governs uses", () => {
  beforeAll(async () => {
    const { id, password } = room.installation.superuser;
    watched.expectClean();
    // Pages of one browser share their session.
    await page.context().clearCookies();
    watched = await openWatchedPage(room.browser, room.installation.address);
    ({ page } = watched);
    await signIn(page, id, password);
  });

  it("the policies, and one with a fault in what is written", async () => {
    await open("/policies", "Policies");
    await expectAccessible(page);
    await open("/policies/users_get", "users_get");
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

  it.each([
    ["/clients", "Clients", "New client"],
    ["/clients/gatehouse", "gatehouse", "Change"],
  ])("the page at %s, and its dialog", async (path, heading, action) => {
    await open(path, heading);
    await expectAccessible(page);
    await page.getByRole("button", { name: action, exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });
});
