import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

import { testSize } from "./test-size.ts";

// Debian's build of the engine without windows: it takes a quarter less processor than `chromium --headless`.
const program = "/usr/bin/chromium-headless-shell";
// It connects to nothing but the page's own server.
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-sync",
  "--disable-background-networking",
  "--disable-component-update",
];

/** Debian's browser without any earlier state, as a new user finds it. */
export interface TestBrowser {
  readonly context: BrowserContext;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

// Starting it takes longer than many a test, so one serves all tests of this process, each in a context of its own. It ends with the
// process, which Playwright ensures.
let running: Promise<Browser> | undefined;

/** Longest wait for something on a page: far above what anything takes, and below the time of a test, so that a wait in vain says for what. */
export const pageWaitMs = 90_000;

/**
 * Opens a browser; a test that runs scripts in a page itself sets `bypassCSP`, so that the page's content security policy does not block
 * them.
 */
export async function openBrowser({ bypassCSP = false } = {}): Promise<TestBrowser> {
  running ??= start();
  const browser = await running;
  // A short run spends no processor on movements; in a long run they are there, as for most people.
  const context = await browser.newContext({ bypassCSP, reducedMotion: testSize("reduce", "no-preference") });
  context.setDefaultTimeout(pageWaitMs);
  return { context, newPage: () => context.newPage(), close: () => context.close() };
}

async function start(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: program, args: quiet });
  browser.once("disconnected", () => (running = undefined));
  return browser;
}

/** Gives the browser of a page a device that has passkeys and verifies its user, through the browser's DevTools protocol. */
export async function plugAuthenticatorIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
