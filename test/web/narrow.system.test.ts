import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let watched: WatchedPage;
beforeAll(async () => {
  room = await openWebRoom();
  watched = await openWatchedPage(room.browser, room.installation.address);
  await signIn(watched.page, "ada", roomPassword);
});
afterAll(() => room?.close());
afterEach(() => watched.expectClean());

test.each([
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
])("at $width px the navigation opens, and closes by a choice, Escape and a click beside it", async (size) => {
  const { page } = watched;
  await page.setViewportSize(size);
  // Loaded again, as a user finds it who opens it in a narrow window.
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  const toggle = page.getByRole("button", { name: "Show or hide the navigation" });
  const sidebar = page.locator("#page-sidebar");
  // The element that a pointer would hit there, and its visible part.
  const isOver = () =>
    page.evaluate(
      `document.elementFromPoint(40, 300).closest("#page-sidebar") !== null && getComputedStyle(document.getElementById("page-sidebar")).opacity === "1"`,
    );
  const isShown = async () => {
    await expect.poll(isOver).toBe(true);
  };
  const isAway = async () => {
    await expect.poll(isOver).toBe(false);
  };
  const isFocused = (selector: string) => page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`);
  await isAway();
  // No invisible element takes the focus.
  for (let pressed = 0; pressed < 12; pressed++) {
    await page.keyboard.press("Tab");
    expect(await isFocused("#page-sidebar *")).toBe(false);
  }

  await toggle.click();
  await isShown();
  await sidebar.getByRole("link", { name: "Requests", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Requests" }).waitFor();
  await isAway();

  await toggle.click();
  await isShown();
  await page.keyboard.press("Escape");
  await isAway();
  expect(await isFocused("#navigation-toggle")).toBe(true);

  await toggle.click();
  await isShown();
  await page.mouse.click(size.width - 10, size.height - 10);
  await isAway();

  await page.setViewportSize({ width: 1440, height: 900 });
  await isShown();
});
