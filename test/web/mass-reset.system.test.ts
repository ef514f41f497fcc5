// @input mouse keyboard
import { readFileSync } from "node:fs";

import { Client } from "ldapts";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { readCsv } from "#domain/csv.ts";
import { openSealed, readSealed } from "#operations/kernel/sealed-files/open-sealed.ts";

import { codeAt } from "../support/one-time-codes.ts";
import { findingsOn } from "./support/accessible.ts";
import { expectPageAccessible, type Visit } from "./support/look-at.ts";
import { pagesOf } from "./support/looked-at.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

const firstPassword = "The first passw0rd";

let room: WebRoom;
const opened: WatchedPage[] = [];
beforeAll(async () => {
  room = await openWebRoom();
  for (const shortId of ["ada", "bob", "eve"] as const)
    await room.addAccount({ shortId, userKey: room.people[shortId], password: firstPassword });
});
afterAll(() => room?.close());
afterEach(async () => {
  for (const { page, expectClean } of opened.splice(0)) {
    expectClean();
    await page.close();
  }
});

async function as(userName: string, password = roomPassword): Promise<Page> {
  await room.browser.context.clearCookies();
  const watched = await openWatchedPage(room.browser, room.installation.address);
  opened.push(watched);
  await signIn(watched.page, userName, password);
  return watched.page;
}
const asAdministrator = () => as(room.installation.superuser.id, room.installation.superuser.password);
const open = (page: Page, path: string) => page.goto(`${room.installation.address}/react/#/${path}`);
const state = (page: Page, text: string) => page.locator(".gatehouse-head").getByText(text, { exact: true }).waitFor();

/** Reports whether a password opens an account in the directory. */
async function opens(name: string, password: string): Promise<boolean> {
  const client = new Client({ url: room.directory.url });
  try {
    await client.bind(`uid=${name},${room.directory.accountsDN}`, password);
    return true;
  } catch {
    return false;
  } finally {
    await client.unbind();
  }
}

interface Keyed {
  readonly key: string;
}

/** Creates a draft over the API and tries it; returns its key. */
async function draft(part: object): Promise<string> {
  const { body, status } = await room.admin.post("/v2/massResets", { reason: "a breach", ...part });
  expect([status, body]).toEqual([201, expect.anything()]);
  const { key } = body as Keyed;
  expect((await room.admin.post(`/v2/massResets(${key})/trial`, {})).status).toBe(200);
  return key;
}

