import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { createRestClient, type RestClient } from "../support/rest.ts";
import { expectAccessible } from "./support/looks.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";

let installation: Installation;
let browser: TestBrowser;
let rest: RestClient;
let watched: WatchedPage;
let page: Page;
const keys: Record<string, string> = {};
beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  const { id, password } = installation.superuser;
  rest = createRestClient(installation.address);
  const admin = await rest.signIn(id, password);
  const made = async (set: string, body: object) =>
    ((await admin.post(`/v2/${set}`, body)).body as { key: string }).key;
  keys["webhook"] = await made("webhooks", { url: "https://portal.example/events", description: "the portal" });
  keys["rule"] = await made("importRules", {
    ...{
      sequence: 10,
      objectType: "managedAccount",
      action: "unbind",
      policyId: null,
      condition: "true",
      enabled: false,
    },
  });
  const rows = await admin.get("/v2/sessionLogData?$filter=operation%20eq%20'IRAD'");
  keys["row"] = (rows.body as { value: [{ key: string }] }).value[0].key;
  watched = await openWatchedPage(browser, installation.address);
  ({ page } = watched);
  page.setDefaultTimeout(15_000);
  await signIn(page, id, password);
}, 120_000);
afterAll(async () => {
  watched?.expectClean();
  rest?.close();
  await browser?.close();
  await installation?.stop();
});

const open = async (path: string, heading: string | RegExp) => {
  await page.goto(`${installation.address}/react/#${path}`);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
};
const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();

describe("whoever cannot see, hear or point runs", () => {
  it.each([
    ["/webhooks", "Webhooks", "Add a webhook"],
    ["/audit", "Audit", "Verify"],
    ["/settings", "Settings", null],
    ["/settings/LOCKOUT_DURATION", "LOCKOUT_DURATION", null],
    ["/import-rules", "Import rules", "Add an import rule"],
    ["/chains", "Sign-in chains", null],
    ["/new-chain", "Add a chain", null],
    ["/identity-providers", "Identity providers", "Add an identity provider"],
    ["/connectors", "Connectors and plug-ins", null],
  ])("the page at %s, and its dialog", async (path, heading, action) => {
    await open(path, heading);
    await expectAccessible(page);
    if (action === null) return;
    await press(action);
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  it("a webhook, and the dialog of a new secret", async () => {
    await open(`/webhooks/${keys["webhook"]}`, "https://portal.example/events");
    await expectAccessible(page);
    await press("New secret");
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  it("a row of the audit with what it has changed", async () => {
    await open(`/audit/${keys["row"]}`, "IRAD");
    await page.getByRole("heading", { name: "importRules: added" }).waitFor();
    await expectAccessible(page);
  });

  it("an import rule, tried", async () => {
    await open(`/import-rules/${keys["rule"]}`, /^Import rule 10/);
    await press("Try");
    await page.getByRole("grid").last().waitFor();
    await expectAccessible(page);
  });

  it("a chain as a picture, and as a text with what is wrong", async () => {
    await open("/chains/forgot-password", "forgot-password");
    await page.getByRole("heading", { name: "userName" }).waitFor();
    await expectAccessible(page);
    await press("Change the steps");
    const text = page.getByLabel("Chain as JSON");
    await text.fill((await text.inputValue()).replace('"userName"', '"nobody"'));
    await press("Check");
    await page.getByRole("alert").waitFor();
    await expectAccessible(page);
  });

  it("all of them in German", async () => {
    await page.getByRole("button", { name: "Superuser" }).click();
    await page.getByRole("menuitem", { name: "Deutsch" }).click();
    for (const [path, heading] of [
      ["/audit", "Protokoll"],
      ["/settings", "Einstellungen"],
      ["/connectors", "Konnektoren und Plug-ins"],
    ] as const) {
      await open(path, heading);
      expect(await page.getByText("undefined").count()).toBe(0);
    }
  });
});
