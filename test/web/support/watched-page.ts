import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { TestBrowser } from "../../support/chromium.ts";
import { byKeyboard } from "./by-keyboard.ts";
import { lookAtDialogs } from "./look-at-dialogs.ts";

// The watcher of the page receives the message.
const reportsPolicy = `document.addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile, blockedURI }) =>
  console.error("policy: " + violatedDirective + " " + blockedURI + " " + sourceFile));`;

/** A page whose errors are recorded, to be checked at the end. */
export interface WatchedPage {
  readonly page: Page;
  /**
   * Fails if the page broke its content security policy, called another host, or reported an error. With `isCutOff`, the errors of a lost
   * connection are ignored.
   */
  expectClean(passedOver?: { readonly isCutOff: boolean }): void;
}

// Messages of the browser about an unavailable service, or a connection that a test has cut.
const cutOff =
  /^console: Failed to load resource: net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE)$/;

let areLocatorsChanged = false;

/** Changes the actions on elements for all pages of this process, once. */
function changeLocators(page: Page): void {
  if (areLocatorsChanged) return;
  areLocatorsChanged = true;
  const locators = Object.getPrototypeOf(page.locator("html")) as Locator;
  // The journeys of this run use the keyboard alone.
  if (process.env["GATEHOUSE_TEST_INPUT"] === "keyboard") Object.assign(locators, byKeyboard);
  lookAtDialogs(locators);
}

/** Opens a page of the service in a browser, and records its errors from the start. One further host may be called if it is given. */
export async function openWatchedPage(
  browser: TestBrowser,
  address: string,
  otherOrigin?: string,
): Promise<WatchedPage> {
  const page = await browser.newPage();
  changeLocators(page);
  const faults: string[] = [];
  const { origin } = new URL(address);
  page.on("console", (message) => {
    const text = message.text();
    // The browser also reports refused calls; they are no errors of the page.
    if (message.type() === "error" && !text.startsWith("Failed to load resource: the server responded with"))
      faults.push(`console: ${text}`);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.stack ?? error.message}`));
  page.on("request", (request) => {
    const asked = new URL(request.url());
    const isKnown = asked.origin === origin || asked.origin === otherOrigin;
    if (asked.protocol !== "data:" && asked.protocol !== "blob:" && !isKnown) faults.push(`asked ${asked.href}`);
  });
  await page.addInitScript({ content: reportsPolicy });
  await page.goto(`${address}/react/`);
  return {
    page,
    expectClean: ({ isCutOff } = { isCutOff: false }) =>
      expect(faults.filter((fault) => !isCutOff || !cutOff.test(fault))).toEqual([]),
  };
}

/** Signs a user in on the page, and waits until the navigation is shown. */
export async function signIn(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel("User name").fill(userName);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation", { name: "Pages", exact: true }).waitFor({ state: "attached" });
}

/** Returns the cookies of the service in a browser. */
export async function cookiesOf(context: BrowserContext) {
  return (await context.cookies()).filter(({ name }) => name.endsWith("gatehouse-session"));
}