it("the pages can be used by whoever cannot see, hear or point", async () => {
  const page = await asAdministrator();
  const visit: Visit = { page, address: room.installation.address };
  const massReset = await draft({ userKeys: [room.people.ada] });
  for (const row of pagesOf("massResets")) await expectPageAccessible(visit, row, { massReset });
  await open(page, `mass-resets/${massReset}`);
  await page.getByRole("button", { name: "Delete draft" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete draft" }).click();
  await page.getByRole("heading", { level: 1, name: "Mass resets" }).waitFor();
  expect((await room.admin.get(`/v2/massResets(${massReset})`)).status).toBe(404);
});

it("from a condition to the report: tried, started with the number of its accounts, and its file downloaded once", async () => {
  const page = await asAdministrator();
  // The directory will refuse eve's account, which no discovery has found gone.
  const client = new Client({ url: room.directory.url });
  await client.bind(room.directory.admin.dn, room.directory.admin.password);
  await client.del(`uid=eve,${room.directory.accountsDN}`);
  await client.unbind();

  await page.getByRole("link", { name: "Mass resets", exact: true }).click();
  await page.getByRole("button", { name: "New mass reset" }).click();
  await page.getByRole("heading", { level: 1, name: "New mass reset" }).waitFor();
  const create = page.getByRole("button", { name: "Create and try" });
  expect(await create.isDisabled()).toBe(true);
  await page.getByLabel("Reason").fill("Passwords were found on a stranger's server");
  await page.getByRole("textbox", { name: /^Condition/ }).fill("id in (");
  await create.click();
  await page.getByRole("alert").first().waitFor();
  await page.getByRole("textbox", { name: /^Condition/ }).fill("id in ('ada','bob','eve')");
  await page.getByLabel("DIRECTORY").check();
  await page.getByRole("combobox", { name: "Delivery" }).selectOption("file");
  await page.getByLabel("Share of failures").fill("100");
  await create.click();

  await page.getByRole("heading", { level: 1, name: /^Mass reset \d{8}-\d+$/ }).waitFor();
  await page.getByText("3 accounts of 3 users would be reset").waitFor();
  await page.getByRole("table", { name: "Trial" }).getByText("DIRECTORY").waitFor();
  for (const width of [390, 1_024]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findingsOn(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);
  }
  await page.setViewportSize({ width: 1_280, height: 900 });

  await page.getByRole("button", { name: "Start mass reset" }).click();
  const starting = page.getByRole("dialog", { name: "Start mass reset" });
  const start = starting.getByRole("button", { name: "Start mass reset" });
  await starting.getByLabel("Number of accounts").fill("2");
  expect(await start.isDisabled()).toBe(true);
  await starting.getByLabel("Number of accounts").fill("3");
  await start.click();
  await starting.waitFor({ state: "detached" });
  await state(page, "Completed");
  await page.getByText("3 accounts: 2 reset, 1 failed, 0 open").waitFor();
  expect(await findingsOn(page)).toEqual([]);

  const report = page.getByRole("table", { name: "Report" });
  await page.getByLabel("Result").selectOption("F");
  await expect.poll(() => report.getByRole("row").count()).toBe(2);
  await report.getByRole("row", { name: /eve/ }).getByText("Failed", { exact: true }).waitFor();
  await page.getByLabel("Result").selectOption("");
  await expect.poll(() => report.getByRole("row").count()).toBe(4);

  await page.getByRole("button", { name: "Download passwords" }).click();
  const downloading = page.getByRole("dialog", { name: "Download passwords" });
  await downloading.getByRole("button", { name: "Generate passphrase" }).click();
  const passphrase = await downloading.getByRole("textbox", { name: /^Passphrase/ }).inputValue();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    downloading.getByRole("button", { name: "Download passwords" }).click(),
  ]);
  await page.getByText("2 passwords downloaded.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await page.getByText("Delivered", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Download passwords" }).count()).toBe(0);
  const text = readFileSync((await file.path()) ?? "", "utf8");
  const { content } = await openSealed("x", readSealed("x", text), { passphrase: new Secret(passphrase) });
  const [head, ...rows] = content.use((plain) => readCsv(plain)).records.map(({ values }) => values);
  expect([head?.length, rows.map(([user]) => user).toSorted()]).toEqual([5, ["ada", "bob"]]);
  for (const [user = "", , , , password = ""] of rows)
    expect([user, await opens(user, password), await opens(user, firstPassword)]).toEqual([user, true, false]);
});

it("new passwords are shown once in My access, for a code of the authenticator app", async () => {
  const rest = await room.rest.signIn("ada", roomPassword);
  const path = `/v2/users(${room.people.ada})`;
  const { address } = (await rest.post(`${path}/beginOneTimeCode`, {})).body as { readonly address: string };
  const secret = new URL(address).searchParams.get("secret") ?? "";
  const confirmed = await rest.post(`${path}/confirmOneTimeCode`, { code: codeAt(secret, Date.now()) });
  const { recoveryCodes } = confirmed.body as { readonly recoveryCodes: readonly string[] };
  const key = await draft({ userKeys: [room.people.ada, room.people.bob], delivery: "myAccess" });
  // bob has no authenticator app.
  const { body } = await room.admin.get(`/v2/massResets(${key})`);
  expect(body).toMatchObject({ accounts: 1, skipped: [{ because: "noFactor", accounts: 1 }] });
  expect((await room.admin.post(`/v2/massResets(${key})/start`, { expectCount: 1 })).status).toBe(200);
  await room.admin.until(`/v2/massResets(${key})`, ({ endedAt }) => endedAt !== null);

  const page = await as("ada");
  await page.getByRole("link", { name: "My access", exact: true }).first().click();
  await page.getByRole("button", { name: "Show passwords" }).click();
  const dialog = page.getByRole("dialog", { name: "New passwords" });
  await dialog.getByLabel("One-time code").fill("000000");
  await dialog.getByRole("button", { name: "Show passwords" }).click();
  await dialog
    .getByText(/^Wrong one-time code/)
    .first()
    .waitFor();
  expect(await findingsOn(page)).toEqual([]);
  await dialog.getByLabel("One-time code").fill(recoveryCodes[0] ?? "");
  await dialog.getByRole("button", { name: "Show passwords" }).click();
  const shown = dialog.getByLabel("ada on DIRECTORY");
  await shown.waitFor();
  expect(await findingsOn(page)).toEqual([]);
  expect(await opens("ada", await shown.inputValue())).toBe(true);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Show passwords" }).waitFor({ state: "detached" });
});

