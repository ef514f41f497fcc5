import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { enter, hasFocus, tabTo, typeInto } from "./support/keyboard.ts";
import { openWatchedPage, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

const passwords = { first: "Crane-Lamp-42", changed: "Otter-Valve-77" };
let room: WebRoom;
let watched: WatchedPage;
beforeAll(async () => {
  room = await openWebRoom();
  await room.addAccount({ shortId: "eve", userKey: room.people.eve, password: passwords.first });
});
afterAll(() => room?.close());
afterEach(async () => {
  watched.expectClean();
  await room.browser.context.clearCookies();
  await watched.page.evaluate("localStorage.clear()");
  await watched.page.close();
});

/** Signs a user in without a mouse; the first field has the focus. */
async function signInByKeys(userName: string): Promise<Page> {
  watched = await openWatchedPage(room.browser, room.installation.address);
  const { page } = watched;
  await expect.poll(() => hasFocus(page.getByLabel("User name"))).toBe(true);
  await page.keyboard.type(userName);
  await typeInto(page, page.getByLabel("Password"), roomPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: `Good to see you, ${userName}` }).waitFor();
  return page;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("somebody asks, another one decides, and a third changes a password, by Tab, Enter and arrows alone", async () => {
  const ada = await signInByKeys("ada");
  await tabTo(ada, ada.getByRole("link", { name: "Skip to the content" }), "Shift+Tab");
  await enter(ada, ada.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: "Ask" }));
  await heading(ada, "Ask").waitFor();
  await expect.poll(() => hasFocus(heading(ada, "Ask"))).toBe(true);
  await enter(ada, ada.getByRole("button", { name: "Add The directory of everybody" }));
  await typeInto(ada, ada.getByLabel("cn"), "Ada Abel");
  await typeInto(ada, ada.getByLabel("sn"), "Abel");
  await typeInto(ada, ada.getByLabel("Reason"), "I begin today");
  await enter(ada, ada.getByRole("button", { name: "Send the request" }));
  await heading(ada, /^Request \d{8}-\d+$/).waitFor();
  // Arrow keys move through a menu.
  await enter(ada, ada.getByRole("button", { name: "ada", exact: true }));
  await ada.getByRole("menuitem", { name: "Sign out" }).waitFor();
  await expect.poll(() => hasFocus(ada.getByRole("menuitem"))).toBe(true);
  await ada.keyboard.press("ArrowUp");
  await expect.poll(() => hasFocus(ada.getByRole("menuitem", { name: "Sign out" }))).toBe(true);
  await ada.keyboard.press("Enter");
  await heading(ada, "Sign in to Gatehouse").waitFor();
  watched.expectClean();
  await ada.close();

  const bob = await signInByKeys("bob");
  await enter(bob, bob.getByRole("link", { name: /^\d{8}-\d+$/ }).first());
  await bob.getByText("I begin today").waitFor();
  await enter(bob, bob.getByRole("button", { name: "Approve" }));
  const dialog = bob.getByRole("dialog", { name: "Approve" });
  await dialog.waitFor();
  await typeInto(bob, dialog.getByLabel("Comment"), "welcome");
  await enter(bob, dialog.getByRole("button", { name: "Approve" }));
  await dialog.waitFor({ state: "detached" });
  await bob.getByText("Completed", { exact: true }).waitFor();
  watched.expectClean();
  await room.browser.context.clearCookies();
  await bob.close();

  const eve = await signInByKeys("eve");
  await enter(
    eve,
    eve.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: "My access" }),
  );
  const button = eve.getByRole("button", { name: "Change the password of eve on DIRECTORY" });
  await enter(eve, button);
  const change = eve.getByRole("dialog", { name: "Change the password" });
  await typeInto(eve, change.getByLabel("Current password"), passwords.first);
  await typeInto(eve, change.getByLabel("New password"), passwords.changed);
  await typeInto(eve, change.getByLabel("The same once more"), passwords.changed);
  await eve.keyboard.press("Enter");
  await change.getByText("Done: change the password on DIRECTORY").waitFor();
  await eve.keyboard.press("Escape");
  await change.waitFor({ state: "detached" });
  // The focus is back where it was before the dialog.
  await expect.poll(() => hasFocus(button)).toBe(true);
});

