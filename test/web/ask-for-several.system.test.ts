// @input mouse keyboard
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { Row } from "#store/tables.ts";

import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

const reason = "they sell from today on";
let room: WebRoom;
let accounts: ReadonlyMap<string, Row<"accounts">>;
let watched: WatchedPage;
beforeAll(async () => {
  room = await openWebRoom();
  const { admin, people } = room;
  const owners = { ada: people.ada, bob: people.bob, bobby: people.bob };
  for (const [shortId, userKey] of Object.entries(owners))
    await room.addAccount({ shortId, userKey, password: "Crane-Lamp-42" });
  const made = await admin.post("/v2/groups", { targetSystemKey: "DIRECTORY", shortId: "sales" });
  const { key } = made.body as { readonly key: string };
  await admin.until(`/v2/operations(${key})`, ({ status }) => status === "succeeded");
  const { context, close } = await room.installation.compose();
  const { store, ids } = context;
  accounts = new Map((await store.select("accounts")).map((account) => [account.shortId, account]));
  const [group] = await store.select("groups", { where: { shortId: "sales" } });
  const member = { groupKey: group?.key ?? "", accountKey: accounts.get("ada")?.key ?? "" };
  await store.transaction(() => store.add("groupMemberships", { key: ids.guid(), ...member }));
  await close();
});
afterAll(() => room?.close());
afterEach(() => watched.expectClean({ isCutOff: true }));

/** Returns the requests of this journey, each with its recipient and its account. */
async function asked() {
  const query = `$filter=${encodeURIComponent(`reason eq '${reason}'`)}&$orderby=createdAt,key&$expand=operations`;
  const { body } = await room.admin.get(`/v2/requests?${query}`);
  const { value } = body as {
    value: readonly { recipientKey: string; operations: readonly { accountKey: string | null }[] }[];
  };
  return value.map(({ recipientKey, operations }) => [recipientKey, operations.map(({ accountKey }) => accountKey)]);
}

test("for several people each is told what they have, asked with an account of their own, and sent once, also where it is stopped and the page loaded again midway", async () => {
  const { installation, people } = room;
  watched = await openWatchedPage(room.browser, installation.address);
  const { page } = watched;
  await signIn(page, installation.superuser.id, installation.superuser.password);
  await page.getByRole("link", { name: "Ask", exact: true }).first().click();
  for (const name of ["ada", "bob"]) {
    await page.getByLabel("Also for somebody else").fill(name);
    await page.getByRole("button", { name: `${name} (${name})` }).click();
  }
  await page.getByRole("button", { name: /^Not for (?!ada|bob)/ }).click();
  await page.getByRole("button", { name: "Add sales" }).click();
  await page.getByText("ada is in this group already, with the account ada.").waitFor();
  await page.getByLabel("With which account of bob").selectOption("bobby");
  await page.getByLabel("Reason").fill(reason);

  const keys: (string | undefined)[] = [];
  let isSecondThere = false;
  await page.route("**/v2/requests", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push((await route.request().allHeaders())["idempotency-key"]);
    if (keys.length === 1) return route.continue();
    // The service has received the second request; the page never gets the answer.
    if (keys.length === 2) {
      await route.fetch();
      isSecondThere = true;
    }
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Send 2 requests" }).click();
  const sending = page.getByRole("dialog", { name: "Sending" });
  await sending.getByText("1 of 2 sent").waitFor();
  await expect.poll(() => isSecondThere).toBe(true);
  await sending.getByRole("button", { name: "Stop" }).click();
  await sending.waitFor({ state: "detached" });
  await page.reload();
  await page.unroute("**/v2/requests");
  await page.getByRole("button", { name: "Not for bob" }).waitFor();
  expect(await page.getByRole("button", { name: "Not for ada" }).count()).toBe(0);
  expect(await page.getByLabel("Reason").inputValue()).toBe(reason);
  const again = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/v2/requests"));
  await page.getByRole("button", { name: "Send the request" }).click();
  expect((await (await again).allHeaders())["idempotency-key"]).toBe(keys[1]);
  await page.getByRole("heading", { level: 1, name: /^Request \d{8}-\d+$/ }).waitFor();
  expect(new Set(keys).size).toBe(2);
  expect(await asked()).toEqual([
    [people.ada, [accounts.get("ada")?.key]],
    [people.bob, [accounts.get("bobby")?.key]],
  ]);
  await page.getByRole("link", { name: "Ask", exact: true }).first().click();
  await page.getByText("Add first what you ask for.").waitFor();
});

test("who asks for themselves is told of the group in which they are already", async () => {
  await room.browser.context.clearCookies();
  watched = await openWatchedPage(room.browser, room.installation.address);
  const { page } = watched;
  await signIn(page, "ada", roomPassword);
  await page.getByRole("link", { name: "Ask", exact: true }).first().click();
  await page.getByRole("button", { name: "Add sales" }).click();
  await expect.poll(() => page.getByText("The account ada is in this group already.").count()).toBe(1);
});
