// @input mouse keyboard
import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import { alsoFor, setPolicies } from "./support/set-policies.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { roomPassword } from "./support/web-room.ts";

let installation: Installation;
let browser: TestBrowser;
let receiver: WebhookReceiver;
let rest: RestClient;
let admin: RestUser;
const opened: WatchedPage[] = [];
beforeAll(async () => {
  const environment = { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8" };
  [installation, browser, receiver] = await Promise.all([
    startInstallation({ environment }),
    openBrowser(),
    startWebhookReceiver(),
  ]);
  rest = createRestClient(installation.address);
  admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
  const { context, close } = await installation.compose();
  const { eve } = await addPeople(context, ["eve"], roomPassword);
  const names = [
    policyOf.list("sessionLogData"),
    policyOf.get("sessionLogData"),
    policyOf.action("sessionLogData/verify"),
    policyOf.list("people"),
  ];
  await setPolicies(context, names, alsoFor(eve));
  await context.store.transaction(() =>
    context.store.save("managedSystemPolicies", {
      id: "SERVERS",
      description: "Servers",
      mode: "push",
      managedByNode: "node1",
      disclosurePlugins: [],
      changeIntervalHours: 24,
      checkoutMaxMinutes: 60,
    }),
  );
  await close();
  const address = { url: "ldap://127.0.0.1:9", baseDN: "dc=example,dc=test" };
  const target = { id: "BRANCH", type: "ldap", description: "A directory", address, autoApprove: true };
  await admin.post("/v2/targetSystems", target);
});
afterAll(async () => {
  rest?.close();
  await browser?.close();
  await receiver?.close();
  await installation?.stop();
});
afterEach(async () => {
  const watched = opened.splice(0);
  for (const { page } of watched) await page.close();
  await browser.context.clearCookies();
  for (const { expectClean } of watched) expectClean();
});

async function as(userName: string, password: string): Promise<Page> {
  const watched = await openWatchedPage(browser, installation.address);
  opened.push(watched);
  await signIn(watched.page, userName, password);
  return watched.page;
}
const asAdministrator = () => as(installation.superuser.id, installation.superuser.password);
const to = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const confirm = (page: Page, name: string, button = name) =>
  page.getByRole("dialog", { name }).getByRole("button", { name: button, exact: true }).click();

test("a webhook is added, its secret shown once, an event comes and is sent again, and it is turned off and on", async () => {
  const page = await asAdministrator();
  await to(page, "Webhooks");
  await page.getByText("Nobody is told of changes.").waitFor();
  await page.getByRole("button", { name: "Add a webhook" }).first().click();
  const adding = page.getByRole("dialog", { name: "Add a webhook" });
  await adding.getByLabel("Address").fill("ftp://nowhere");
  await adding.getByRole("button", { name: "Add a webhook" }).click();
  await adding.getByRole("alert").waitFor();
  await adding.getByLabel("Address").fill(receiver.url);
  await adding.getByRole("radio", { name: "only these" }).check();
  await adding.getByLabel("user.created").check();
  await adding.getByLabel("Description").fill("the portal");
  await adding.getByRole("button", { name: "Add a webhook" }).click();
  const shown = page.getByRole("dialog", { name: "The secret of the webhook" });
  const secret = await shown.getByLabel("Secret").inputValue();
  expect(secret).toMatch(/^whsec_/);
  await shown.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("heading", { level: 1, name: receiver.url }).waitFor();
  expect(await page.content()).not.toContain(secret);

  expect((await admin.post("/v2/users", { id: "carl" })).status).toBe(201);
  await page.getByRole("table", { name: "Deliveries" }).getByText("delivered", { exact: true }).waitFor();
  expect(receiver.received.map(({ event }) => event.type)).toEqual(["gatehouse.user.created"]);
  await press(page, "Show gatehouse.user.created");
  await page.getByRole("dialog").getByText('"specversion": "1.0"').waitFor();
  await page.keyboard.press("Escape");
  await press(page, "Send gatehouse.user.created again");
  await confirm(page, "Send gatehouse.user.created again", "Send again");
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);

  await press(page, "Turn off");
  await confirm(page, "Turn off");
  await page.getByText("The webhook is off: turn it on first.").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: "Send gatehouse.user.created again" }).count()).toBe(0);
  await press(page, "Turn on");
  await confirm(page, "Turn on");
  await press(page, "New secret");
  await confirm(page, "New secret");
  await shown.waitFor();
  expect(await shown.getByLabel("Secret").inputValue()).not.toBe(secret);
  await shown.getByRole("button", { name: "Close" }).last().click();
  await press(page, "Remove");
  await confirm(page, "Remove");
  await page.getByText("Nobody is told of changes.").waitFor();
});

