// @input mouse keyboard
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { type OpenLdap, startOpenLdap } from "../support/openldap.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";

// Most steps from the sign-in to the objects of a directory.
const stepsMax = 25;
// Number of accounts; enough that their loss needs a confirmation.
const accountsMax = 60;
const entries = Array.from({ length: accountsMax }, (_none, index) => {
  const name = `person${String(index).padStart(2, "0")}`;
  const dn = `uid=${name},ou=people,dc=example,dc=test`;
  return `dn: ${dn}\nobjectClass: inetOrgPerson\nuid: ${name}\ncn: ${name}\nsn: ${name}\n`;
}).join("\n");

let installation: Installation;
let directory: OpenLdap;
let browser: TestBrowser;
let rest: RestClient;
let admin: RestUser;
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  [directory, installation, browser] = await Promise.all([
    startOpenLdap({ ldif: entries }),
    startInstallation(),
    openBrowser(),
  ]);
  const { id, password } = installation.superuser;
  rest = createRestClient(installation.address);
  admin = await rest.signIn(id, password);
  watched = await openWatchedPage(browser, installation.address);
  ({ page } = watched);
  await signIn(page, id, password);
});
afterAll(async () => {
  rest?.close();
  await browser?.close();
  await installation?.stop();
  await directory?.stop();
});
afterEach(() => watched.expectClean());

