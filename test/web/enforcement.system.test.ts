// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

import { expectPageAccessible, type Visit } from "./support/look-at.ts";
import { pagesOf } from "./support/looked-at.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let visit: Visit;
let watched: WatchedPage;
const keys: Record<string, string> = {};

interface Keyed {
  readonly value: readonly { readonly key: string; readonly endedAt: string | null }[];
}

beforeAll(async () => {
  room = await openWebRoom();
  watched = await openWatchedPage(room.browser, room.installation.address);
  visit = { page: watched.page, address: room.installation.address };
  await signIn(visit.page, room.installation.superuser.id, room.installation.superuser.password);
});
afterAll(async () => {
  watched?.expectClean();
  await room?.close();
});

const open = (page: Page, path: string) => page.goto(`${visit.address}/react/#/${path}`);
const endedIn = (page: Page) => page.locator(".gatehouse-head").getByText("Ended", { exact: true }).waitFor();
const closed = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });
const membersOf = async (roleKey = keys["role"]) =>
  ((await room.admin.get(`/v2/roles(${roleKey})/memberships`)).body as Keyed).value;

/** Opens a dialog by its button, and returns it. */
async function dialogOf(page: Page, name: string) {
  await page.getByRole("button", { name, exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: new RegExp(`^${name}`) });
  await dialog.waitFor();
  return dialog;
}

it("reports what a run would find, for one person, and changes nothing", async () => {
  const { page } = visit;
  const draft = { description: "Staff", condition: "id in ('ada','bob','eve')" };
  keys["role"] = ((await room.admin.post("/v2/roles", { id: "STAFF", draft })).body as { key: string }).key;
  await open(page, "enforcement-runs");
  const dialog = await dialogOf(page, "Start run");
  await dialog.getByLabel("Utility").selectOption("rbacenforce");
  await dialog.getByLabel("Report only").check();
  await dialog.getByLabel("Only for a person").fill("ada");
  await dialog.getByRole("button", { name: "ada (ada)" }).click();
  await dialog.getByRole("button", { name: "Report differences" }).click();
  const report = page.getByRole("dialog", { name: "Report of rbacenforce" });
  await report.getByText("No differences of 0 people, 0 removals").waitFor();
  await report.getByRole("button", { name: "Close" }).last().click();
  await closed(page);
  expect(((await room.admin.get("/v2/enforcementRuns")).body as Keyed).value).toEqual([]);
});

it("starts a run over everybody, and follows it to its end", async () => {
  const { page } = visit;
  const inForce = await room.admin.post(`/v2/roles(${keys["role"]})/putInForce`, { force: true });
  expect(inForce.status).toBe(200);
  // The service gives the role by itself within seconds of the change.
  await expect.poll(async () => (await membersOf()).length, { timeout: 60_000 }).toBe(3);
  const dialog = await dialogOf(page, "Start run");
  await dialog.getByRole("button", { name: "Start run" }).click();
  await page.getByRole("heading", { level: 1, name: "Run of autores" }).waitFor();
  await endedIn(page);
  await page.getByText("0 people with differences").waitFor();
  // The run of the service itself tells whom it gave the role, and by which request.
  await page.getByRole("link", { name: "All: Enforcement runs" }).click();
  await page
    .getByRole("row", { name: /Something has changed/ })
    .getByRole("link", { name: "autores" })
    .last()
    .click();
  const people = page.getByRole("table", { name: "People" });
  await people.getByText("Role STAFF → add").first().waitFor();
  await people
    .getByRole("link", { name: /^\d{8}-\d+$/ })
    .first()
    .waitFor();
  expect(await people.getByText("Requests submitted").count()).toBe(3);
});

it("waits for a confirmation before everybody loses a role", async () => {
  const { page } = visit;
  await room.admin.post(`/v2/roles(${keys["role"]})/assignments`, {
    userKey: room.people.ada,
    because: "excluded",
    reason: "test",
  });
  await expect.poll(async () => (await membersOf()).length, { timeout: 60_000 }).toBe(2);
  const draft = { condition: "id eq 'nobody'" };
  expect((await room.admin.patch(`/v2/roles(${keys["role"]})`, { draft })).status).toBe(204);
  await room.admin.post(`/v2/roles(${keys["role"]})/putInForce`, { force: true });
  const waiting = async () =>
    ((await room.admin.get("/v2/enforcementRuns?$filter=state eq 'confirming'")).body as Keyed).value;
  await expect.poll(async () => (await waiting()).length, { timeout: 60_000 }).toBe(1);
  keys["enforcementRun"] = (await waiting())[0]?.key ?? "";
  await open(page, `enforcement-runs/${keys["enforcementRun"]}`);
  await page.getByText("2 of 2 would lose the role STAFF").waitFor();
  await page.getByRole("table", { name: "People" }).getByText("Role STAFF → remove").first().waitFor();
  expect(await page.getByRole("button", { name: "Pause" }).count()).toBe(0);
  const { context, close } = await room.installation.compose();
  const exception = { kind: "surplus", userKey: room.people.ada, roleKey: keys["role"] ?? "" } as const;
  await context.store.transaction(async () => {
    const key = context.ids.guid();
    const now = context.clock.now();
    await context.store.add("accessExceptions", { key, ...exception, targetSystemKey: "DIRECTORY", from: now });
  });
  await close();
});

it.each(pagesOf("enforcement"))(
  "whoever cannot see, hear or point uses the page at $at, and its dialogs",
  async (row) => {
    await expectPageAccessible(visit, row, keys);
  },
);

it("takes the role once the removals are confirmed", async () => {
  const { page } = visit;
  await open(page, `enforcement-runs/${keys["enforcementRun"]}`);
  const dialog = await dialogOf(page, "Confirm removals");
  await dialog.getByRole("button", { name: "Confirm removals" }).click();
  await closed(page);
  await endedIn(page);
  await page.getByText("Confirmed by").waitFor();
  await expect.poll(async () => (await membersOf()).length, { timeout: 60_000 }).toBe(0);
});

it("ends an exception with a reason, and pauses, resumes and stops only what goes on", async () => {
  const { page } = visit;
  await open(page, "access-exceptions");
  const row = page.getByRole("row", { name: /ada/ });
  await row.getByText("account on DIRECTORY").waitFor();
  await row.getByRole("link", { name: "STAFF" }).waitFor();
  await row.getByRole("button", { name: "End exception: ada" }).click();
  const dialog = page.getByRole("dialog", { name: /^End exception/ });
  await dialog.getByLabel("Reason for the end").fill("The project is over");
  await dialog.getByRole("button", { name: "End exception" }).click();
  await closed(page);
  await row.getByText("Ended", { exact: true }).waitFor();
  const [stored] = ((await room.admin.get("/v2/accessExceptions")).body as Keyed).value;
  expect(stored?.endedAt).not.toBeNull();
  await open(page, `enforcement-runs/${keys["enforcementRun"]}`);
  await endedIn(page);
  for (const name of ["Pause", "Resume", "Stop"])
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
});