test("who may not search for people delegates the request before them by a key, and the other one accepts and decides it", async () => {
  const asked = await room.admin.post("/v2/requests", {
    recipientKey: room.people.bob,
    reason: "while I am away",
    operations: [
      {
        code: "ACUA",
        targetSystemKey: "DIRECTORY",
        attributes: {
          cn: "Bob",
          sn: "Bee",
        },
      },
    ],
  });
  const { key, number } = asked.body as { readonly key: string; readonly number: string };
  const bob = await signInByKeys("bob");
  await enter(bob, bob.getByRole("link", { name: number }).first());
  await heading(bob, `Request ${number}`).waitFor();
  await bob.getByRole("button", { name: "Delegate", exact: true }).waitFor();
  await bob.keyboard.press("g");
  const dialog = bob.getByRole("dialog", { name: "Delegate my decisions" });
  await dialog.waitFor();
  expect(await dialog.getByLabel("Requests").inputValue()).toBe(key);
  await typeInto(bob, dialog.getByLabel("Who decides"), "evi");
  await typeInto(bob, dialog.getByLabel("Reason"), "I am away");
  await bob.keyboard.press("Enter");
  await dialog.getByText("nobody who can decide has this id").first().waitFor();
  await tabTo(bob, dialog.getByLabel("Who decides"), "Shift+Tab");
  await bob.keyboard.press("Control+a");
  await bob.keyboard.type("eve");
  await bob.keyboard.press("Enter");
  await bob.getByText("That person was asked.").waitFor();
  await dialog.waitFor({ state: "detached" });
  watched.expectClean();
  await room.browser.context.clearCookies();
  await bob.close();

  const eve = await signInByKeys("eve");
  await enter(
    eve,
    eve.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: "Delegations" }),
  );
  await enter(eve, eve.getByRole("button", { name: "Accept the delegation of bob" }));
  await enter(eve, eve.getByRole("dialog", { name: "Accept" }).getByRole("button", { name: "Accept" }));
  await eve.getByRole("cell", { name: /^accepted/ }).waitFor();
  await enter(
    eve,
    eve.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: /^Waiting for me/ }),
  );
  await enter(eve, eve.getByRole("link", { name: number }));
  const beside = eve.getByRole("region", { name: `Request ${number}` });
  await beside.getByRole("button", { name: "Deny", exact: true }).waitFor();
  await eve.keyboard.press("d");
  const denial = eve.getByRole("dialog", { name: "Deny" });
  await expect.poll(() => hasFocus(denial.getByLabel("Comment"))).toBe(true);
  await eve.keyboard.type("not without him");
  await enter(eve, denial.getByRole("button", { name: "Deny" }));
  await eve.getByText("Denied", { exact: true }).waitFor();
});

