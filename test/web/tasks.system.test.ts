// @input mouse keyboard
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { findingsOn } from "./support/accessible.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
const opened: WatchedPage[] = [];
beforeAll(async () => {
  room = await openWebRoom();
});
afterAll(() => room?.close());
afterEach(async () => {
  for (const { page, expectClean } of opened.splice(0)) {
    expectClean();
    await page.close();
  }
});

async function as(userName: string, password = roomPassword) {
  await room.browser.context.clearCookies();
  const watched = await openWatchedPage(room.browser, room.installation.address);
  opened.push(watched);
  await signIn(watched.page, userName, password);
  return watched.page;
}

test("a target system that people serve is added on the page, and what is asked for there is accepted, and completed with its password and name", async () => {
  const { id, password } = room.installation.superuser;
  const root = await as(id, password);
  await root.goto(`${room.installation.address}/#/new-target`);
  await root.getByLabel("Operations are performed").selectOption("people");
  await root.getByLabel(/^ID/).fill("BADGES");
  await root.getByLabel(/^Description/).fill("Badges of the gate");
  await root.getByLabel("Search for a person").fill("bob");
  await root.getByRole("button", { name: /^bob/ }).first().click();
  await root.getByText("No implementers yet.").waitFor({ state: "detached" });
  await root.getByLabel("Who decides about requests").selectOption("unasked");
  expect(await findingsOn(root)).toEqual([]);
  await root.getByRole("button", { name: "Save target system" }).click();
  await root.getByRole("link", { name: "Open BADGES" }).waitFor();
  const badges = await room.admin.get("/v2/targetSystems('BADGES')");
  expect(badges.body).toMatchObject({
    type: null,
    fulfilment: "implementer",
    autoApprove: true,
    implementers: [{ userKey: room.people.bob }],
  });
  await root.goto(`${room.installation.address}/#/targets/BADGES/implementers`);
  await root.getByRole("button", { name: "Remove bob" }).click();
  await root.getByText("No implementers yet.").waitFor();
  await root.getByLabel("Search for a person").fill("eve");
  await root.getByRole("button", { name: /^eve/ }).first().click();
  await root.getByRole("button", { name: "Save", exact: true }).click();
  await root.getByText("No implementers yet.").waitFor({ state: "detached" });
  expect(await findingsOn(root)).toEqual([]);

  const ada = await room.rest.signIn("ada", roomPassword);
  const operations = [{ code: "ACUA", targetSystemKey: "BADGES" }];
  const asked = await ada.post("/v2/requests", { recipientKey: room.people.ada, operations });
  const { key } = asked.body as { readonly key: string };

  const eve = await as("eve");
  await eve.goto(`${room.installation.address}/#/requests/${key}`);
  await eve.getByRole("heading", { name: "Tasks" }).waitFor();
  await eve.getByText("offered to implementers").first().waitFor();
  await eve.getByRole("button", { name: "Accept task" }).click();
  await eve.getByRole("dialog", { name: "Accept task" }).getByRole("button", { name: "Accept task" }).click();
  await eve.getByText("accepted by an implementer").first().waitFor();
  const shown: string[] = [];
  for (let time = 1; time <= 2; time += 1) {
    await eve.getByRole("button", { name: "Show password" }).click();
    const revealing = eve.getByRole("dialog", { name: "Show password" });
    await revealing.getByRole("button", { name: "Show password" }).click();
    shown.push(await revealing.getByLabel("Password", { exact: true }).inputValue());
    expect(await findingsOn(eve)).toEqual([]);
    await revealing.getByRole("button", { name: "Close" }).last().click();
    await revealing.waitFor({ state: "detached" });
  }
  // The first was made and shown once; the second time another one.
  expect(shown.map((made) => made.length)).toEqual([24, 24]);
  expect(new Set(shown).size).toBe(2);
  await eve.getByRole("button", { name: "Complete task" }).click();
  const dialog = eve.getByRole("dialog", { name: "Complete task" });
  await dialog.getByLabel("Name").fill("4711");
  expect(await findingsOn(eve)).toEqual([]);
  await dialog.getByRole("button", { name: "Complete task" }).click();
  await dialog.waitFor({ state: "detached" });
  await eve.getByText("Completed", { exact: true }).first().waitFor();
  const accounts = await room.admin.get("/v2/accounts?$filter=targetSystemKey eq 'BADGES'");
  expect(accounts.body).toMatchObject({ value: [{ shortId: "4711", userKey: room.people.ada }] });
});

test("what a person keeps after a move is reviewed by the new manager, who keeps or ends each access", async () => {
  const path = `/v2/users(${room.people.ada})`;
  // The first manager is no move.
  for (const managerKey of [room.people.eve, room.people.bob]) {
    const changed = await room.admin.patch(path, { managerKey });
    expect(changed.status).toBe(204);
    const isNoticed = managerKey === room.people.bob;
    const reviews = async () => (await room.admin.get("/v2/moveReviews")).body as { readonly value: unknown[] };
    if (isNoticed) await expect.poll(async () => (await reviews()).value.length).toBe(1);
    else await expect.poll(() => placeOf(room.people.ada)).toBe(room.people.eve);
  }
  const bob = await as("bob");
  await bob.goto(`${room.installation.address}/#/waiting`);
  await bob.getByRole("heading", { name: /^Reviews after a move/ }).waitFor();
  expect(await findingsOn(bob)).toEqual([]);
  await bob.getByRole("link", { name: "ada" }).first().click();
  await bob.getByRole("heading", { name: "Access of ada after a move" }).waitFor();
  await bob.getByText("4711", { exact: true }).waitFor();
  await bob.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await bob.getByRole("button", { name: /^End access/ }).click();
  const dialog = bob.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("not needed in the new team");
  expect(await findingsOn(bob)).toEqual([]);
  await dialog.getByRole("button", { name: /^End access/ }).click();
  await dialog.waitFor({ state: "detached" });
  await bob.getByText("Completed", { exact: true }).first().waitFor();
  // People serve the target system, so the end of the access is a task of theirs.
  await expect.poll(() => tasksOf("DELU")).toEqual(["offered"]);
});

/** Returns the states of the tasks of operations with a code. */
async function tasksOf(code: string): Promise<readonly unknown[]> {
  const { context, close } = await room.installation.compose();
  const operations = await context.store.select("requestOperations", { where: { targetSystemKey: "BADGES" } });
  await close();
  return operations.filter((operation) => operation.code === code).map(({ task }) => task);
}

/** Returns the manager under whom the service has noticed a person last. */
async function placeOf(userKey: string): Promise<string | null | undefined> {
  const { context, close } = await room.installation.compose();
  const place = await context.store.get("userPlaces", userKey);
  await close();
  return place?.managerKey;
}
