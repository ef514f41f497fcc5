// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

import { expectPageAccessible, type Visit } from "./support/look-at.ts";
import { pagesOf } from "./support/looked-at.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let visit: Visit;
const opened: WatchedPage[] = [];
const keys: Record<string, string> = {};

beforeAll(async () => {
  room = await openWebRoom();
  await room.addManagedGroup("sales");
});
afterAll(async () => {
  for (const { expectClean } of opened) expectClean();
  await room?.close();
});

interface Keyed {
  readonly value: readonly { readonly key: string }[];
}

async function as(userName: string, password: string): Promise<Page> {
  await room.browser.context.clearCookies();
  const watched = await openWatchedPage(room.browser, room.installation.address);
  opened.push(watched);
  visit = { page: watched.page, address: room.installation.address };
  await signIn(visit.page, userName, password);
  return visit.page;
}
const asAdministrator = () => as(room.installation.superuser.id, room.installation.superuser.password);
const open = (page: Page, path: string) => page.goto(`${visit.address}/react/#/${path}`);

/** Opens a dialog by its button, and returns it. */
async function dialogOf(page: Page, name: string) {
  await page.getByRole("button", { name, exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: new RegExp(`^${name}`) });
  await dialog.waitFor();
  return dialog;
}
const closed = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });

const stored = async () => (await room.admin.get(`/v2/roles(${keys["role"]})`)).body;
const assigned = async () => ((await room.admin.get(`/v2/roles(${keys["role"]})/assignments`)).body as Keyed).value;

it("an administrator adds a role and prepares what it gives", async () => {
  const page = await asAdministrator();
  await open(page, "roles");
  const added = await dialogOf(page, "Add role");
  await added.getByLabel("Name").fill("SALES");
  await added.getByLabel("Description").fill("Sales staff");
  await added.getByRole("button", { name: "Add role" }).click();
  await page.getByRole("heading", { level: 1, name: "SALES" }).waitFor();
  keys["role"] = ((await room.admin.get("/v2/roles")).body as Keyed).value[0]?.key ?? "";
  const draft = await dialogOf(page, "Edit draft");
  await draft.getByRole("button", { name: "Add entitlement" }).click();
  await draft.getByLabel("Kind").selectOption("account");
  await draft.getByLabel("Target system").selectOption("DIRECTORY");
  await draft.getByLabel("Attributes of the account").fill("cn=seller\nsn=seller");
  await draft.getByRole("button", { name: "Add entitlement" }).click();
  await draft.getByLabel("Target system of the group").selectOption("DIRECTORY");
  await draft.getByLabel("Managed group").selectOption({ label: "sales" });
  await draft.getByLabel("Reason of the version").fill("First version");
  await draft.getByRole("button", { name: "Save draft" }).click();
  await closed(page);
  await page.getByText("Added: Group sales on DIRECTORY").first().waitFor();
  const { body } = await room.admin.get(`/v2/roles(${keys["role"]})`);
  expect(body).toMatchObject({
    state: "draft",
    draft: {
      comment: "First version",
      entitlements: [{ kind: "account", attributes: { cn: ["seller"], sn: ["seller"] } }, { kind: "membership" }],
    },
  });
});

it("puts it in force only after it is said who could give it to themselves", async () => {
  const { page } = visit;
  await room.admin.patch(`/v2/roles(${keys["role"]})`, {
    draft: { condition: "accounts/any(a:a/shortId eq 'nobody')" },
  });
  await page.reload();
  const dialog = await dialogOf(page, "Put in force");
  await dialog.getByRole("button", { name: "Put in force" }).click();
  await dialog.getByText("People other than superusers could give themselves the role").waitFor();
  await dialog.getByLabel("Put in force anyway").check();
  await dialog.getByRole("button", { name: "Put in force" }).click();
  const told = page.getByRole("dialog", { name: "SALES: version 1 is in force" });
  await told.getByText("The condition reads:").waitFor();
  await told.getByRole("button", { name: "Close" }).last().click();
  await closed(page);
  await page.getByText("In force").first().waitFor();
  await page.getByRole("link", { name: "Group sales on DIRECTORY" }).waitFor();
  await room.admin.post(`/v2/roles(${keys["role"]})/setAuthorizationPhases`, {
    authorizationPhases: [{ sequence: 1, authorizers: [{ userKey: room.people.bob }] }],
  });
  expect(await stored()).toMatchObject({ state: "inForce", number: 1, draft: null });
});

it("a user finds the role in the catalog and asks for it", async () => {
  const page = await as("ada", roomPassword);
  await open(page, "ask");
  await page.getByLabel("Type", { exact: true }).selectOption("role");
  await page.getByRole("button", { name: "Add Sales staff" }).click();
  await page.getByLabel("For how many hours").fill("48");
  await page.getByRole("button", { name: "Send the request" }).click();
  await page.getByRole("heading", { level: 1, name: /^Request / }).waitFor();
  await page.getByRole("heading", { name: /^add the role.*SALES/ }).waitFor();
  await page.getByText("2 operations follow from the role SALES").waitFor();
  keys["request"] = decodeURIComponent(page.url().split("/").at(-1) ?? "");
  const { body } = await room.admin.get(`/v2/requests(${keys["request"]})?$expand=operations`);
  expect(body).toMatchObject({ operations: [{ code: "ROLA", forHours: 48 }, {}, {}] });
});