test("keys decide, lead from row to row and to every page, and do nothing while somebody types or has switched them off", async () => {
  for (const reason of ["first", "second", "third"])
    await room.admin.post("/v2/requests", {
      recipientKey: room.people.bob,
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
  const page = await signInByKeys("bob");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "What keys do" });
  await keys.getByRole("rowheader", { name: "Next row" }).waitFor();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });

  const palette = page.getByRole("dialog", { name: "Go to or do" });
  await page.keyboard.press("Control+k");
  await expect.poll(() => hasFocus(palette.getByRole("combobox"))).toBe(true);
  await page.keyboard.type("waiting");
  await palette.getByRole("option", { name: "Waiting for me", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await heading(page, "Waiting for me").waitFor();
  await palette.waitFor({ state: "detached" });
  const left = 3;
  const rows = page.getByRole("link", { name: /^\d{8}-\d+$/ });
  await rows.nth(1).waitFor();
  await page.keyboard.press("j");
  await expect.poll(() => hasFocus(rows.first())).toBe(true);
  await page.keyboard.press("j");
  await expect.poll(() => hasFocus(rows.nth(1))).toBe(true);
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await expect.poll(() => page.getByRole("checkbox").nth(1).isChecked()).toBe(true);
  await page.keyboard.press("x");
  // Typed letters stay letters.
  await page.keyboard.press("/");
  await page.keyboard.type("ad");
  expect(await page.getByRole("searchbox", { name: "Search" }).inputValue()).toBe("ad");
  await page.getByRole("heading", { name: "Nothing was found" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await rows.nth(1).waitFor();
  await tabTo(page, rows.first());
  await page.keyboard.press("d");
  const denial = page.getByRole("dialog", { name: "Deny one request" });
  await denial.waitFor();
  await expect.poll(() => hasFocus(denial.getByLabel("Comment"))).toBe(true);
  await page.keyboard.type("not now");
  await enter(page, denial.getByRole("button", { name: "Deny" }));
  await denial.getByText("1 of 1 decided").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("checkbox").count()).toBe(left);

  // A request beside the list follows the focus from row to row, and closes by Escape.
  const beside = page.getByRole("region", { name: /^Request \d{8}-\d+$/ });
  const numbers = await rows.allInnerTexts();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await beside.getByRole("heading", { name: `Request ${numbers[0]}` }).waitFor();
  expect(page.url()).toContain("open=");
  // A user who passes by with Tab opens nothing.
  await tabTo(page, rows.nth(1));
  await beside.getByRole("heading", { name: `Request ${numbers[0]}` }).waitFor();
  await tabTo(page, rows.first(), "Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await beside.getByRole("heading", { name: `Request ${numbers[1]}` }).waitFor();
  await expect.poll(() => hasFocus(rows.nth(1))).toBe(true);
  await page.keyboard.press("k");
  await beside.getByRole("heading", { name: `Request ${numbers[0]}` }).waitFor();
  await beside.getByLabel("Say something").waitFor();
  await page.keyboard.press("c");
  await expect.poll(() => hasFocus(beside.getByLabel("Say something"))).toBe(true);
  // Escape in a field belongs to the field.
  await page.keyboard.press("Escape");
  await tabTo(page, beside.getByRole("button", { name: "Approve" }), "Shift+Tab");
  await page.keyboard.press("d");
  const besideDenial = page.getByRole("dialog", { name: "Deny" });
  await besideDenial.getByText(`You deny request ${numbers[0]}`).waitFor();
  await page.keyboard.press("Escape");
  await besideDenial.waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(beside.getByRole("button", { name: "Approve" }))).toBe(true);
  await page.keyboard.press("Escape");
  await beside.waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(rows.first())).toBe(true);
  expect(page.url()).not.toContain("open=");

  await page.keyboard.press("Enter");
  await enter(page, beside.getByRole("link", { name: "Open its page" }));
  await heading(page, /^Request \d{8}-\d+$/).waitFor();
  await page.getByLabel("Say something").waitFor();
  await page.keyboard.press("c");
  await expect.poll(() => hasFocus(page.getByLabel("Say something"))).toBe(true);
  await page.keyboard.type("a question of mine");
  await enter(page, page.getByRole("button", { name: "Leave a remark" }));
  await page.getByRole("listitem").filter({ hasText: "a question of mine" }).first().waitFor();
  await tabTo(page, page.getByRole("button", { name: "Approve" }), "Shift+Tab");

  await page.keyboard.press("?");
  await keys.waitFor();
  await tabTo(page, keys.getByLabel("Keys alone do something"));
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await page.keyboard.press("a");
  await page.keyboard.press("Control+k");
  await expect.poll(() => hasFocus(palette.getByRole("combobox"))).toBe(true);
  expect(await page.getByRole("dialog").count()).toBe(1);
  // The palette contains the actions of the page too.
  await page.keyboard.type("approve");
  await palette.getByRole("option", { name: /^Approve/, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  const approval = page.getByRole("dialog", { name: "Approve" });
  await approval.waitFor();
  await expect.poll(() => hasFocus(approval.getByLabel("Comment"))).toBe(true);
});

test("what others say meanwhile does not push the focus out of the window, and who scrolls away from it is left there", async () => {
  const asked = await room.admin.post("/v2/requests", {
    recipientKey: room.people.bob,
    reason: "much to be said",
    operations: [
      {
        code: "ACUA",
        targetSystemKey: "DIRECTORY",
        attributes: {
          cn: "Bob",
          sn: "Bee",
        },
      },
    ],
  });
  const { key, number } = asked.body as { readonly key: string; readonly number: string };
  const page = await signInByKeys("bob");
  await page.setViewportSize({ width: 1280, height: 500 });
  await enter(page, page.getByRole("link", { name: number }).first());
  const remark = page.getByLabel("Say something");
  await remark.waitFor();
  await page.keyboard.press("c");
  const isInWindow = async () => {
    const { y = 0, height = 0 } = (await remark.boundingBox()) ?? {};
    return y >= 0 && y + height <= 500;
  };
  await expect.poll(isInWindow).toBe(true);
  const said = (text: string) => page.getByRole("listitem").filter({ hasText: text });
  const tell = async (text: string) => {
    const told = await room.admin.post(`/v2/requests('${key}')/comment`, { text: `${text} `.repeat(200) });
    expect(told.status).toBe(200);
    await said(text).first().waitFor();
  };
  await tell("aside");
  await expect.poll(isInWindow).toBe(true);
  await tell("besides");
  await expect.poll(isInWindow).toBe(true);
  expect(await hasFocus(remark)).toBe(true);

  await page.mouse.move(640, 250);
  await page.mouse.wheel(0, -9000);
  await expect.poll(isInWindow).toBe(false);
  await tell("moreover");
  expect(await isInWindow()).toBe(false);
});