it("a running mass reset is paused, resumed and stopped, and its remaining accounts keep their passwords", async () => {
  const key = await draft({ userKeys: [room.people.ada, room.people.bob], ratePerMinute: 1 });
  expect((await room.admin.post(`/v2/massResets(${key})/start`, { expectCount: 2 })).status).toBe(200);
  const page = await asAdministrator();
  await open(page, `mass-resets/${key}`);
  for (const [action, after] of [
    ["Pause mass reset", "Paused"],
    ["Resume mass reset", "In progress"],
    ["Stop mass reset", "Stopped"],
  ] as const) {
    await page.getByRole("button", { name: action }).click();
    const dialog = page.getByRole("dialog", { name: action });
    await dialog.getByRole("button", { name: action }).click();
    await dialog.waitFor({ state: "detached" });
    await state(page, after);
  }
  const { value } = (await room.admin.get(`/v2/massResets(${key})/items`)).body as {
    readonly value: readonly { readonly result: string | null }[];
  };
  expect(value.filter(({ result }) => result === "S").length).toBeLessThan(2);
});

it("people are brought in from a file and disabled again, with a row for each step", async () => {
  const page = await asAdministrator();
  const begin = async (count: string) => {
    await page.getByRole("heading", { level: 1, name: /^Mass reset \d{8}-\d+$/ }).waitFor();
    await page.getByRole("button", { name: "Start mass reset" }).click();
    const starting = page.getByRole("dialog", { name: "Start mass reset" });
    await starting.getByLabel("Number of steps").fill(count);
    await starting.getByRole("button", { name: "Start mass reset" }).click();
    await starting.waitFor({ state: "detached" });
    await state(page, "Completed");
  };
  await open(page, "new-mass-reset");
  await page.getByRole("combobox", { name: "Action" }).selectOption("onboard");
  await page.getByLabel("Reason").fill("A new team");
  await page.getByRole("radio", { name: "File" }).check();
  await page.locator("input[type=file]").setInputFiles({
    name: "team.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("id,displayName\nfay,Fay Elm\ngus,Gus Fir\n"),
  });
  expect(await findingsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Create and try" }).click();
  await page.getByText("2 steps about 2 users would be taken").waitFor();
  await begin("2");
  const report = page.getByRole("table", { name: "Report" });
  await report.getByText("Add user").first().waitFor();
  await report.getByRole("link", { name: "fay" }).waitFor();
  expect(await findingsOn(page)).toEqual([]);

  await open(page, "new-mass-reset");
  await page.getByRole("combobox", { name: "Action" }).selectOption("offboard");
  await page.getByLabel("Reason").fill("The team is no more");
  await page.getByRole("textbox", { name: /^Condition/ }).fill("id in ('fay','gus')");
  await page.getByRole("checkbox", { name: "Disable user" }).check();
  expect(await findingsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Create and try" }).click();
  await page.getByText("2 steps about 2 users would be taken").waitFor();
  await begin("2");
  await report.getByText("Disable user").first().waitFor();
  const disabled = await room.admin.get("/v2/users?$filter=disabled eq true&$select=id&$orderby=id");
  expect(disabled.body).toMatchObject({ value: [{ id: "fay" }, { id: "gus" }] });
});
