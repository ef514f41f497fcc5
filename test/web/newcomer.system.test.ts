// @input mouse keyboard
import { setTimeout as sleep } from "node:timers/promises";

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { findingsOn } from "./support/accessible.ts";
import { pictureBytes, pictured, pictureMaxBytes, pictureNames, picturesTaken } from "./support/pictures.ts";
import { openWatchedPage, type WatchedPage } from "./support/watched-page.ts";

const clicksAtMost = 12;

let installation: Installation;
let browsers: readonly TestBrowser[] = [];
const opened: WatchedPage[] = [];
let clicks = 0;
let loads = 0;
beforeAll(async () => {
  const starting = [
    startInstallation({ sample: true, watched: false }),
    openBrowser(),
    openBrowser(),
    openBrowser(),
  ] as const;
  const [started, ...others] = await Promise.all(starting);
  [installation, browsers] = [started, others];
  while (!installation.output().includes("borrows a password")) await sleep(200);
});
afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  await installation?.stop();
  for (const one of opened) one.expectClean();
});

/** Returns the ID and password of the user with a role, as the start of the service prints them. */
function told(does: string): { readonly id: string; readonly password: string } {
  const [, id = "", password = ""] = new RegExp(`${does}\\s+(\\S+)\\s+(\\S+)`).exec(installation.output()) ?? [];
  return { id, password };
}

async function click(wanted: Locator): Promise<void> {
  clicks += 1;
  await wanted.click();
}

async function signInAs(does: string, browser: TestBrowser | undefined): Promise<Page> {
  if (browser === undefined) throw new Error("there is a browser for each");
  const watched = await openWatchedPage(browser, installation.address);
  opened.push(watched);
  const { page } = watched;
  page.on("load", () => (loads += 1));
  const { id, password } = told(does);
  await page.getByLabel("User name").fill(id);
  await page.getByLabel("Password").fill(password);
  await click(page.getByRole("button", { name: "Sign in" }));
  await page.getByRole("heading", { level: 1, name: /^Good to see you/ }).waitFor();
  // The tour takes the focus when it appears, even if the user has gone elsewhere by then.
  await page.getByRole("heading", { level: 2, name: /^Tour, step 1/ }).waitFor();
  return page;
}

async function approve(page: Page, takesPicture: boolean): Promise<void> {
  await click(page.getByRole("link", { name: /^\d{8}-\d+$/ }).first());
  await page.getByText("It was asked for").waitFor();
  await click(page.getByRole("button", { name: "Approve" }));
  const dialog = page.getByRole("dialog", { name: "Approve" });
  await dialog.waitFor();
  if (takesPicture) await pictured(page, "decide", { from: page.locator("main h1") });
  await click(dialog.getByRole("button", { name: "Approve" }));
  await dialog.waitFor({ state: "detached" });
}

test(`somebody new comes from a fresh sample to a decided request by ${clicksAtMost} clicks, and loads no page again`, async () => {
  const asks = await signInAs("asks for access", browsers[0]);
  await pictured(asks, "home");
  await click(asks.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: "Ask" }));
  await click(asks.getByRole("button", { name: /^Add / }).first());
  await asks.getByRole("heading", { name: "Who will have to decide" }).waitFor();
  await pictured(asks, "ask", { until: asks.getByRole("button", { name: "Send the request" }) });
  await click(asks.getByRole("button", { name: "Send the request" }));
  await asks.getByRole("heading", { level: 1, name: /^Request \d{8}-\d+$/ }).waitFor();

  await approve(await signInAs("decides first", browsers[1]), true);
  await approve(await signInAs("decides second", browsers[2]), false);
  await asks.getByText("Completed", { exact: true }).waitFor();
  await asks.getByText("It ended").waitFor();
  await pictured(asks, "request", { from: asks.getByRole("heading", { level: 1 }) });
  expect(clicks).toBeLessThanOrEqual(clicksAtMost);
  expect(loads).toBe(0);
});

