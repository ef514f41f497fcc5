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

test("a password change that the directory did not answer waits on My access, is retried in vain and dropped on the page of the queue", async () => {
  const { id, password } = room.installation.superuser;
  await room.addAccount({ shortId: "ada", userKey: room.people.ada, password: "The first passw0rd" });
  const mode = { passwordQueueMode: "manual" };
  expect((await room.admin.patch("/v2/targetGroups('DEFAULT')", mode)).status).toBeLessThan(300);
  await room.directory.stop();

  const ada = await room.rest.signIn("ada", roomPassword);
  const { value: accounts } = (await ada.get(`/v2/users(${room.people.ada})/accounts`)).body as {
    value: { key: string }[];
  };
  const accountKey = accounts[0]?.key ?? "";
  const path = `/v2/accounts(${accountKey})/resetPassword`;
  expect((await ada.post(path, { password: "The second passw0rd" })).status).toBe(202);
  const queued = async () => ((await ada.get("/v2/passwordQueue")).body as { value: { tries: number }[] }).value;
  await expect.poll(queued, { timeout: 60_000 }).toHaveLength(1);

  const own = await as("ada");
  await own.goto(`${room.installation.address}/#/access`);
  await own.getByText("password change waits").waitFor();
  expect(await findingsOn(own)).toEqual([]);

  const root = await as(id, password);
  await root.goto(`${room.installation.address}/#/accounts/${accountKey}`);
  await root.getByText("A password change waits for the target system").waitFor();
  expect(await findingsOn(root)).toEqual([]);
  await root.goto(`${room.installation.address}/#/password-queue`);
  await root.getByText("On request").waitFor();
  await root.getByRole("button", { name: "Retry: ada on DIRECTORY" }).click();
  const retry = root.getByRole("dialog", { name: "Retry" });
  expect(await findingsOn(root)).toEqual([]);
  await retry.getByRole("button", { name: "Retry", exact: true }).click();
  await retry.waitFor({ state: "detached" });
  await expect.poll(queued, { timeout: 60_000 }).toMatchObject([{ tries: 1, state: "waiting" }]);
  await root.getByRole("button", { name: "Drop: ada on DIRECTORY" }).click();
  const drop = root.getByRole("dialog", { name: "Drop" });
  await drop.getByRole("button", { name: "Drop", exact: true }).click();
  await drop.waitFor({ state: "detached" });
  await root.getByText("No password changes are queued.", { exact: false }).waitFor();
  expect(await queued()).toEqual([]);
  expect(await findingsOn(root)).toEqual([]);
});
