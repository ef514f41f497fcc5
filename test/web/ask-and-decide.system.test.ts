// @input mouse keyboard
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let second: TestBrowser;
let third: TestBrowser;
const opened: WatchedPage[] = [];
beforeAll(async () => {
  [room, second, third] = await Promise.all([openWebRoom(), openBrowser(), openBrowser()]);
});
afterAll(async () => {
  await Promise.all([second?.close(), third?.close()]);
  await room?.close();
});
afterEach(() => opened.splice(0).forEach((one) => one.expectClean()));

async function as(userName: string, browser: TestBrowser, password = roomPassword) {
  const watched = await openWatchedPage(browser, room.installation.address);
  opened.push(watched);
  await signIn(watched.page, userName, password);
  return watched.page;
}

test("an account is asked for, decided and made in the directory, by the pages alone, which show what happens as it does", async () => {
  const ada = await as("ada", room.browser);
  await ada.getByRole("link", { name: "Ask", exact: true }).first().click();
  await ada.getByRole("button", { name: "Add The directory of everybody" }).click();
  await ada.getByLabel("cn").fill("Ada Abel");
  await ada.getByLabel("sn").fill("Abel");
  await expect.poll(() => ada.getByRole("heading", { name: "Who will have to decide" }).count()).toBe(1);
  await ada.getByLabel("Reason").fill("I begin today");
  await ada.getByRole("button", { name: "Send the request" }).click();
  await ada.getByRole("heading", { level: 1, name: /^Request \d{8}-\d+$/ }).waitFor();
  await ada.getByText("Waiting for authorization", { exact: true }).waitFor();

  const bob = await as("bob", second);
  await bob.getByRole("heading", { name: /Waiting for me\s*1/ }).waitFor();
  await bob
    .getByRole("link", { name: /^\d{8}-\d+$/ })
    .first()
    .click();
  await bob.getByText("I begin today").waitFor();
  await bob.getByRole("button", { name: "Approve" }).click();
  const dialog = bob.getByRole("dialog", { name: "Approve" });
  await dialog.getByLabel("Comment").fill("welcome");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await dialog.waitFor({ state: "detached" });

  // Her page is not loaded again.
  await ada.getByText("Completed", { exact: true }).waitFor();
  await ada.getByText("welcome").first().waitFor();
  await ada.getByText("It ended").waitFor();
  // No action is possible any longer, and no space is reserved for one.
  await expect.poll(async () => (await ada.locator(".gatehouse-toolbar").first().boundingBox())?.height).toBe(0);
  // Each event and the reason for the current state are shown in words.
  for (const words of ["approved · Phase 1", "Waiting for authorization →", "named by the rule"])
    await ada.getByText(words).first().waitFor();
  await ada.getByText("1. create an account on DIRECTORY: done", { exact: true }).waitFor();
  await ada.getByText("Outcome: Completed", { exact: true }).waitFor();
  await ada.getByText("All its operations have ended.").waitFor();
  // No interface changes a ledger, so the answer is replaced by that of a changed one.
  await ada.route("**/explain", async (route) => {
    const response = await route.fetch();
    const told = (await response.json()) as object;
    await route.fulfill({ response, json: { ...told, phases: [], end: null, ledger: "changed" } });
  });
  await ada.reload();
  await ada.getByText("The ledger of this request is not as it was written").waitFor();
  await ada.unrouteAll({ behavior: "ignoreErrors" });
  expect(await room.entryOf("ada")).toBeDefined();
  await ada.getByRole("link", { name: "Home" }).click();
  await ada.getByText("ada on DIRECTORY").waitFor();
});

test("what is refused is said at its field, and nothing that was typed is lost", async () => {
  const page = await as("eve", third);
  await page.getByRole("link", { name: "Ask", exact: true }).first().click();
  await page.getByRole("button", { name: "Add The directory of everybody" }).click();
  await page.getByLabel("cn").fill("Eve");
  await page.getByLabel("sn").fill(" ");
  await page.getByRole("button", { name: "Send the request" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByLabel("cn").inputValue()).toBe("Eve");
  await page.reload();
  expect(await page.getByLabel("cn").inputValue()).toBe("Eve");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByLabel("cn").waitFor({ state: "detached" });
});

test("who administers the place decides for those who do not answer, and says how a request on hold goes on", async () => {
  const ask = async (reason: string) => {
    const { body } = await room.admin.post("/v2/requests", {
      recipientKey: room.people.eve,
      reason,
      operations: [
        {
          code: "ACUA",
          targetSystemKey: "DIRECTORY",
          attributes: {
            cn: reason,
            sn: reason,
          },
        },
      ],
    });
    return (body as { readonly key: string }).key;
  };
  await third.context.clearCookies();
  const { id, password } = room.installation.superuser;
  const page = await as(id, third, password);
  const open = (key: string) => page.goto(`${room.installation.address}/react/#/requests/${key}`);

  await open(await ask("nobody answers"));
  await page.getByRole("button", { name: "Decide in their place" }).click();
  const ruling = page.getByRole("dialog", { name: "Decide in their place" });
  await ruling.getByLabel(/^Decision/).selectOption({ label: "Deny" });
  expect(await ruling.getByRole("button", { name: "Deny", exact: true }).isDisabled()).toBe(true);
  await ruling.getByLabel(/^Reason/).fill("bob is away");
  await ruling.getByRole("button", { name: "Deny", exact: true }).click();
  await ruling.waitFor({ state: "detached" });
  await page.getByText("in the place of those who decide").first().waitFor();
  await page.getByText("Denied", { exact: true }).first().waitFor();

  const authorizers = [{ userKey: room.people.bob }, { userKey: room.people.ada }];
  const phases = { authorizationPhases: [{ sequence: 1, authorizers }] };
  expect((await room.admin.patch("/v2/targetSystems('DIRECTORY')", phases)).status).toBe(204);
  expect((await room.admin.patch("/v2/settings('MAX_AUTH_ALLOWED')", { value: 1 })).status).toBe(204);
  await open(await ask("too many are asked"));
  await page.getByText("On hold", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Say how it goes on" }).click();
  const resolution = page.getByRole("dialog", { name: "Say how it goes on" });
  await resolution.getByLabel(/^Decision/).selectOption({ label: "Give it to others" });
  const choose = async (userId: string) => {
    await resolution.getByLabel("Who decides").fill(userId);
    await resolution.getByRole("button", { name: `${userId} (${userId})` }).click();
  };
  await choose("eve");
  await resolution.getByLabel(/^Reason/).fill("bob knows");
  await resolution.getByRole("button", { name: "Give it to others" }).click();
  await resolution.getByText("Nobody is given their own request").first().waitFor();
  await resolution.getByRole("button", { name: "Remove eve" }).click();
  await choose("bob");
  await resolution.getByRole("button", { name: "Give it to others" }).click();
  await resolution.waitFor({ state: "detached" });
  await page.getByText("Waiting for authorization", { exact: true }).first().waitFor();
  await page.getByText("bob knows").first().waitFor();
});
