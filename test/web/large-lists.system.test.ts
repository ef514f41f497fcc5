import { setTimeout as sleep } from "node:timers/promises";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { readSettings } from "#platform/settings/settings.ts";
import { openDatabase } from "#store/database.ts";

import { fillOpenRequests } from "../support/open-requests.ts";
import { testSize } from "../support/test-size.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

const count = testSize(2_000, 100_000);
/** Times are held to what is promised where the test has its full size; a short run only says them. */
const never = Number.POSITIVE_INFINITY;
const promised = { signInPageMs: testSize(never, 2_000), shownMs: testSize(never, 300) };
/** How much slower than its own the processor of who looks is. */
const slowedBy = 4;

// Marks the moments that are measured, on the page itself.
const marksMoments = `{
  let isBusy = true;
  new MutationObserver(() => {
    if (document.querySelector("#asked-userName") && performance.getEntriesByName("usable").length === 0) performance.mark("usable");
    const busy = document.querySelector("table[aria-busy]")?.getAttribute("aria-busy");
    if (busy === "false" && isBusy) requestAnimationFrame(() => setTimeout(() => performance.mark("shown")));
    if (busy) isBusy = busy === "true";
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-busy"] });
}`;

let room: WebRoom;
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  room = await openWebRoom();
  const asked = await room.admin.post("/v2/requests", {
    ...{ recipientKey: room.people.ada, reason: "one of many" },
    operations: [{ code: "ACUA", targetSystemKey: "DIRECTORY", attributes: { cn: "Ada", sn: "Abel" } }],
  });
  const { key } = asked.body as { key: string };
  await room.admin.until(`/v2/requests(${key})`, ({ status }) => status === "W");
  const { databaseUrl } = readSettings({ ...process.env, GATEHOUSE_DATA: room.installation.folder });
  const database = openDatabase({ databaseUrl });
  await fillOpenRequests(database, { requestKey: key, userKey: room.people.bob, count, people: 20 });
  // What was filled in was changed by nobody, so that the log need not tell of it.
  await database.transactions.run(() => database.write("DELETE FROM `rowWatch`", []));
  await database.close();
  await room.browser.context.addInitScript({ content: marksMoments });
  watched = await openWatchedPage(room.browser, room.installation.address);
  ({ page } = watched);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowedBy });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
}, 300_000);
afterAll(async () => {
  await room?.close();
  watched?.expectClean();
});

/** Says how long something took. */
function said(what: string, tookMs: number): number {
  console.log(`${what}: ${Math.round(tookMs)} ms, with a processor slowed ${slowedBy} times`);
  return tookMs;
}

/** Does something that changes what a list shows; how long after the answer of the service it is seen. */
async function shownAfter(change: () => Promise<unknown>): Promise<number> {
  await page.evaluate("performance.clearMarks('shown'); performance.clearResourceTimings()");
  await change();
  // What waits for a condition on the page would be a script as a text, which these pages forbid.
  while ((await page.evaluate<number>("performance.getEntriesByName('shown').length")) === 0) await sleep(20);
  return page.evaluate<number>(`(() => {
    const [shown] = performance.getEntriesByName("shown");
    const answers = performance.getEntriesByType("resource").filter(({ name }) => /\\/v2\\/requests.*[?&]\\$count=true/.test(decodeURIComponent(name)) && !/top=0/.test(name));
    return shown.startTime - Math.max(...answers.map(({ responseEnd }) => responseEnd).filter((at) => at <= shown.startTime));
  })()`);
}

test("the sign-in page can be used soon", async () => {
  await page.reload();
  await page.getByLabel("User name").waitFor();
  const usableMs = await page.evaluate<number>("performance.getEntriesByName('usable')[0].startTime");
  expect(said("sign-in page usable", usableMs)).toBeLessThanOrEqual(promised.signInPageMs);
});

test(`a list of ${count.toLocaleString("en")} rows is filtered, sorted, paged and searched as one of a hundred`, async () => {
  const { id, password } = room.installation.superuser;
  await signIn(page, id, password);
  await page.goto(`${room.installation.address}/react/#/requests`);
  await page.getByText(`of ${(count + 1).toLocaleString("en")}`).waitFor();
  const changes: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
    ["filtered by status", () => page.getByLabel("Status").selectOption("W")],
    ["filtered by progress", () => page.getByLabel("Progress").selectOption("yes")],
    ["sorted by number", () => page.getByRole("button", { name: "Number" }).click()],
    ["next page", () => page.getByRole("button", { name: "Next page" }).click()],
    ["100 rows on a page", () => page.getByLabel("Rows per page").selectOption("100")],
    ["filters cleared", () => page.getByRole("button", { name: "Clear all filters" }).click()],
  ];
  for (const [what, change] of changes)
    expect(said(what, await shownAfter(change))).toBeLessThanOrEqual(promised.shownMs);
  await page.getByText(`of ${(count + 1).toLocaleString("en")}`).waitFor();
});

test("who decides sees what waits for them, and how much that is", async () => {
  await room.browser.context.clearCookies();
  await page.goto("about:blank");
  await page.goto(`${room.installation.address}/react/`);
  await signIn(page, "bob", roomPassword);
  await page.goto(`${room.installation.address}/react/#/waiting`);
  await page.getByText(`of ${(count + 1).toLocaleString("en")}`).waitFor();
  const shownMs = await shownAfter(() => page.getByRole("button", { name: "Next page" }).click());
  expect(said("next page of what waits", shownMs)).toBeLessThanOrEqual(promised.shownMs);
});
