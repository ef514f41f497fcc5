import { setTimeout as sleep } from "node:timers/promises";

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { testSize } from "../support/test-size.ts";
import { expectAccessible } from "./support/looks.ts";
import { countOf, type OutageJourney } from "./support/outage-journey.ts";
import { fillRequest, firstPasswordOfEve, outageJourneys } from "./support/outage-journeys.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

/** Milliseconds of the outage, without the time of the restart. */
const awayMs = testSize(2_000, 30_000);
const notice = "The service does not answer.";

let room: WebRoom;
/** Browsers by their users. */
const browsers = new Map<OutageJourney["user"], TestBrowser>();
const opened: WatchedPage[] = [];
const endings: (() => Promise<void>)[] = [];
beforeAll(async () => {
  room = await openWebRoom();
  await room.addAccount({ shortId: "eve", userKey: room.people.eve, password: firstPasswordOfEve });
  for (const { prepare } of outageJourneys) await prepare?.(room, (end) => void endings.push(end));
  for (const user of new Set(outageJourneys.map((journey) => journey.user))) browsers.set(user, await openBrowser());
});
afterAll(async () => {
  await Promise.all([...browsers.values()].map((browser) => browser.close()));
  await Promise.all(endings.map((end) => end()));
  await room?.close();
});
afterEach(async () => {
  // Errors that the browser reports because of the outage are expected; no others are.
  for (const { expectClean } of opened.splice(0)) expectClean({ isCutOff: true });
  for (const { context } of browsers.values()) {
    await Promise.all(context.pages().map((page) => page.close()));
    await context.newPage();
  }
});

/** Opens a page of a signed-in user. */
async function as(user: OutageJourney["user"]): Promise<Page> {
  const { installation, browser } = room;
  const watched = await openWatchedPage(browsers.get(user) ?? browser, installation.address);
  opened.push(watched);
  const { page } = watched;
  const { id, password } = user === "administrator" ? installation.superuser : { id: user, password: roomPassword };
  if (!(await isSignedIn(page))) await signIn(page, id, password);
  return page;
}

async function isSignedIn(page: Page): Promise<boolean> {
  const signedIn = page.getByRole("heading", { name: /^Good to see you/ });
  await signedIn.or(page.getByRole("heading", { name: "Sign in to Gatehouse" })).waitFor();
  return (await signedIn.count()) > 0;
}

test("the service is away while forms are filled in and sent: nothing typed is lost, each is carried out once, and the pages say what happens", async () => {
  const going: { readonly journey: OutageJourney; readonly page: Page }[] = [];
  for (const journey of outageJourneys) going.push({ journey, page: await as(journey.user) });
  for (const { journey, page } of going) await journey.begin(page, room);
  await room.installation.whileAway(async () => {
    for (const { journey, page } of going) await journey.send(page);
    for (const { page } of going) await page.getByText(notice).first().waitFor();
    for (const { page } of going.slice(0, 2)) await expectAccessible(page);
    await sleep(awayMs);
  });
  for (const { journey, page } of going) {
    await journey.ended(page);
    await expect.poll(() => page.getByText(notice).count()).toBe(0);
    expect(await journey.times(room, page)).toBe(1);
  }
}, 240_000);

test("an answer that is lost on its way is asked for again under the same key, and the request is there once", async () => {
  const page = await as("ada");
  const keys: (string | undefined)[] = [];
  await page.route("**/v2/requests", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push((await route.request().allHeaders())["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    // The service has received it; the browser never gets the answer.
    expect((await route.fetch()).status()).toBe(202);
    await route.abort("connectionreset");
  });
  await fillRequest(page, "sent while the line was cut");
  await page.getByRole("button", { name: "Send the request" }).click();
  await page.getByRole("heading", { level: 1, name: /^Request \d{8}-\d+$/ }).waitFor();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(await countOf(room, "requests", "reason eq 'sent while the line was cut'")).toBe(1);
});