const button = (name: string) => page.getByRole("button", { name, exact: true });
const link = (name: string) => page.getByRole("link", { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("an empty installation discovers a directory of one's own by the page alone, in a few steps; a wrong login is told in the directory's words", async () => {
  let steps = 3; // Name, password and button of the sign-in.
  const click = async (what: ReturnType<typeof link>) => {
    steps += 1;
    await what.click();
  };
  const fill = async (name: string | RegExp, text: string) => {
    steps += 1;
    await page.getByLabel(name).fill(text);
  };
  await click(link("Target systems"));
  await page.getByText("A target system is where accounts are").waitFor();
  await click(link("New target system"));
  steps += 1;
  await page.getByLabel("Connector").selectOption({ label: "ldap" });
  await fill(/^ID/, "OWN");
  await fill(/^Description/, "my own directory");
  await fill(/^Address/, directory.url);
  await fill(/^Base DN/, directory.baseDN);
  await fill(/^Login name/, directory.admin.dn);
  await fill(/^Password or key/, "wrong");
  await click(button("Save and test the connection"));
  await page.getByText("The connection does not work").waitFor();
  await page
    .getByText(/invalid credentials/i)
    .first()
    .waitFor();
  expect(await page.getByRole("heading", { name: "First discovery" }).count()).toBe(0);

  await fill(/^Password or key/, directory.admin.password);
  await click(button("Save and test again"));
  await page.getByText("The connection works").waitFor();
  steps += 1;
  await page.getByLabel("Who decides about requests").selectOption({ label: "myself" });
  await click(button("Save and discover what is there"));
  await page.getByText("The discovery has succeeded.").waitFor();
  console.log(`steps from the sign-in to the first discovery, a wrong password among them: ${steps}`);
  expect(steps).toBeLessThanOrEqual(stepsMax);

  await link("Open OWN").last().click();
  await page.getByRole("main").getByRole("link", { name: "Accounts", exact: true }).click();
  await page.getByText("person00", { exact: true }).first().waitFor();
  expect(await page.content()).not.toContain(directory.admin.password);
});

test("an option is changed; one who saves over an older version is told so, and keeps what was typed", async () => {
  await page.goto(`${installation.address}/react/#/targets/OWN`);
  await page.reload();
  await field("Accounts may be claimed").check();
  await button("Save").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByLabel(/^Description/).fill("mine");
  expect((await admin.patch("/v2/targetSystems('OWN')", { helpUrl: "https://help.example" })).status).toBe(204);
  await button("Save").click();
  await page.getByText("Somebody has changed this meanwhile").waitFor();
  await button("Read the newest version").click();
  await expect
    .poll(() => page.getByRole("textbox", { name: "Help", exact: true }).inputValue())
    .toBe("https://help.example");
  expect(await page.getByLabel(/^Description/).inputValue()).toBe("mine");
  await button("Save").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { body } = await admin.get("/v2/targetSystems('OWN')");
  expect(body).toMatchObject({ description: "mine", helpUrl: "https://help.example", allowClaimAccounts: true });
});

test("an address that cannot be is refused at its field, and what is as usual is not sent", async () => {
  await link("Address").click();
  await page.getByText("the stored passwords of the credentials are removed").waitFor();
  await page.getByLabel(/^Address/).fill("gopher://nowhere");
  await button("Save").click();
  await page
    .getByText(/address\.url/)
    .first()
    .waitFor();
  await page.getByLabel(/^Address/).fill(directory.url);
  await button("More about the address").click();
  await page.getByLabel("Attribute of owners").fill("seeAlso");
  await button("Save").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { body } = await admin.get("/v2/targetSystems('OWN')");
  const { url, baseDN } = directory;
  expect((body as { address: object }).address).toEqual({ url, baseDN, ownerAttribute: "seeAlso" });
});

test("a phase gets the members of a class, a definition is added and removed, a login is shown without its password", async () => {
  await link("Who decides").click();
  await button("Add a phase").click();
  const arrow = () =>
    page.evaluate("getComputedStyle(document.querySelector('.gatehouse-phases > li + li'), '::before').content");
  await expect.poll(arrow).toContain("→");
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(arrow).toContain("↓");
  if (usual !== null) await page.setViewportSize(usual);
  const second = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Phase 2" }) })
    .last();
  await second.getByLabel("Add who decides").selectOption({ label: "the manager" });
  await second.getByRole("button", { name: "Add", exact: true }).click();
  await second.getByLabel("must answer").check();
  await button("Save").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { body } = await admin.get("/v2/targetSystems('OWN')");
  expect((body as { authorizationPhases: object[] }).authorizationPhases).toMatchObject([
    { sequence: 1 },
    { sequence: 2, authorizers: [{ managerLevels: 1, inputRequired: true }] },
  ]);

  await link("Attributes").click();
  await page.getByText("No definitions yet.", { exact: false }).waitFor();
  await button("Add a definition").click();
  await page.getByRole("dialog").getByLabel("Attribute", { exact: false }).first().fill("mail");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await button("Remove mail").click();
  const removal = page.getByRole("dialog", { name: "Remove the definition of mail" });
  await removal.getByText("can no longer request").waitFor();
  await removal.getByRole("button", { name: "Remove" }).click();
  await page.getByText("No definitions yet.", { exact: false }).waitFor();

  await link("Logins").click();
  await page.getByText("is there", { exact: true }).waitFor();
});

/** Changes the address of the target system, which deletes its stored password, and enters the password again; returns the status. */
async function moveTo(address: object): Promise<number> {
  const path = "/v2/targetSystems('OWN')";
  expect((await admin.patch(path, { address })).status).toBe(204);
  const { body } = await admin.get(`${path}/credentials`);
  const [login] = (body as { value: { key: string; passwordSet: boolean }[] }).value;
  expect(login?.passwordSet).toBe(false);
  const { password } = directory.admin;
  return (await admin.patch(`${path}/credentials(${login?.key})`, { password })).status;
}

test("a discovery that would remove much waits, names what would go, and is ended or confirmed on the page", async () => {
  const { url, baseDN, groupsDN } = directory;
  const address = { url, baseDN, accountsDN: groupsDN };
  expect(await moveTo(address)).toBe(204);
  await link("Discovery").click();
  for (const [choice, outcome] of [
    ["End the discovery", "The discovery has ended, and nothing was loaded."],
    ["Confirm the removals", "The discovery has succeeded."],
  ] as const) {
    await button("Begin a discovery").click();
    await page.getByText(`${accountsMax} of ${accountsMax} known accounts would be removed`).waitFor();
    await button(choice).click();
    const dialog = page.getByRole("dialog", { name: choice });
    if (choice === "Confirm the removals") {
      await expect.poll(() => dialog.getByRole("listitem").count()).toBe(accountsMax);
      await dialog.getByText("person59", { exact: true }).waitFor();
    }
    await dialog.getByRole("button", { name: choice }).click();
    await page.getByText(outcome).waitFor();
  }
  const report = page.getByRole("region", { name: "The last discovery" });
  await button(`Gone: ${accountsMax}`).click();
  await report.getByText("person00", { exact: true }).waitFor();
  expect(await report.getByRole("listitem").count()).toBe(accountsMax);
  await page.getByText(`0 new, 0 changed, ${accountsMax} gone, 0 memberships`).first().waitFor();
});

test("a discovery of a target system that does not answer is ended on the page, and nothing is loaded", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { baseDN } = directory;
  const address = { url: `ldap://127.0.0.1:${port}`, baseDN, accountsDN: baseDN };
  expect(await moveTo(address)).toBe(204);
  await button("Begin a discovery").click();
  await page.getByText("The target system is being listed.").waitFor();
  await button("End the discovery").click();
  await page.getByRole("dialog").getByRole("button", { name: "End the discovery" }).click();
  await page.getByText("The discovery has ended, and nothing was loaded.").waitFor();
  const ended = page.getByText("An operator has ended the discovery.").first();
  await ended.waitFor();
  expect(await ended.isVisible()).toBe(true);
  silent.close();
});

test("what is done on target systems is found by how it stands, told in the directory's words, and leads to where it belongs", async () => {
  await page.goto(`${installation.address}/react/#/operations`);
  await heading("Operations").waitFor();
  const state = page.getByRole("combobox", { name: "State" });
  const first = page.getByRole("table", { name: "Operations" }).getByRole("row").nth(1);
  await state.selectOption({ label: "failed" });
  await expect.poll(() => page.url()).toMatch(/state=failed/);
  await first.getByText("failed", { exact: true }).waitFor();
  // The first test entered wrong credentials, by which no sign-in to the directory succeeds.
  const wrong = page.getByRole("row", { name: /test the connection/ }).last();
  await wrong.getByRole("link").click();
  await heading("test the connection on OWN").waitFor();
  await page.getByText("The target says:").waitFor();
  await page.goBack();
  await state.selectOption({ label: "tried again" });
  await page.getByRole("heading", { name: "Nothing was found" }).waitFor();
  await state.selectOption({ label: "done" });
  await page.getByRole("combobox", { name: "What" }).selectOption({ label: "discover what is there" });
  await first.getByText("done", { exact: true }).waitFor();
  await first.getByRole("link").click();
  await page.getByText("none: it was asked for at once").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Show", exact: true }).click();
  await expect.poll(() => page.url()).toMatch(/targets\/OWN\/discovery/);
});

test("a proxy is invited by a line that is shown once, and shut out", async () => {
  await link("Proxies").click();
  await page.getByText("takes orders").waitFor();
  await button("Invite a proxy").click();
  await page.getByRole("dialog").getByLabel("Name").fill("branch");
  await page.getByRole("dialog").getByRole("button", { name: "Show the line" }).click();
  const line = await page.getByLabel("Line to paste").inputValue();
  expect(line).toMatch(/^echo '[\w-]+' \| gatehouse proxy enrol branch --url http:\/\//);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const [, token = ""] = /'(.*)'/.exec(line) ?? [];
  expect(await page.content()).not.toContain(token);
  await link("branch").click();
  await heading("Proxy branch").waitFor();
  await button("Shut out").click();
  await page.getByRole("dialog").getByRole("button", { name: "Shut out" }).click();
  await page.getByText("shut out", { exact: true }).waitFor();
});

test("a password is tried against the rules as they stand on the page, and a rule is saved", async () => {
  await link("Password policies").click();
  await link("DEFAULT").first().click();
  await heading("Password policy DEFAULT").waitFor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.method()));
  await page.getByLabel("Password to try").fill("Short1");
  await page.getByText("It would be refused.").waitFor();
  await page.getByRole("group", { name: "Fewest characters" }).getByLabel("Value").fill("6");
  await page.getByText("It would be taken.").waitFor();
  expect(asked.filter((method) => method !== "GET")).toEqual([]);
  await button("Save").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { body } = await admin.get("/v2/passwordPolicies('DEFAULT')");
  expect(body).toMatchObject({ length: { minLength: { value: 6 } } });
});

test("a password policy is added by a preset, judges and generates passwords, and is deleted", async () => {
  await link("Password policies").click();
  await heading("Password policies").waitFor();
  await button("Add password policy").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^ID/).fill("LONG");
  await dialog.getByLabel(/^Description/).fill("Long passwords");
  await dialog.getByLabel("Initial rules").selectOption({ label: "NIST SP 800-63B-4: long, any characters" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await heading("Password policy LONG").waitFor();
  await page.getByLabel("Password to try").fill("only-letters-here");
  await button("Check with the service").click();
  await page.getByText("Not checked").first().waitFor();
  await page.getByLabel("Form", { exact: true }).selectOption({ label: "Words" });
  await button("Generate").click();
  expect(await page.getByLabel("Password 1", { exact: true }).inputValue()).toMatch(/^[a-z]{4}(?:-[a-z]{4}){5}$/);
  await button("Delete password policy").click();
  await dialog.getByRole("button", { name: "Delete password policy" }).click();
  await heading("Password policies").waitFor();
  expect((await admin.get("/v2/passwordPolicies('LONG')")).status).toBe(404);
});
