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
});
afterAll(async () => {
  for (const { expectClean } of opened) expectClean();
  await room?.close();
});

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
const first = async (set: string) => {
  const { value } = (await room.admin.get(`/v2/${set}?$top=1`)).body as { value: [{ key: string }] };
  return value[0].key;
};

it("an administrator defines a template with a form and approval phases", async () => {
  const page = await asAdministrator();
  await open(page, "templates");
  await page.getByRole("button", { name: "Add template" }).click();
  const dialog = page.getByRole("dialog", { name: /^Add template/ });
  await dialog.getByLabel("Name").first().fill("Starter");
  await dialog.getByRole("button", { name: "Add operation" }).click();
  await dialog.getByLabel("Target system").selectOption("DIRECTORY");
  await dialog.getByLabel("Attributes").fill("cn={profile.displayName}\nsn={form.surname}");
  await dialog.getByRole("button", { name: "Add template" }).click();
  await dialog
    .getByText(/the form has no field 'surname'/)
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Add field" }).click();
  await dialog.getByLabel("Name").last().fill("surname");
  await dialog.getByLabel(/^Label/).fill("Surname");
  await dialog.getByRole("button", { name: "Add template" }).click();
  await page.getByRole("heading", { level: 1, name: "Starter" }).waitFor();
  await page.getByText("sn={form.surname}").waitFor();
  keys["template"] = await first("templates");
  const { body } = await room.admin.get(`/v2/templates(${keys["template"]})`);
  expect(body).toMatchObject({ operations: [{ code: "ACUA" }], formFields: [{ name: "surname" }] });
  await room.admin.post(`/v2/templates(${keys["template"]})/setAuthorizationPhases`, {
    authorizationPhases: [{ sequence: 1, authorizers: [{ userKey: room.people.eve }] }],
  });
});

it("a requester submits it for several people, sees first what each gets, and follows the batch", async () => {
  const page = await asAdministrator();
  await open(page, "ask");
  await page.getByRole("button", { name: "Use Starter" }).click();
  await page.getByRole("heading", { level: 1, name: "Starter" }).waitFor();
  for (const id of ["ada", "bob"]) {
    await page.getByLabel("Add a recipient").fill(id);
    await page.getByRole("button", { name: `${id} (${id})` }).click();
  }
  await page.getByLabel("Surname").fill("Abel");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText(/^ada: .*DIRECTORY.*2 approval phases$/).waitFor();
  await page.getByRole("button", { name: "Submit for 2 people" }).click();
  await page.getByRole("heading", { level: 1, name: "Batch: Starter" }).waitFor();
  await page.getByText("2 of 2 submitted, 0 refused, 0 waiting").waitFor();
  keys["batch"] = await first("requestBatches");
  const { body } = await room.admin.get(`/v2/requestBatches(${keys["batch"]})`);
  expect(body).toMatchObject({ submitted: 2, refused: 0, form: { surname: "Abel" } });
});

it("an approver decides all of it, except a request that is named", async () => {
  const page = await as("eve", roomPassword);
  await open(page, `request-batches/${keys["batch"]}`);
  await page.getByRole("button", { name: "Approve all" }).click();
  const dialog = page.getByRole("dialog", { name: /^Approve all/ });
  await dialog.getByLabel("bob").check();
  await dialog.getByRole("button", { name: "Approve all" }).click();
  await dialog.getByText("1 request changed, 0 left as they are").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const filter = encodeURIComponent(`batchKey eq ${keys["batch"]}`);
  const { body } = await room.admin.get(`/v2/requests?$filter=${filter}&$expand=recipient,decisions`);
  const { value } = body as { value: { recipient: { id: string }; decisions: unknown[] }[] };
  const decided = value.map(({ recipient, decisions }) => [recipient.id, decisions.length] as const);
  expect(Object.fromEntries(decided)).toEqual({ ada: 1, bob: 0 });
});

it.each(pagesOf("templates"))(
  "whoever cannot see, hear or point uses the page at $at, and its dialogs",
  async (row) => {
    if (row === pagesOf("templates")[0]) await asAdministrator();
    await expectPageAccessible(visit, row, keys);
  },
);

it("its requester cancels what is left of it", async () => {
  const { page } = visit;
  await open(page, `request-batches/${keys["batch"]}`);
  await page.getByRole("button", { name: "Cancel batch" }).click();
  const dialog = page.getByRole("dialog", { name: /^Cancel batch/ });
  await dialog.getByRole("button", { name: "Cancel batch" }).click();
  await dialog.getByText("2 requests changed, 0 left as they are").waitFor();
  const { body } = await room.admin.get(`/v2/requestBatches(${keys["batch"]})`);
  expect(body).toMatchObject({ cancelledAt: expect.any(String) });
});
