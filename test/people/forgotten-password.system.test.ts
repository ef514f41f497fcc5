import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { Client } from "ldapts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { giveAnswers } from "../support/given-answers.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { type OpenLdap, startOpenLdap } from "../support/openldap.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, pathOf, type RestClient, type RestUser } from "../support/rest.ts";

const stepsMax = 6;
const chosen = "Xk7-crane-lamp";

let directory: OpenLdap;
let installation: Installation;
let rest: RestClient;
let admin: RestUser;
let browser: TestBrowser;
let portal: Server;
let portalAddress = "";
let adaKey = "";

beforeAll(async () => {
  portal = createServer((_request, response) => {
    const action = `${installation.address}/identity/connect/forgot-password`;
    response.setHeader("content-type", "text/html");
    response.end(`<form method="post" action="${action}"><button>I have forgotten my password</button></form>`);
  });
  await new Promise<void>((resolve) => portal.listen(0, "127.0.0.1", resolve));
  portalAddress = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
  [directory, installation, browser] = await Promise.all([
    startOpenLdap(),
    startInstallation({ environment: { RETURN_ORIGINS: portalAddress } }),
    openBrowser(),
  ]);
  rest = createRestClient(installation.address);
  admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
  await addAda();
  await addAccount();
}, 120_000);

afterAll(async () => {
  rest?.close();
  portal?.close();
  await browser?.close();
  await installation?.stop();
  await directory?.stop();
});

async function addAda(): Promise<void> {
  const { context, close } = await installation.compose();
  const { passwords } = context;
  ({ ada: adaKey } = await addPeople(context, ["ada"], "the-password-before"));
  const answerHash = await passwords.hash(new Secret(normaliseAnswer("Rex")));
  await giveAnswers(context, adaKey, answerHash);
  await close();
}

async function addAccount(): Promise<void> {
  const { url, baseDN, accountsDN, groupsDN, admin: login } = directory;
  const address = { url, baseDN, accountsDN, groupsDN };
  const target = { id: "DIRECTORY", type: "ldap", description: "A real OpenLDAP", address, autoApprove: true };
  expect((await admin.post("/v2/targetSystems", target)).status).toBe(201);
  const credential = { administratorId: login.dn, password: login.password };
  expect((await admin.post("/v2/targetSystems('DIRECTORY')/credentials", credential)).status).toBe(201);
  const attributes = { shortId: "ada.abel", cn: "Ada Abel", sn: "Abel" };
  const operations = [{ code: "ACUA", targetSystemKey: "DIRECTORY", attributes }];
  const asked = await admin.post("/v2/requests", { recipientKey: adaKey, operations });
  expect(asked.status).toBe(202);
  const request = await admin.until(pathOf(asked), ({ active }) => active === false);
  expect(request["status"]).toBe("C");
}

async function opensInDirectory(password: string): Promise<boolean> {
  const client = new Client({ url: directory.url });
  try {
    await client.bind(`uid=ada.abel,${directory.accountsDN}`, password);
    return true;
  } catch {
    return false;
  } finally {
    await client.unbind();
  }
}

/** Returns the title, headings, alerts and fields of a page, without the words of the security questions, which are personal. */
const shown = (page: Page) =>
  page.evaluate<string[]>(
    `[document.title, ...[...document.querySelectorAll("h1, [role=alert], input")].map((one) => one.name ?? one.textContent)]`,
  );

const titleOf = (page: Page) => page.locator("h1").textContent();

/** Fills in the fields of a page in their order, and sends them. */
async function send(page: Page, values: readonly string[]): Promise<void> {
  const fields = page.locator("input:not([type=hidden])");
  expect(await fields.count()).toBe(values.length);
  for (const [index, value] of values.entries()) await fields.nth(index).fill(value);
  await press(page);
}

/** Presses the button of a page, and waits until the next one has loaded: a click alone may end while the old page is still shown. */
async function press(page: Page): Promise<void> {
  const read = page.waitForEvent("load");
  await page.locator("button").click();
  await read;
}

async function openFromPortal(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(portalAddress);
  await press(page);
  return page;
}

async function auditOf(operation: string) {
  const { context, close } = await installation.compose();
  const rows = await context.store.select("sesslog_full", { where: { operation } });
  await close();
  return rows;
}

// @specification 5.forgot-password
test("somebody who has forgotten the password chooses another one in a browser, which opens their account, and is led back", async () => {
  const page = await openFromPortal();
  const steps = [["ada"], ["rex", "REX"], [chosen, chosen]];
  expect(steps.length).toBeLessThanOrEqual(stepsMax);
  for (const values of steps) await send(page, values);
  expect(await titleOf(page)).toMatch(/^Your password is (set|on its way)$/);
  await page.getByRole("link", { name: portalAddress }).click();
  await page.waitForURL(`${portalAddress}/**`);
  await expect.poll(() => opensInDirectory(chosen), { interval: 200 }).toBe(true);
  await expect(rest.signIn("ada", "the-password-before")).rejects.toThrow();
  await rest.signIn("ada", chosen);
  const mine = { actor: adaKey, recipient: adaKey, result: "S" };
  expect(await auditOf("QRES")).toMatchObject([{ ...mine, module: "ui" }]);
  await expect.poll(() => auditOf("SRES"), { interval: 200 }).toMatchObject([mine]);
});

// @specification 5.forgot-password
test("a name that nobody has is shown the same pages", async () => {
  const seen = [];
  for (const name of ["ada", "nobody"]) {
    const page = await openFromPortal();
    const pages = [await shown(page)];
    for (const values of [[name], ["wrong", "wrong"]]) {
      await send(page, values);
      pages.push(await shown(page));
    }
    seen.push(pages);
  }
  expect(seen[1]).toEqual(seen[0]);
});
