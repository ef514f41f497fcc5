// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { askedOfProvider, type IdentityProvider, openIdentityProvider } from "../support/identity-provider.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { openWatchedPage } from "./support/watched-page.ts";
import { roomPassword } from "./support/web-room.ts";

const issuer = "https://provider.example/saml";
const entryPoint = "https://provider.example/sso";

let installation: Installation;
let browser: TestBrowser;
let provider: IdentityProvider;
let rest: RestClient;
let admin: RestUser;
let ada = "";
beforeAll(async () => {
  [installation, browser, provider] = await Promise.all([startInstallation(), openBrowser(), openIdentityProvider()]);
  const { context, close } = await installation.compose();
  ({ ada } = await addPeople(context, ["ada"], roomPassword));
  await close();
  rest = createRestClient(installation.address);
  admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
  const row = { id: "corp", issuer, entryPoint, certificates: [provider.certificate] };
  const stored = {
    name: "elsewhere",
    description: "",
    purpose: "signIn",
    position: 1,
    first: "saml",
    selectors: [
      {
        expression: "origin",
        match: "set",
      },
    ],
    steps: {
      saml: {
        component: "saml",
        configuration: { provider: "corp" },
        outcomes: {
          passed: "ALLOW",
          failed: "DENY",
        },
      },
    },
  };
  for (const [path, body] of [
    ["/v2/samlProviders", row],
    ["/v2/authChains", { name: "elsewhere", stored }],
  ] as const) {
    const made = await admin.post(path, body);
    if (made.status !== 201) throw new Error(`${path} took nothing: ${JSON.stringify(made.body)}`);
  }
  // The page of the provider, which only the browser calls: it answers at once that the user is ada.
  await browser.context.route(`${entryPoint}**`, async (route) => {
    const { relayState, requestId } = askedOfProvider(route.request().url());
    const at = `${installation.address}/identity/saml/corp`;
    const parts = {
      issuer,
      audience: `${at}/metadata`,
      destination: `${at}/acs`,
      inResponseTo: requestId,
      nameId: "ada",
    };
    const answer = Buffer.from(await provider.answer(parts)).toString("base64");
    const body = `<form method="post" action="${at}/acs"><input name="SAMLResponse" value="${answer}" />
      <input name="RelayState" value="${relayState}" /></form><script>document.forms[0].submit()</script>`;
    await route.fulfill({ contentType: "text/html", body });
  });
});
afterAll(async () => {
  rest?.close();
  await browser?.close();
  await installation?.stop();
});

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("where one proves elsewhere who one is, an ended session keeps the page: one signs in in another tab, and goes on", async () => {
  const { page, expectClean } = await openWatchedPage(browser, installation.address, new URL(entryPoint).origin);
  await heading(page, "Good to see you, ada").waitFor();
  await page.getByRole("link", { name: "Ask", exact: true }).first().click();
  await heading(page, "Ask").waitFor();
  await page.getByLabel("Reason").fill("because I need it");
  const sessions = await admin.get(`/v2/users(${ada})/sessions?$filter=endedAt eq null`);
  for (const { key } of (sessions.body as { value: { key: string }[] }).value)
    await admin.post(`/v2/users(${ada})/endSession`, { sessionKey: key });

  await page.getByLabel("Search for systems, groups and roles").fill("directory");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.waitFor();
  const opened = browser.context.waitForEvent("page");
  await dialog.getByRole("link", { name: "Sign in in another tab" }).click();
  const other = await opened;
  await heading(other, "Good to see you, ada").waitFor();

  await dialog.waitFor({ state: "detached" });
  expect(await heading(page, "Ask").count()).toBe(1);
  expect(await page.getByLabel("Reason").inputValue()).toBe("because I need it");
  await other.close();
  await page.close();
  expectClean();
});
