import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { repeatedRequests } from "../support/repeated-requests.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

const widths = [390, 1024];
const heights: Readonly<Record<number, number>> = { 390: 844, 1024: 768 };
/** Number of requests; enough that an order left to the database is a wrong one for some of them. */
const together = 6;
// Lists are also polled. Without polling, a request leaves a list only because it was decided.
const noIntervals = `{ const every = window.setInterval; window.setInterval = (run, ms, ...rest) => (ms > 1000 ? 0 : every(run, ms, ...rest)); }`;

const join = "join the group “finance” on DIRECTORY";
const change = "change attributes “ada.abel” on DIRECTORY";
let room: WebRoom;
let watched: WatchedPage;
let page: Page;
const keys = { group: "", account: "" };

beforeAll(async () => {
  // Each request has the same operations, and the list must show them.
  room = await openWebRoom(repeatedRequests);
  const { admin, people } = room;
  await room.addAccount({ shortId: "ada.abel", userKey: people.ada, password: "Crane-Lamp-42" });
  const made = await admin.post("/v2/groups", { targetSystemKey: "DIRECTORY", shortId: "finance" });
  const { key } = made.body as { readonly key: string };
  await admin.until(`/v2/operations(${key})`, ({ status }) => status === "succeeded");
  const first = async (set: string, shortId: string) => {
    const { body } = await admin.get(`/v2/${set}?$filter=${encodeURIComponent(`shortId eq '${shortId}'`)}`);
    return (body as { readonly value: readonly { readonly key: string }[] }).value[0]?.key ?? "";
  };
  keys.group = await first("groups", "finance");
  keys.account = await first("accounts", "ada.abel");
});
afterAll(() => room?.close());
beforeEach(async () => {
  watched = await openWatchedPage(room.browser, room.installation.address);
  ({ page } = watched);
  await page.addInitScript({ content: noIntervals });
  // An ordinary user, who may read neither accounts nor groups of others.
  await signIn(page, "bob", roomPassword);
});
afterEach(async () => {
  watched.expectClean();
  await room.browser.context.clearCookies();
  await page.close();
});

/** Submits a request with two operations for ada; returns its key and number. */
async function asked(reason: string): Promise<{ readonly key: string; readonly number: string }> {
  const on = { targetSystemKey: "DIRECTORY", accountKey: keys.account };
  const { body } = await room.admin.post("/v2/requests", {
    recipientKey: room.people.ada,
    reason,
    operations: [
      {
        ...on,
        code: "UPDA",
        attributes: { sn: reason },
      },
      {
        ...on,
        code: "GRUA",
        groupKey: keys.group,
      },
    ],
  });
  const { key } = body as { readonly key: string };
  const { number } = (await room.admin.get(`/v2/requests(${key})`)).body as { readonly number: string };
  return { key, number };
}

const rows = () => page.getByRole("link", { name: /^\d{8}-\d+$/ });

test.each(widths)(
  "at %d px an approver comes to the list by the navigation, reads what is asked for in list, panel and page, and what is decided leaves the list at once",
  async (width) => {
    await page.setViewportSize({ width, height: heights[width] ?? 0 });
    // In whatever order operations are read, a decision refers to each by its sequence number.
    await page.route(/\/v2\/requests\/waitingForMe\b/, async (route) => {
      const response = await route.fetch();
      const told = (await response.json()) as { readonly value: readonly { readonly operations: object[] }[] };
      for (const [index, { operations }] of told.value.entries()) if (index % 2 === 1) operations.reverse();
      await route.fulfill({ response, json: told });
    });
    const requests: { readonly key: string; readonly number: string }[] = [];
    for (let index = 0; index < together; index += 1) requests.push(await asked(`Abel ${width} ${index}`));
    const [first] = requests;
    if (first === undefined) throw new Error("nothing was asked for");
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("button", { name: "Show or hide the navigation" }).click();
    await page
      .locator("#page-sidebar")
      .getByRole("link", { name: /^Waiting for me/ })
      .click();
    await page.getByRole("heading", { level: 1, name: "Waiting for me" }).waitFor();
    await expect.poll(() => rows().count()).toBe(together);
    for (const words of [change, join]) {
      const told = page.getByRole("row").getByText(words, { exact: true });
      await expect.poll(() => told.count()).toBe(together);
      // Visible, and not cut off at the edge of the window.
      expect(await told.first().evaluate((place) => place.scrollWidth <= place.clientWidth)).toBe(true);
      await told.first().scrollIntoViewIfNeeded();
      expect(await told.first().isVisible()).toBe(true);
    }

    await page.goto(`${room.installation.address}/react/#/waiting?open=${first.key}`);
    const beside = page.getByRole("region", { name: `Request ${first.number}` });
    for (const words of [change, join]) await beside.getByRole("heading", { name: words }).waitFor();
    await beside.getByRole("link", { name: "Open its page" }).click();
    await page.getByRole("heading", { level: 1, name: `Request ${first.number}` }).waitFor();
    for (const words of [change, join]) await page.getByRole("heading", { name: words }).waitFor();

    await page.goto(`${room.installation.address}/react/#/waiting`);
    await expect.poll(() => rows().count()).toBe(together);
    await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
    await page.getByRole("button", { name: `Approve ${together} requests` }).click();
    const dialog = page.getByRole("dialog", { name: `Approve ${together} requests` });
    await dialog.getByRole("button", { name: "Approve", exact: true }).click();
    await dialog.getByText(`${together} of ${together} decided`).waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect.poll(() => rows().count()).toBe(0);

    // One at a time, from its own page.
    const last = await asked(`Abel ${width} alone`);
    await page.goto(`${room.installation.address}/react/#/waiting?q=alone`);
    await expect.poll(() => rows().allInnerTexts()).toEqual([last.number]);
    await rows().first().click();
    await page.getByRole("heading", { level: 1, name: `Request ${last.number}` }).waitFor();
    await page.getByRole("button", { name: "Deny", exact: true }).click();
    const denial = page.getByRole("dialog", { name: "Deny" });
    await denial.getByRole("button", { name: "Deny", exact: true }).click();
    await denial.waitFor({ state: "detached" });
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Waiting for me" }).waitFor();
    await expect.poll(() => rows().count()).toBe(0);
  },
);

test("a request whose operations stand in another order than they are read is decided as it was seen", async () => {
  const { key } = await asked("Abel in order");
  const { body } = await room.admin.get(`/v2/requests(${key})/operations?$orderby=sequence`);
  const { value } = body as { readonly value: readonly Record<string, unknown>[] };
  const operations = value.map(({ sequence, code, targetSystemKey, accountKey, groupKey, attributes }) => ({
    sequence,
    code,
    targetSystemKey,
    accountKey,
    groupKey,
    attributes,
  }));
  const bob = await room.rest.signIn("bob", roomPassword);
  const said = { phase: 1, decision: "deny" };
  const swapped = operations.map((operation, index) => ({ ...operation, sequence: operations.length - index }));
  const path = `/v2/requests(${key})/decide`;
  expect((await bob.post(path, { ...said, expect: { operations: swapped } })).status).toBe(412);
  expect((await bob.post(path, { ...said, expect: { operations: operations.toReversed() } })).status).toBe(200);
});
