// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { conflictName } from "#domain/replication/conflicts.ts";
import { stampOf } from "#domain/replication/stamp.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { namedGuid } from "#platform/object-key.ts";

import { addTwin } from "../support/add-twin.ts";
import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { findingsOn } from "./support/accessible.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { roomPassword } from "./support/web-room.ts";

let installation: Installation;
let browser: TestBrowser;
let rest: RestClient;
let admin: RestUser;
let people: Readonly<Record<"ada" | "bob", string>>;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  rest = createRestClient(installation.address);
  admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
  const { context, close } = await installation.compose();
  people = await addPeople(context, ["ada", "bob"], roomPassword);
  const { store, ids } = context;
  await store.transaction(async () => {
    await store.add("nodes", {
      key: ids.guid(),
      id: "berlin",
      registeredAt: 0,
      // Nobody listens there.
      publicAddress: "http://127.0.0.1:9",
      signingKey: "s".repeat(43),
      sealingKey: "k".repeat(43),
    });
    for (const [id, key] of Object.entries(people)) await addConflict(context, id, key);
  });
  await addTwin(context, { id: "ada", displayName: "Another Ada" });
  await close();
});
/** Adds a conflict about the display name of a user. */
async function addConflict({ store }: Pick<ServiceContext, "store">, id: string, userKey: string): Promise<void> {
  const place = { table: "users", key: userKey, column: "displayName" };
  const stamp = (ms: number, node: string) => stampOf({ ms, counter: 0, writer: 1, node });
  const kept = (await store.get("users", userKey))?.displayName ?? null;
  await store.add("replicationConflicts", {
    id: namedGuid(conflictName(place)),
    ...place,
    kept: kept === null ? null : JSON.stringify(kept),
    keptStamp: stamp(2_000, "node1"),
    lost: JSON.stringify(`${id} of Berlin`),
    lostStamp: stamp(1_000, "berlin"),
    count: 1,
  });
}

afterAll(async () => {
  rest?.close();
  await browser?.close();
  await installation?.stop();
});
beforeEach(async () => {
  await browser.context.clearCookies();
  watched = await openWatchedPage(browser, installation.address);
  page = watched.page;
});
afterEach(async () => {
  watched.expectClean();
  await page.close();
});

async function openNodes(): Promise<void> {
  await signIn(page, installation.superuser.id, installation.superuser.password);
  await page.goto(`${installation.address}/#/nodes`);
  await page.getByRole("img", { name: /node1.*berlin: / }).waitFor();
}

const nameOf = async (key: string) =>
  ((await admin.get(`/v2/users(${key})`)).body as { readonly displayName: string | null }).displayName;
const statesOf = async () =>
  (
    (await admin.get("/v2/replicationConflicts?$orderby=key")).body as {
      readonly value: readonly { readonly key: string; readonly state: string }[];
    }
  ).value;

test("a lost value is brought back, and another one given up, each by two clicks or keys", async () => {
  await openNodes();
  expect(await findingsOn(page)).toEqual([]);
  const row = (name: string) => page.getByRole("row").filter({ hasText: `${name} of Berlin` });
  await row("ada")
    .getByRole("button", { name: /^Revert: ada/ })
    .click();
  const revert = page.getByRole("dialog", { name: "Revert" });
  await revert.getByText("ada of Berlin").waitFor();
  expect(await findingsOn(page)).toEqual([]);
  await revert.getByRole("button", { name: "Revert", exact: true }).click();
  await revert.waitFor({ state: "detached" });
  await expect.poll(() => nameOf(people.ada)).toBe("ada of Berlin");
  await row("ada").getByText("Reverted").waitFor();

  await row("bob")
    .getByRole("button", { name: /^Accept: bob/ })
    .focus();
  await page.keyboard.press("Enter");
  const accept = page.getByRole("dialog", { name: "Accept" });
  await accept.waitFor();
  await accept.getByRole("button", { name: "Accept", exact: true }).focus();
  await page.keyboard.press("Enter");
  await accept.waitFor({ state: "detached" });
  await row("bob").getByText("Accepted").waitFor();
  expect(await nameOf(people.bob)).not.toBe("bob of Berlin");
  expect((await statesOf()).map(({ state }) => state).toSorted()).toEqual(["accepted", "reverted"]);
  expect(await page.getByRole("button", { name: /^(Revert|Accept): / }).count()).toBe(0);
});

