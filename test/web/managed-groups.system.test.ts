// @input mouse keyboard
import { Client } from "ldapts";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { openAt } from "./support/look-at.ts";
import { expectAccessible } from "./support/looks.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let watched: WatchedPage;
let page: Page;
const keys: Record<string, string> = {};

beforeAll(async () => {
  room = await openWebRoom();
  for (const shortId of ["sales", "finance"]) {
    const { body } = await room.admin.post("/v2/groups", { targetSystemKey: "DIRECTORY", shortId });
    await ended(body);
    keys[shortId] = (await groups()).find((group) => group.shortId === shortId)?.key ?? "";
  }
  watched = await openWatchedPage(room.browser, room.installation.address);
  ({ page } = watched);
  const { id, password } = room.installation.superuser;
  await signIn(page, id, password);
});
afterAll(() => room?.close());
beforeEach(async () => {
  for (const key of Object.values(keys)) await room.admin.post(`/v2/groups(${key})/manage`, {});
});
afterEach(() => watched.expectClean());

interface Group {
  readonly key: string;
  readonly shortId: string;
  readonly managed: boolean;
  readonly managedBy: string | null;
}

async function groups(): Promise<readonly Group[]> {
  const { body } = await room.admin.get("/v2/groups?$orderby=shortId");
  return (body as { readonly value: readonly Group[] }).value;
}
const managed = async () => (await groups()).flatMap(({ shortId, managed: is }) => (is ? [shortId] : []));

async function ended(body: unknown): Promise<void> {
  const { key } = body as { readonly key: string };
  await room.admin.until(`/v2/operations(${key})`, ({ status }) => status === "succeeded");
}

async function addToDirectory(cn: string): Promise<void> {
  const { url, admin, groupsDN } = room.directory;
  const client = new Client({ url });
  try {
    await client.bind(admin.dn, admin.password);
    await client.add(`cn=${cn},${groupsDN}`, { objectClass: "groupOfNames", cn, member: admin.dn });
  } finally {
    await client.unbind();
  }
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const inDialog = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
const told = (text: string) => page.getByText(text).first().waitFor();

test("a group is taken out of the catalog and brought back on its page", async () => {
  await openAt({ page, address: room.installation.address }, `/groups/${keys["sales"]}`, "sales on DIRECTORY");
  await told("A request created or named it");
  await button("Stop managing").click();
  await page.getByRole("dialog").getByText("can no longer be requested").waitFor();
  await inDialog("Stop managing").click();
  await told("One group is no longer managed.");
  await told("no discovery manages it");
  expect(await managed()).toEqual(["finance"]);
  await button("Undo").click();
  await told("One group is managed.");
  await told("A person managed it");
  expect(await managed()).toEqual(["finance", "sales"]);
  await button("Stop managing").waitFor();
});

test("selected groups are no longer managed, and undoing it brings back those that have changed", async () => {
  await room.admin.post(`/v2/groups(${keys["finance"]})/unmanage`, {});
  await openAt({ page, address: room.installation.address }, "/groups", "Groups");
  expect(await button("Stop managing").isDisabled()).toBe(true);
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await button("Stop managing 2 groups").click();
  await page.getByRole("dialog").getByText("finance on DIRECTORY").waitFor();
  await inDialog("Stop managing").click();
  await told("One group is no longer managed.");
  await told("One group was not managed.");
  expect(await managed()).toEqual([]);
  await button("Undo").click();
  await told("One group is managed.");
  expect(await managed()).toEqual(["sales"]);
});

test("the option is tried before it is saved, and what it took is given back", async () => {
  await room.admin.post(`/v2/groups(${keys["finance"]})/unmanage`, {});
  await addToDirectory("found");
  const discover = async () => ended((await room.admin.post("/v2/targetSystems('DIRECTORY')/discover", {})).body);
  await discover();
  await openAt({ page, address: room.installation.address }, "/targets/DIRECTORY", "DIRECTORY");
  await page.getByLabel("Discoveries manage groups").check();
  await told("One group becomes managed: found");
  await told("One group stays unmanaged, because a person stopped managing it: finance");
  expect(await managed()).toEqual(["sales"]);
  await expectAccessible(page);
  await button("Save").click();
  await told("Saved");
  await discover();
  expect(await managed()).toEqual(["found", "sales"]);
  await page.getByLabel("Discoveries manage groups").uncheck();
  await told("so it can be given back: found");
  await button("Save").click();
  await told("Saved");
  await button("Dry run").click();
  await button("Give groups back").click();
  await expectAccessible(page);
  await inDialog("Give groups back").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await told("One group is managed now: sales");
  expect(await managed()).toEqual(["sales"]);
});
