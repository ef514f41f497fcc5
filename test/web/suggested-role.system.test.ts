// @input mouse
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

import { addPeople } from "../support/people.ts";
import { findingsOn } from "./support/accessible.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

const staff = ["ada", "dora", "fred"] as const;

let room: WebRoom;
let keys: Readonly<Record<(typeof staff)[number], string>>;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  room = await openWebRoom();
  const { context, close } = await room.installation.compose();
  keys = { ...(await addPeople(context, ["dora", "fred"], roomPassword)), ada: room.people.ada };
  await close();
  for (const shortId of staff) await room.addAccount({ shortId, userKey: keys[shortId], password: "Crane-lamp-42" });
  const { body } = await room.admin.post("/v2/groups", { targetSystemKey: "DIRECTORY", shortId: "sales" });
  const { key } = body as { readonly key: string };
  await room.admin.until(`/v2/operations(${key})`, ({ status }) => status === "succeeded");
  await join();
  watched = await openWatchedPage(room.browser, room.installation.address);
  page = watched.page;
  await signIn(page, room.installation.superuser.id, room.installation.superuser.password);
});
afterAll(async () => {
  watched?.expectClean();
  await room?.close();
});

const open = (path: string) => page.goto(`${room.installation.address}/react/#/${path}`);
const members = () => room.directory.ldapsearch("(cn=sales)", "member");

async function rows<T>(path: string): Promise<readonly T[]> {
  return ((await room.admin.get(path)).body as { readonly value: readonly T[] }).value;
}

/** Makes everybody of the staff a member of the group, by requests that are approved. */
async function join(): Promise<void> {
  const bob = await room.rest.signIn("bob", roomPassword);
  const [group] = await rows<{ key: string }>("/v2/groups?$filter=shortId eq 'sales'");
  for (const name of staff) {
    const [account] = await rows<{ key: string }>(`/v2/accounts?$filter=shortId eq '${name}'`);
    const operation = { code: "GRUA", targetSystemKey: "DIRECTORY", groupKey: group?.key, accountKey: account?.key };
    const asked = await room.admin.post("/v2/requests", { recipientKey: keys[name], operations: [operation] });
    const { key } = asked.body as { readonly key: string };
    await bob.post(`/v2/requests(${key})/decide`, { phase: 1, decision: "approve" });
    await room.admin.until(`/v2/requests(${key})`, ({ status }) => status === "C");
  }
}

async function dialogOf(name: string, button = name) {
  await page.getByRole("button", { name: button, exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: new RegExp(`^${name}`) });
  await dialog.waitFor();
  return dialog;
}
const closed = () => page.getByRole("dialog").waitFor({ state: "detached" });

it("what three people share is suggested as a role, and drafted", async () => {
  await open("analyses");
  const suggest = await dialogOf("Suggest roles");
  await suggest.getByLabel("Fewest people").fill("3");
  await suggest.getByRole("button", { name: "Suggest roles" }).click();
  const suggestions = page.getByRole("table", { name: "Suggested roles" });
  await suggestions.getByText("1 account, 1 group").waitFor();
  expect(await findingsOn(page)).toEqual([]);
  const draft = await dialogOf("Draft role", "Draft role of suggestion 1");
  await draft.getByLabel("Name").fill("SALES");
  await draft.getByRole("button", { name: "Draft role" }).click();
  await closed();
  await suggestions.getByText("Drafted").waitFor();
  const [role] = await rows<object>("/v2/roles?$filter=id eq 'SALES'");
  expect(role).toMatchObject({ state: "draft", draft: { entitlements: [{}, {}] } });
});

it("the role is put in force, its people have it within seconds, and what one of them loses is given back", async () => {
  const [role] = await rows<{ key: string }>("/v2/roles?$filter=id eq 'SALES'");
  await room.admin.patch(`/v2/roles(${role?.key})`, { draft: { deficit: "add", surplus: "remove" } });
  await open(`roles/${role?.key}`);
  const dialog = await dialogOf("Put in force");
  await dialog.getByRole("button", { name: "Put in force" }).click();
  await closed();
  await expect
    .poll(async () => (await rows(`/v2/roles(${role?.key})/memberships`)).length, { timeout: 60_000 })
    .toBe(staff.length);
  await open(`roles/${role?.key}`);
  for (const name of staff)
    await page.getByRole("table", { name: "Members" }).getByRole("link", { name, exact: true }).waitFor();
  await enforce();
  const [membership] = await rows<{ key: string }>(
    `/v2/grants?$filter=userKey eq ${keys.dora} and kind eq 'membership' and endedAt eq null`,
  );
  await room.admin.post(`/v2/grants(${membership?.key})/end`, { reason: "by mistake" });
  const isGiven = async () => {
    const grants = await rows<{ because: string; endedAt: string | null }>(
      `/v2/grants?$filter=userKey eq ${keys.dora} and kind eq 'membership'`,
    );
    return grants.some(({ because, endedAt }) => because === "role" && endedAt === null);
  };
  await expect.poll(isGiven, { timeout: 90_000 }).toBe(true);
  expect(await members()).toContain("uid=dora,");
});

/** Has the access of everybody of the staff compared with their roles. */
async function enforce(): Promise<void> {
  const { context, close } = await room.installation.compose();
  await context.store.transaction(async () => {
    for (const name of staff)
      await context.store.save("userAttributes", {
        key: `enforce-${name}`,
        userKey: keys[name],
        name: "enforceRoles",
        value: "yes",
      });
  });
  await close();
}

it("an analysis is stopped", async () => {
  const { context, close } = await room.installation.compose();
  const key = context.ids.guid();
  const analysis = { key, kind: "roleMining", input: {}, state: "running", createdAt: context.clock.now() } as const;
  await context.store.transaction(() => context.store.save("analyses", analysis));
  await close();
  await open(`analyses/${key}`);
  const stop = await dialogOf("Stop analysis");
  await stop.getByRole("button", { name: "Stop analysis" }).click();
  await closed();
  await page.getByText("Stopped", { exact: true }).first().waitFor();
  expect((await room.admin.get(`/v2/analyses(${key})`)).body).toMatchObject({ state: "stopped" });
});
