// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient } from "../support/rest.ts";
import { type CaptchaServer, startCaptchaServer } from "./support/captcha-server.ts";
import { expectAccessible } from "./support/looks.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { roomPassword } from "./support/web-room.ts";

const token = "the-site-key.sign_in";
let captcha: CaptchaServer;
let installation: Installation;
let browser: TestBrowser;
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  captcha = await startCaptchaServer();
  const environment = {
    CAPTCHA_VERIFY_ADDRESS: `${captcha.origin}/siteverify`,
    CAPTCHA_SCRIPT_ADDRESS: `${captcha.origin}/api.js`,
    CAPTCHA_SITE_KEY: "the-site-key",
    CAPTCHA_SECRET: "the-secret-of-the-captcha",
    CAPTCHA_HOSTNAME: "gatehouse.example",
  };
  [installation, browser] = await Promise.all([startInstallation({ environment }), openBrowser()]);
  const { context, close } = await installation.compose();
  await addPeople(context, ["ada"], roomPassword);
  await close();
  const { id, password } = installation.superuser;
  const rest = createRestClient(installation.address);
  const admin = await rest.signIn(id, password);
  const stored = {
    name: "guarded",
    description: "",
    purpose: "signIn",
    position: 1,
    first: "captcha",
    selectors: [
      {
        expression: "origin",
        match: "set",
      },
    ],
    steps: {
      captcha: {
        component: "captcha",
        configuration: {},
        outcomes: {
          passed: "password",
          failed: "DENY",
        },
      },
      password: {
        component: "password",
        configuration: {},
        outcomes: {
          passed: "ALLOW",
          failed: "DENY",
        },
      },
    },
  };
  const made = await admin.post("/v2/authChains", { name: "guarded", stored });
  if (made.status !== 201) throw new Error(`the chain could not be made: ${JSON.stringify(made.body)}`);
  rest.close();
});
afterAll(async () => {
  await browser?.close();
  await installation?.stop();
  captcha?.close();
});
beforeEach(() => {
  Object.assign(captcha, { score: 0.9, script: "there" });
  captcha.judged.length = 0;
});
afterEach(async () => {
  watched.expectClean();
  await browser.context.clearCookies();
  await page.close();
});

async function open(): Promise<void> {
  watched = await openWatchedPage(browser, installation.address, captcha.origin);
  ({ page } = watched);
}

const button = () => page.getByRole("button", { name: "Sign in" });
const framesLeft = () => page.locator("iframe").count();
const notThere = "The CAPTCHA does not answer. Let your browser load it, and try again.";

// @specification 5.captcha
test("whom the CAPTCHA lets pass is asked for a password, and signs in", async () => {
  await open();
  await page.getByLabel("Password").waitFor();
  await expectAccessible(page);
  await signIn(page, "ada", roomPassword);
  expect([captcha.judged, await framesLeft()]).toEqual([[token], 0]);
});

test("a sign-in that is over is told before the CAPTCHA is asked for another one", async () => {
  await open();
  await page.getByLabel("Password").waitFor();
  await browser.context.clearCookies();
  await page.getByLabel("User name").fill("ada");
  await page.getByLabel("Password").fill(roomPassword);
  await button().click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Password").waitFor({ state: "detached" });
  // Nothing happens automatically while the user reads the error.
  await expect.poll(() => button().isEnabled()).toBe(true);
  expect([captcha.judged, await framesLeft()]).toEqual([[token], 0]);
  await button().click();
  await signIn(page, "ada", roomPassword);
  expect([captcha.judged, await framesLeft()]).toEqual([[token, token], 0]);
});

test("whoever has too low a score is refused, and may try again", async () => {
  captcha.score = 0.1;
  await open();
  await page.getByRole("alert").getByText("Signing in has failed.").waitFor();
  expect(await page.getByLabel("Password").count()).toBe(0);
  await button().click();
  await expect.poll(() => captcha.judged).toEqual([token, token]);
  await expect.poll(() => button().isEnabled()).toBe(true);
  captcha.score = 0.9;
  await button().click();
  await signIn(page, "ada", roomPassword);
});

test("a CAPTCHA that cannot be loaded, or does not come, is told in words, and may be tried again", async () => {
  captcha.script = "refused";
  await open();
  await page.getByRole("alert").getByText(notThere).waitFor();
  await expectAccessible(page);
  await page.clock.install();
  captcha.script = "late";
  const asked = page.waitForRequest(`${captcha.origin}/api.js`);
  await button().click();
  await asked;
  await page.clock.fastForward(60_000);
  await expect.poll(() => button().isEnabled()).toBe(true);
  expect([captcha.judged, await framesLeft()]).toEqual([[], 0]);
  await page.getByRole("alert").getByText(notThere).waitFor();
  await page.clock.resume();
  captcha.script = "there";
  await button().click();
  await signIn(page, "ada", roomPassword);
});

test("what other windows say is no answer of the CAPTCHA", async () => {
  captcha.script = "late";
  await open();
  await page.locator("iframe").waitFor({ state: "attached" });
  const said = JSON.stringify({ kind: "gatehouse.captcha.token", token: "forged" });
  await page.evaluate(`window.postMessage(${said}, "*")`);
  await page.evaluate("new Promise((resolve) => setTimeout(resolve))");
  expect([captcha.judged, await framesLeft()]).toEqual([[], 1]);
});