test("several conflicts are accepted together, and one that was lost again since is named and stays open", async () => {
  const { context, close } = await installation.compose();
  const { store, ids } = context;
  const keys = [ids.guid(), ids.guid(), ids.guid()];
  await store.transaction(async () => {
    for (const [index, key] of keys.entries()) {
      await store.save("users", { key, id: `conflicted${index}` });
      await addConflict(context, `conflicted${index}`, key);
    }
  });
  await openNodes();
  for (const index of keys.keys())
    await page
      .getByRole("row")
      .filter({ hasText: `conflicted${index} of Berlin` })
      .getByRole("checkbox")
      .click();
  const [lostAgain] = await store.select("replicationConflicts", { where: { key: keys[2] ?? "" } });
  const lostStamp = stampOf({ ms: 1_500, counter: 0, writer: 1, node: "berlin" });
  await store.transaction(() => store.save("replicationConflicts", { id: lostAgain?.id ?? "", lostStamp, count: 2 }));
  await page.getByRole("button", { name: "Accept 3 conflicts" }).click();
  const dialog = page.getByRole("dialog", { name: "Accept 3 conflicts" });
  expect(await findingsOn(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Accept", exact: true }).click();
  await dialog.getByText("2 of 3 accepted").waitFor();
  await dialog
    .getByText(/Another value was lost|changed since|Reload/)
    .first()
    .waitFor();
  await dialog.getByText("conflicted2 displayName").waitFor();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await dialog.waitFor({ state: "detached" });
  const rows = await statesOf();
  const stateOf = (key: string) => rows.find((row) => row.key === key)?.state;
  expect(keys.map(stateOf)).toEqual(["accepted", "accepted", "open"]);
  await close();
});

test("a node that does not answer is shown with its error and its standing, and that it cannot be compared", async () => {
  await openNodes();
  await page.getByText("Not answering").first().waitFor();
  const { context, close } = await installation.compose();
  await context.store.transaction(() => context.store.save("nodeLinks", { name: "berlin", logStanding: "silent" }));
  await close();
  const row = page.getByRole("row").filter({ hasText: "berlin" });
  await row.getByText("Silent for a day").waitFor();
  const compare = row.getByRole("button", { name: "Compare: berlin" });
  await compare.focus();
  await page.keyboard.press("Enter");
  await row.getByText(/^Failed .*does not answer/).waitFor();
  expect(await findingsOn(page)).toEqual([]);
});

test("a node is paused, resumed, given another address and expelled", async () => {
  await openNodes();
  await page.getByText("Not answering").first().waitFor();
  const step = async (name: string, then: string) => {
    await page.getByRole("button", { name: `${name}: berlin` }).click();
    const dialog = page.getByRole("dialog", { name: `${name} node: berlin` });
    expect(await findingsOn(page)).toEqual([]);
    await dialog.getByRole("button", { name, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("cell").getByText(then, { exact: true }).first().waitFor();
  };
  await step("Pause", "Paused");
  await step("Resume", "Not answering");
  await page.getByRole("button", { name: "Edit address: berlin" }).click();
  const address = page.getByRole("dialog", { name: "Edit address: berlin" });
  await address.getByLabel("Address").fill("no address");
  await address.getByRole("button", { name: "Save" }).click();
  await address.getByRole("alert").waitFor();
  await address.getByLabel("Address").fill("http://127.0.0.1:10");
  await address.getByRole("button", { name: "Save" }).click();
  await address.waitFor({ state: "detached" });
  await page.getByText("http://127.0.0.1:10").waitFor();
  await step("Expel", "Expelled");
  expect(await page.getByRole("button", { name: /: berlin$/ }).count()).toBe(0);
});

test("of two users with one ID the younger one is renamed", async () => {
  await openNodes();
  await page.getByRole("button", { name: /^Rename: ada~berlin-/ }).click();
  const dialog = page.getByRole("dialog", { name: "Rename" });
  expect(await findingsOn(page)).toEqual([]);
  await dialog.getByLabel("ID").fill("ada2");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("No rows with the same ID.").waitFor();
  const { value } = (await admin.get("/v2/users?$filter=startswith(id,'ada')&$orderby=id")).body as {
    readonly value: readonly { readonly id: string; readonly displayName: string | null }[];
  };
  expect(value.map(({ id }) => id)).toEqual(["ada", "ada2"]);
  expect(value[1]).toMatchObject({ displayName: "Another Ada" });
});

test("of two users with one ID the younger one is merged into the older one by two clicks", async () => {
  const { context, close } = await installation.compose();
  const twin = await addTwin(context, { id: "bob", displayName: "Another Bob", seq: 2 });
  const stableId = "an account of the other Bob";
  const names = { longId: stableId, shortId: stableId, displayId: stableId };
  const key = context.ids.guid();
  await context.store.transaction(() =>
    context.store.save("accounts", { key, targetSystemKey: "T1", stableId, ...names, userKey: twin }),
  );
  await openNodes();
  await page.getByRole("button", { name: /^Merge: bob~berlin-/ }).click();
  const dialog = page.getByRole("dialog", { name: "Merge" });
  await dialog.getByText(/^bob, the older user, gets the accounts/).waitFor();
  expect(await findingsOn(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Merge: bob~berlin-/ }).waitFor({ state: "detached" });
  expect(await context.store.get("accounts", key)).toMatchObject({ userKey: people.bob });
  expect(await context.store.get("users", twin)).toMatchObject({ disabled: true });
  await close();
});

test("a token for a node is shown once", async () => {
  await openNodes();
  await page.getByRole("button", { name: "Invite node" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite node" });
  await dialog.getByLabel("Name").fill("paris");
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "Node paris invited" });
  expect(await shown.getByRole("textbox", { name: "Token" }).inputValue()).toMatch(/^\S{40,}$/);
  expect(await findingsOn(page)).toEqual([]);
  await shown.getByRole("button", { name: "Close", exact: true }).last().click();
  await shown.waitFor({ state: "detached" });
});

test("an ordinary user does not find the page, and at 390 px nothing of it is cut off", async () => {
  await signIn(page, "ada", roomPassword);
  expect(await page.getByRole("link", { name: "Nodes", exact: true }).count()).toBe(0);
  await browser.context.clearCookies();
  await page.reload();
  await openNodes();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByRole("img", { name: /node1.*berlin: / }).waitFor();
  await page.getByText("ada of Berlin").first().waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);
  expect(await findingsOn(page)).toEqual([]);
});