test("the tour of five steps shows a newcomer around, is ended for good, and begins again from the menu", async () => {
  const [{ page } = await openWatchedPage(browsers[0] ?? (await openBrowser()), installation.address)] = opened;
  for (const step of [1, 2, 3, 4, 5]) {
    const heading = page.getByRole("heading", { level: 2, name: new RegExp(`^Tour, step ${step} of 5`) });
    await heading.waitFor();
    expect(await findingsOn(page)).toEqual([]);
    if (step < 5) await page.getByRole("button", { name: "Next", exact: true }).click();
  }
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("link", { name: "Open the page: My access" }).click();
  await page.getByRole("heading", { level: 1, name: "My access" }).waitFor();
  await page.getByRole("button", { name: "End the tour" }).click();
  const tour = page.getByRole("heading", { level: 2, name: /^Tour/ });
  await tour.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "My access" }).waitFor();
  expect(await tour.count()).toBe(0);
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("menuitem", { name: "Show me around" }).click();
  await tour.waitFor();
  await page.getByRole("button", { name: "End the tour" }).click();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "What keys do" }).waitFor();
  expect(await findingsOn(page)).toEqual([]);
  await pictured(page, "keys");
});

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const pageLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name, exact: true });

/** Tasks of the other roles of the sample on the pages, each with a page that is hidden from the role. */
const work: readonly { readonly does: string; readonly hidden: string; do(page: Page): Promise<void> }[] = [
  {
    does: "helps on the telephone",
    hidden: "Audit",
    async do(page) {
      await pageLink(page, "Help desk").click();
      await page.getByLabel("Who is on the telephone?").fill(told("asks for access").id);
      await page.getByRole("button", { name: `(${told("asks for access").id})` }).click();
      await page.getByRole("button", { name: "Unlock" }).click();
      await page.getByText("There was no lock.").waitFor();
      await page.getByRole("button", { name: "Reset passwords" }).waitFor();
    },
  },
  {
    does: "audits",
    hidden: "Proxies",
    async do(page) {
      await pageLink(page, "Audit").click();
      await page.getByLabel("What").selectOption("SMPR");
      const configured = page.getByRole("table", { name: "Audit" }).getByRole("row", { name: "SMPR" });
      await configured.first().getByRole("link").click();
      await heading(page, "SMPR").waitFor();
      await page.goBack();
      await page.getByRole("button", { name: "Verify" }).waitFor();
    },
  },
  {
    does: "runs the proxies",
    hidden: "Audit",
    async do(page) {
      await pageLink(page, "Proxies").click();
      await page.getByRole("button", { name: "Invite a proxy" }).click();
      const invitation = page.getByRole("dialog");
      await invitation.getByLabel("Name").fill("branch");
      await invitation.getByRole("button", { name: "Show the line" }).click();
      await page.getByLabel("Line to paste").waitFor();
      await invitation.getByRole("button", { name: "Close" }).last().click();
      await page.getByRole("link", { name: "local", exact: true }).click();
      await page.getByText("takes orders").first().waitFor();
    },
  },
  {
    does: "borrows a password",
    hidden: "Managed accounts",
    async do(page) {
      await pageLink(page, "Check-outs").click();
      await page.getByRole("button", { name: "Borrow backup on TIMESHEETS" }).click();
      const borrow = page.getByRole("dialog", { name: "Borrow backup on TIMESHEETS" });
      await borrow.getByLabel(/^Reason/).fill("restore last night's backup");
      await pictured(page, "borrow", { from: page.locator("main h1") });
      await borrow.getByRole("button", { name: "Check it out", exact: true }).click();
      const show = "Show the password of backup on TIMESHEETS";
      await page.getByRole("button", { name: show, exact: true }).click();
      const shown = page.getByRole("dialog", { name: show });
      await shown.getByRole("button", { name: "Show the password", exact: true }).click();
      expect(await shown.getByLabel("Password", { exact: true }).inputValue()).not.toBe("");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Return backup on TIMESHEETS" }).click();
      const back = page.getByRole("dialog", { name: "Return backup on TIMESHEETS" });
      await back.getByRole("button", { name: "Return", exact: true }).click();
      await page.getByText("You have checked nothing out.").waitFor();
    },
  },
];

test.each(work)(
  "who $does in the sample does so on the pages, and sees no page of others",
  async ({ does, hidden, do: doIt }) => {
    const browser = await openBrowser();
    try {
      const page = await signInAs(does, browser);
      // The tour keeps the focus until it is ended.
      await page.getByRole("button", { name: "End the tour" }).click();
      await doIt(page);
      expect(await pageLink(page, hidden).count()).toBe(0);
    } finally {
      await browser.close();
    }
  },
);

test("the pictures of the documents are those that the tests before this one take, and small", () => {
  expect(picturesTaken()).toEqual(new Set(pictureNames));
  expect(Math.max(...pictureBytes().values())).toBeLessThanOrEqual(pictureMaxBytes);
});