test("a setting is found, refused, stored and reset; one that cannot be stored says why", async () => {
  const page = await asAdministrator();
  await to(page, "Settings");
  await page.getByLabel("Search").fill("LOCKOUT_DURATION");
  await to(page, "LOCKOUT_DURATION");
  await page.getByRole("heading", { level: 1, name: "LOCKOUT_DURATION" }).waitFor();
  await page.getByText("the default", { exact: true }).waitFor();
  const value = page.getByLabel("Value for all processes");
  await value.fill("soon");
  await press(page, "Save");
  await page.getByText("LOCKOUT_DURATION must be a whole number.").first().waitFor();
  await value.fill("7");
  await press(page, "Save");
  await page.getByText("what is stored", { exact: true }).waitFor();
  const path = "/v2/settings('LOCKOUT_DURATION')";
  expect((await admin.get(path)).body).toMatchObject({ storedValue: 7, origin: "stored" });
  await press(page, "Take away what is stored");
  await confirm(page, "Take away what is stored");
  await page.getByText("the default", { exact: true }).waitFor();
  expect((await admin.get(path)).body).toMatchObject({ storedValue: null, origin: "default" });
  await page.goto(`${installation.address}/react/#/settings/GATEHOUSE_DATA`);
  await page.getByText("It cannot be stored").waitFor();
  expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
});

test("an import rule with a wrong condition is refused at its place, tried while it is off, and turned on", async () => {
  const page = await asAdministrator();
  // Both pages select from the same policies, which are read once.
  await to(page, "Managed accounts");
  await page.getByRole("option", { name: "SERVERS" }).waitFor({ state: "attached" });
  await to(page, "Import rules");
  await page.getByText("There is no rule:").waitFor();
  await press(page, "Add an import rule");
  const adding = page.getByRole("dialog", { name: "Add an import rule" });
  await adding.getByLabel("Condition").fill("resource.idd == 'BRANCH'");
  await adding.getByLabel("Policy").selectOption("SERVERS");
  await adding.getByRole("button", { name: "Add an import rule" }).click();
  await adding.getByText(/^Line 1, column 10: /).waitFor();
  await adding.getByLabel("Condition").fill("resource.id == 'BRANCH'");
  await adding.getByRole("button", { name: "Add an import rule" }).click();
  await page.getByRole("heading", { level: 1, name: "Import rule 10 for target systems" }).waitFor();
  await page.getByText("off", { exact: true }).waitFor();
  await press(page, "Try");
  const row = page.getByRole("row", { name: /Import rule 10/ });
  await row.waitFor();
  expect((await row.getByRole("cell").allInnerTexts()).slice(2)).toEqual(["1", "1", "BRANCH"]);
  await press(page, "Turn on");
  await confirm(page, "Turn on");
  await page.getByText("on", { exact: true }).waitFor();
  const { body } = await admin.get("/v2/importRules");
  expect(body).toMatchObject({ value: [{ sequence: 10, action: "bind", policyId: "SERVERS", enabled: true }] });
});

test("a sign-in is tried step by step: which chain is taken, where its outcomes lead, and why others are not", async () => {
  const page = await asAdministrator();
  await to(page, "Sign-in chains");
  await press(page, "Try a sign-in");
  const trial = page.getByRole("dialog", { name: "Try a sign-in" });
  await trial.getByLabel(/^Purpose/).selectOption({ label: "being known to the help desk" });
  await trial.getByRole("button", { name: "Try", exact: true }).click();
  await trial.getByText("help-desk is taken.").waitFor();
  await trial.getByRole("button", { name: "failed", exact: true }).click();
  await trial.getByText("It ends: somebody is turned away.").waitFor();
  await trial.getByText("help-desk: questions ends with failed, and leads to: turn away").waitFor();
  await trial.getByRole("button", { name: "Begin anew" }).click();
  await trial.getByRole("button", { name: "passed", exact: true }).click();
  await trial.getByText("It ends: somebody is let in.").waitFor();
  await trial.getByLabel(/^Purpose/).selectOption({ label: "signing in" });
  await trial.getByText("It ends: somebody is let in.").waitFor({ state: "detached" });
  await trial.getByRole("button", { name: "Try", exact: true }).click();
  await trial.getByText("sign-in is taken.").waitFor();
  expect(await trial.getByRole("heading", { name: "Chains that are not taken" }).count()).toBe(1);
}, 60_000);

