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

test("what people do is offered to the one whom the page of the target names, accepted, and completed with its name", async () => {
  const badges = { id: "BADGES", description: "Badges of the gate", fulfilment: "implementer", autoApprove: true };
  expect((await room.admin.post("/v2/targetSystems", badges)).status).toBe(201);
  const { id, password } = room.installation.superuser;
  const root = await as(id, password);
  await root.goto(`${room.installation.address}/#/targets/BADGES/implementers`);
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
