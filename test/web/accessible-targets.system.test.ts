import { afterAll, beforeAll, expect, it } from "vitest";

import { expectPageAccessible, openAt, type Visit } from "./support/look-at.ts";
import { pagesOf } from "./support/looked-at.ts";
import { expectAccessible } from "./support/looks.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let watched: WatchedPage;
let visit: Visit;
let operation = "";
beforeAll(async () => {
  room = await openWebRoom();
  await room.addAccount({ shortId: "ada", userKey: room.people.ada, password: "Otter-kettle-17" });
  const { body } = await room.admin.get("/v2/operations?$filter=code eq 'ACUA'");
  operation = (body as { readonly value: readonly { readonly key: string }[] }).value[0]?.key ?? "";
  const { address, superuser } = room.installation;
  watched = await openWatchedPage(room.browser, address);
  visit = { page: watched.page, address };
  await signIn(visit.page, superuser.id, superuser.password);
});
afterAll(async () => {
  watched?.expectClean();
  await room?.close();
});

const button = (name: string) => visit.page.getByRole("button", { name, exact: true });

it.each(pagesOf("targets"))("whoever cannot see, hear or point uses the page at $at, and its dialogs", (row) =>
  expectPageAccessible(visit, row, { target: "DIRECTORY", operation }),
);

it("the row of sections in a narrow window, with the chosen one in view", async () => {
  const { page } = visit;
  await page.setViewportSize({ width: 320, height: 900 });
  await openAt(visit, "/targets/DIRECTORY/groups", "DIRECTORY");
  const chosen = page
    .getByRole("navigation", { name: "Parts of the target system" })
    .getByRole("link", { name: "Groups" });
  await expect.poll(async () => (await chosen.boundingBox())?.x ?? 0).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      const box = await chosen.boundingBox();
      return box === null ? Infinity : box.x + box.width;
    })
    .toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 900 });
});

it("the address with all its parts, and a connection that was tested", async () => {
  await openAt(visit, "/targets/DIRECTORY/address", "DIRECTORY");
  await button("More about the address").click();
  await button("Test the connection").click();
  await visit.page.getByText("The connection works").waitFor();
  await expectAccessible(visit.page);
});

it("phases as somebody writes them, and what they would have changed", async () => {
  await openAt(visit, "/targets/DIRECTORY/phases", "DIRECTORY");
  await button("Add a phase").click();
  await visit.page.getByLabel("Decided by").last().selectOption({ label: "a rule" });
  await button("Try").click();
  await visit.page
    .getByText(/would have/)
    .first()
    .waitFor();
  await expectAccessible(visit.page);
});

it("a discovery that is over", async () => {
  await openAt(visit, "/targets/DIRECTORY/discovery", "DIRECTORY");
  await button("Begin a discovery").click();
  await visit.page.getByText("The discovery has succeeded.").waitFor();
  await expectAccessible(visit.page);
});

it("a new target system of a kind, whose login is refused", async () => {
  const { page } = visit;
  await openAt(visit, "/new-target", "New target system");
  await page.getByLabel("Connector").selectOption({ label: "ldap" });
  await page.getByLabel(/^ID/).fill("OWN");
  await page.getByLabel(/^Description/).fill("my own directory");
  await page.getByLabel(/^Address/).fill(room.directory.url);
  await page.getByLabel(/^Base DN/).fill(room.directory.baseDN);
  await page.getByLabel(/^Login name/).fill(room.directory.admin.dn);
  await page.getByLabel(/^Password or key/).fill("wrong");
  await button("Save and test the connection").click();
  await page.getByText("The connection does not work").waitFor();
  await expectAccessible(page);
});

it("the address in German, with the words of its connector", async () => {
  const { page } = visit;
  await page.getByRole("button", { name: "Superuser" }).click();
  await page.getByRole("menuitem", { name: "Deutsch" }).click();
  await openAt(visit, "/targets/DIRECTORY/address", "DIRECTORY");
  await button("Mehr zur Adresse").click();
  await page.getByLabel("Container der Konten").waitFor();
  await page.getByText("Schaltet nach dem Verbinden die Verschlüsselung ein; nur mit ldap://.").waitFor();
  expect(await page.locator('main [lang="en"]').count()).toBe(0);
  await expectAccessible(page);
});