test("a chain is drawn, checked with what is wrong at its line, stored, rolled back and taken away", async () => {
  const page = await asAdministrator();
  await to(page, "Sign-in chains");
  await to(page, "help-desk");
  const picture = page.getByRole("list", { name: "Steps", exact: true });
  await picture.getByRole("heading", { name: "questions" }).waitFor();
  await press(page, "Change the steps");
  const text = page.getByLabel("Chain as JSON");
  const right = await text.inputValue();
  await text.fill("{");
  await page.getByText(/^This is no JSON/).waitFor();
  await text.fill(right.replace('"passed": "ALLOW"', '"passed": "nowhere"'));
  await press(page, "Check");
  await page.getByRole("button", { name: /^Line \d+: steps\.questions\.outcomes\.passed$/ }).click();
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("chain-text");
  await press(page, "Save");
  await page.getByText("One thing is wrong").waitFor();
  await text.fill(right.replace(/"description": "[^"]*"/, '"description": "Ours"'));
  await press(page, "Check");
  await page.getByText("Nothing is wrong: it may be stored.").waitFor();
  await page.getByLabel("Why").fill("a trial");
  await press(page, "Save");
  await page.getByText("version 1", { exact: true }).waitFor();
  await press(page, "Take away what is stored");
  await confirm(page, "Take away what is stored");
  await page.getByText("the default", { exact: true }).waitFor();
  await press(page, "Roll back to version 1");
  await confirm(page, "Roll back to version 1");
  await page.getByText("version 3", { exact: true }).waitFor();
  await page.getByText("Ours", { exact: true }).waitFor();
});

test("an auditor searches the audit, looks at a row, saves it as CSV, verifies it, and may do nothing else", async () => {
  const changed = await admin.patch("/v2/settings('LOCKOUT_DURATION')", { value: 9 });
  expect(changed.status).toBe(204);
  const page = await as("eve", roomPassword);
  expect(await page.getByRole("link", { name: "Settings", exact: true }).count()).toBe(0);
  await to(page, "Audit");
  await page.getByLabel("What").selectOption("ACPS");
  await page.getByLabel("Result").selectOption("S");
  await page.getByRole("option", { name: "ACPS – the product was configured" }).waitFor({ state: "attached" });
  await page.getByLabel("Target system").fill(`nobody's`);
  await page.getByRole("heading", { name: "Nothing was found" }).waitFor();
  await page.getByLabel("Target system").fill("");
  const rows = page.getByRole("table", { name: "Audit" }).getByRole("row");
  await rows.nth(1).waitFor();
  const actor = page.getByLabel("Who", { exact: true });
  await actor.fill("eve");
  await page.getByRole("heading", { name: "Nothing was found" }).waitFor();
  await actor.fill("nobody at all");
  await page.getByLabel("From").fill("2020-01-01T00:00");
  await expect.poll(() => actor.inputValue()).toBe("eve");
  await expect.poll(() => page.url()).toContain("from=");
  await actor.fill(installation.superuser.id);
  await rows.nth(1).getByRole("link").waitFor();
  await rows.nth(1).getByText("Superuser", { exact: true }).waitFor();
  await press(page, "View");
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Save as CSV" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  const [head, ...lines] = file.trim().split("\r\n");
  expect(head).toMatch(/^"When","What","Result","Who",/);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => line.includes("ACPS"))).toBe(true);

  await rows.nth(1).getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "ACPS" }).waitFor();
  await page.getByRole("cell", { name: "9", exact: true }).waitFor();
  await page.goBack();
  await press(page, "Verify");
  await confirm(page, "Verify the audit", "Begin");
  await page.getByText(/Nothing is wrong: \d/).waitFor();
});
