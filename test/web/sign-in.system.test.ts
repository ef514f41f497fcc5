// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { cookiesOf, openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
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
});
afterEach(async () => {
  watched.expectClean();
  await page.evaluate("localStorage.clear()");
  await room.browser.context.clearCookies();
  await page.close();
});

const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const remembered = () => page.evaluate<Record<string, string>>("({ ...localStorage, ...sessionStorage })");

// @specification 1.ui
test("somebody signs in, is greeted, and signs out", async () => {
  await heading("Sign in to Gatehouse").waitFor();
  await signIn(page, "ada", roomPassword);
  await heading("Good to see you, ada").waitFor();
  await expect.poll(() => page.title()).toBe("Home · Gatehouse");
  expect(await cookiesOf(room.browser.context)).toMatchObject([{ httpOnly: true, sameSite: "Strict", expires: -1 }]);
  expect(await page.evaluate("document.cookie")).toBe("");
  await page.getByRole("button", { name: "ada" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await heading("Sign in to Gatehouse").waitFor();
  expect(await cookiesOf(room.browser.context)).toEqual([]);
});

test("a wrong password is told, asked again, and leaves nothing in the browser", async () => {
  await page.getByLabel("User name").fill("ada");
  await page.getByLabel("Password").fill("wrong");
  await page.getByLabel("Remember me").check();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByLabel("User name").inputValue()).toBe("ada");
  expect(await page.getByLabel("Password").inputValue()).toBe("");
  expect(Object.values(await remembered()).join()).not.toContain("ada");
  await signIn(page, "ada", roomPassword);
});

// @specification 1.remember-me
test("the user name is remembered over sessions and tabs once a sign-in has succeeded, and forgotten when that is not wanted", async () => {
  await page.getByLabel("Remember me").check();
  await signIn(page, "ada", roomPassword);
  const other = await openWatchedPage(room.browser, room.installation.address);
  await other.page.getByRole("heading", { name: "Good to see you, ada" }).waitFor();
  await other.page.getByRole("button", { name: "ada" }).click();
  await other.page.getByRole("menuitem", { name: "Sign out" }).click();
  for (const one of [page, other.page]) {
    await one.getByRole("heading", { name: "Sign in to Gatehouse" }).waitFor();
    expect(await one.getByLabel("User name").inputValue()).toBe("ada");
    expect(await one.getByLabel("Remember me").isChecked()).toBe(true);
  }
  other.expectClean();
  await other.page.close();
  await page.getByLabel("Remember me").uncheck();
  await signIn(page, "ada", roomPassword);
  expect(Object.values(await remembered()).join()).not.toContain("ada");
});

// @specification 1.external-link
test("a link with rel=external and target=_top ends the session, and is followed; one with either alone does not", async () => {
  await signIn(page, "ada", roomPassword);
  const { address } = room.installation;
  const link = page.locator("#leaving");
  const add = async (attributes: Readonly<Record<string, string>>) => {
    const given = Object.entries({ href: `${address}/ready`, id: "leaving", ...attributes });
    const set = given.map(([name, value]) => `link.setAttribute(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
    await page.evaluate(`{ const link = document.createElement("a"); ${set.join("")} link.textContent = "elsewhere";
      document.querySelector("main").prepend(link); }`);
  };
  // With the mouse itself, even in journeys that use the keyboard alone.
  const press = async (button: "middle" | "right") => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await link.boundingBox()) ?? {};
    await page.mouse.click(x + width / 2, y + height / 2, { button });
  };
  const ways = { click: () => link.click(), middle: () => press("middle"), Enter: () => link.press("Enter") };
  const follow = async (attributes: Readonly<Record<string, string>>, how: keyof typeof ways) => {
    await add(attributes);
    await ways[how]();
    await page.waitForURL(`${address}/ready`);
  };
  for (const attributes of [{ rel: "external" }, { target: "_top" }, { rel: "noopener", target: "_top" }]) {
    await follow(attributes, "click");
    expect(await cookiesOf(room.browser.context)).toHaveLength(1);
    await page.goto(`${address}/react/`);
    await heading("Good to see you, ada").waitFor();
  }
  const leaving = { rel: "noopener external", target: "_top" };
  for (const how of ["click", "middle", "Enter"] as const) {
    await follow(leaving, how);
    expect(await cookiesOf(room.browser.context)).toEqual([]);
    await page.goto(`${address}/react/`);
    await signIn(page, "ada", roomPassword);
  }
  // The context menu of a link does not follow it; the page still calls the service as before.
  await add(leaving);
  await press("right");
  await page.getByRole("link", { name: "Requests", exact: true }).first().click();
  await heading("Requests").waitFor();
  expect(await cookiesOf(room.browser.context)).toHaveLength(1);
});

test("who is not signed in comes back to the page that they wanted, and to no other place", async () => {
  const { address } = room.installation;
  await page.goto(`${address}/react/requests?status=W`);
  await heading("Sign in to Gatehouse").waitFor();
  await signIn(page, "ada", roomPassword);
  await heading("Requests").waitFor();
  expect(page.url()).toBe(`${address}/react/#/requests?status=W`);
  for (const wanted of [
    "//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/\\evil.example",
    "/\t/evil.example",
  ]) {
    await room.browser.context.clearCookies();
    await page.goto("about:blank");
    await page.goto(`${address}/react/#/sign-in?to=${encodeURIComponent(wanted)}`);
    await signIn(page, "ada", roomPassword);
    await heading("Good to see you, ada").waitFor();
    expect(new URL(page.url()).origin).toBe(address);
  }
});

test("what was entered on a page that was opened long ago, or beside another one, is not asked for again", async () => {
  await page.getByLabel("User name").fill("ada");
  // The state after the session's time is over, or after another page of the same moment has set its cookie last.
  await room.browser.context.clearCookies();
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").textContent()).not.toContain("is over");
  await room.browser.context.clearCookies();
  await signIn(page, "ada", roomPassword);
  await heading("Good to see you, ada").waitFor();
});

test("the pages speak German to who wants it, and remember that", async () => {
  await page.getByRole("button", { name: "Deutsch" }).click();
  await heading("Bei Gatehouse anmelden").waitFor();
  await page.reload();
  await heading("Bei Gatehouse anmelden").waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await page.getByLabel("Benutzername").first().fill("ada");
  await page.getByLabel("Kennwort").fill("falsch");
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/[Ff]ehlgeschlagen|falsch/);
  expect(await page.getByText("Signing in has failed.").count()).toBe(0);
});

test("a session that ends leaves the page as it is: one signs in over it, and what was typed is sent", async () => {
  await signIn(page, "ada", roomPassword);
  await page.getByRole("link", { name: "Ask", exact: true }).first().click();
  await heading("Ask").waitFor();
  await page.getByLabel("Reason").fill("because I need it");
  const { value } = (await room.admin.get(`/v2/users(${room.people.ada})/sessions?$filter=endedAt eq null`)).body as {
    value: { key: string }[];
  };
  for (const { key } of value) await room.admin.post(`/v2/users(${room.people.ada})/endSession`, { sessionKey: key });
  await page.getByLabel("Search for systems, groups and roles").fill("directory");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.waitFor();
  await dialog.getByLabel("Password").fill(roomPassword);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.getByLabel("Reason").inputValue()).toBe("because I need it");
  await page.getByText("The directory of everybody").waitFor();
});

test("who does not want to go on where a session has ended signs out", async () => {
  await signIn(page, "ada", roomPassword);
  await room.browser.context.clearCookies();
  // By address: the page may have noticed the end already, and then lies below the dialog.
  await page.goto(`${room.installation.address}/react/#/requests`);
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.waitFor();
  expect(await dialog.getByRole("button", { name: "Close" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Sign out" }).click();
  await heading("Sign in to Gatehouse").waitFor();
});