it("an approver decides about it, and the members page says why it is held", async () => {
  const page = await as("bob", roomPassword);
  await open(page, `requests/${keys["request"]}`);
  const dialog = await dialogOf(page, "Approve");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await closed(page);
  await room.admin.until(`/v2/requests(${keys["request"]})`, ({ status }) => status === "C");
  const again = await asAdministrator();
  await open(again, `roles/${keys["role"]}`);
  const members = again.getByRole("table", { name: "Members" });
  await members.getByRole("link", { name: "ada" }).waitFor();
  await members.getByText("Request", { exact: true }).waitFor();
  expect(await assigned()).toMatchObject([{ because: "request", userKey: room.people.ada }]);
});

it("excludes a person and ends the exclusion", async () => {
  const { page } = visit;
  const dialog = await dialogOf(page, "Exclude a person");
  await dialog.getByLabel("Person").fill("eve");
  await dialog.getByRole("button", { name: "eve (eve)" }).click();
  await dialog.getByLabel("Reason in words").fill("Works for a competitor");
  await dialog.getByRole("button", { name: "Exclude a person" }).click();
  await closed(page);
  const assignments = page.getByRole("table", { name: "Assignments" });
  await assignments.getByText("Works for a competitor").waitFor();
  await assignments.getByRole("button", { name: "End assignment: eve" }).click();
  const end = page.getByRole("dialog", { name: /^End assignment/ });
  await end.getByRole("button", { name: "End assignment" }).click();
  await closed(page);
  await assignments.getByText("Works for a competitor").waitFor({ state: "detached" });
  expect(await assigned()).toHaveLength(1);
});

it("prepares another version, which the page compares with the one in force", async () => {
  const { page } = visit;
  const draft = await dialogOf(page, "Edit draft");
  await draft.getByRole("button", { name: "Remove entitlement 2" }).click();
  await draft.getByLabel("Condition").fill("");
  await draft.getByRole("button", { name: "Save draft" }).click();
  await closed(page);
  await page.getByText("Removed: Group sales on DIRECTORY").first().waitFor();
  await page
    .getByText(/^Condition: not given instead of accounts/)
    .first()
    .waitFor();
  expect(await stored()).toMatchObject({ number: 1, draft: { number: 2, condition: null } });
});

it.each(pagesOf("roles"))("whoever cannot see, hear or point uses the page at $at, and its dialogs", async (row) => {
  await expectPageAccessible(visit, row, keys);
});

it("does not overwrite a draft that somebody else has saved meanwhile", async () => {
  const { page } = visit;
  await open(page, `roles/${keys["role"]}`);
  const draft = await dialogOf(page, "Edit draft");
  await room.admin.patch(`/v2/roles(${keys["role"]})`, { draft: { comment: "By somebody else" } });
  await draft.getByLabel("Reason of the version").fill("By me");
  await draft.getByRole("button", { name: "Save draft" }).click();
  await draft.getByRole("alert").waitFor();
  expect(await stored()).toMatchObject({ draft: { comment: "By somebody else" } });
  await page.reload();
});

it("discards the draft, and changes the owners", async () => {
  const { page } = visit;
  await open(page, `roles/${keys["role"]}`);
  const discard = await dialogOf(page, "Discard draft");
  await discard.getByRole("button", { name: "Discard draft" }).click();
  await closed(page);
  const owners = await dialogOf(page, "Change owners");
  await owners.getByLabel("Add an owner").fill("eve");
  await owners.getByRole("button", { name: "eve (eve)" }).click();
  await owners.getByRole("button", { name: "Save" }).click();
  await closed(page);
  await page.getByRole("link", { name: "eve" }).waitFor();
  const { body } = await room.admin.get(`/v2/roles(${keys["role"]})`);
  expect(body).toMatchObject({ draft: null, number: 1 });
});

it("an owner finds the role, and may prepare it but not put it in force", async () => {
  const page = await as("eve", roomPassword);
  await open(page, "access");
  await page.getByRole("link", { name: "SALES" }).click();
  await page.getByRole("heading", { level: 1, name: "SALES" }).waitFor();
  const draft = await dialogOf(page, "Edit draft");
  await draft.getByLabel("Description").fill("All sales staff");
  await draft.getByRole("button", { name: "Save draft" }).click();
  await closed(page);
  await page.getByText("Description: All sales staff instead of Sales staff").first().waitFor();
  expect(await page.getByRole("button", { name: "Put in force" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Name a member" }).count()).toBe(0);
  await page.getByRole("button", { name: "Discard draft" }).waitFor();
});

it("whoever has the role asks for its removal", async () => {
  const page = await as("ada", roomPassword);
  await open(page, "access");
  await page.getByRole("button", { name: "Ask for removal: SALES" }).click();
  const dialog = page.getByRole("dialog", { name: /^Ask for the removal of a role/ });
  await dialog.getByLabel("Reason in words").fill("I have moved");
  await dialog.getByRole("button", { name: "Send the request" }).click();
  await page.getByRole("heading", { level: 1, name: /^Request / }).waitFor();
  await page.getByRole("heading", { name: /^remove the role.*SALES/ }).waitFor();
  const key = decodeURIComponent(page.url().split("/").at(-1) ?? "");
  const { body } = await room.admin.get(`/v2/requests(${key})?$expand=operations`);
  expect(body).toMatchObject({ reason: "I have moved", operations: [{ code: "ROLD" }] });
});

it("an administrator retires and deletes the role", async () => {
  const page = await asAdministrator();
  await open(page, `roles/${keys["role"]}`);
  const retire = await dialogOf(page, "Retire role");
  await retire.getByText("All members lose the role").waitFor();
  await retire.getByRole("button", { name: "Retire role" }).click();
  await closed(page);
  const remove = await dialogOf(page, "Delete role");
  await remove.getByRole("button", { name: "Delete role" }).click();
  await remove.getByText(/still have it/).waitFor();
  expect(await stored()).toMatchObject({ state: "retired" });
});
