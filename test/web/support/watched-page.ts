import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";

import type { TestBrowser } from "../../support/chromium.ts";
import { byKeyboard } from "./by-keyboard.ts";
import { lookAtDialogs } from "./look-at-dialogs.ts";

// It is heard by what watches the page.
const reportsPolicy = `document.addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile, blockedURI }) =>
  console.error("policy: " + violatedDirective + " " + blockedURI + " " + sourceFile));`;

/** A page that is watched: what it must not do is kept, to be looked at in the end. */
export interface WatchedPage {
  readonly page: Page;
  /** Fails where the page broke its policy of contents, asked another host, or said that something is wrong; where it was cut off that alone is passed over. */
  expectClean(passedOver?: { readonly isCutOff: boolean }): void;
}

// What the browser says of a service that is away, or of a line that a test has cut.
const cutOff =
  /^console: Failed to load resource: net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE)$/;

let areLocatorsChanged = false;

/** Changes what is done with everything on every page of this process, once. */
function changeLocators(page: Page): void {
  if (areLocatorsChanged) return;
  areLocatorsChanged = true;
  const locators = Object.getPrototypeOf(page.locator("html")) as Locator;
  // The journeys of this run are gone by the keyboard alone.
  if (process.env["GATEHOUSE_TEST_INPUT"] === "keyboard") Object.assign(locators, byKeyboard);
  lookAtDialogs(locators);
}

/** Opens a page of the service in a browser, and watches it from the beginning; one other host may be asked where it is given. */
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
    // What the service refuses is said by the browser too, and is no fault of the page.
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

/** Signs somebody in on the page, and waits until they are. */
export async function signIn(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel("User name").fill(userName);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation", { name: "Pages", exact: true }).waitFor({ state: "attached" });
}

/** The cookies of the service that a browser has. */
export async function cookiesOf(context: BrowserContext) {
  return (await context.cookies()).filter(({ name }) => name.endsWith("gatehouse-session"));
}
