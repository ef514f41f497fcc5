import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

// Debian's build of the engine without windows: it takes a quarter less processor than `chromium --headless`.
const program = "/usr/bin/chromium-headless-shell";
// It asks nobody but the page's own server.
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-sync",
  "--disable-background-networking",
  "--disable-component-update",
];

/** Debian's browser as somebody finds it who has never used it: nothing is remembered from another one. */
export interface TestBrowser {
  readonly context: BrowserContext;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

// Starting it takes longer than many a test, so one serves everybody in this process, each in a context of their own. It ends with the
// process, as Playwright sees to.
let running: Promise<Browser> | undefined;

/** Opens a browser; a test that asks something in a page itself has it pass over what the page's policy of content forbids. */
export async function openBrowser({ bypassCSP = false } = {}): Promise<TestBrowser> {
  running ??= start();
  const browser = await running;
  const context = await browser.newContext({ bypassCSP });
  return { context, newPage: () => context.newPage(), close: () => context.close() };
}

async function start(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: program, args: quiet });
  browser.once("disconnected", () => (running = undefined));
  return browser;
}

/** Gives the browser of a page a device that has passkeys and makes sure of its user, by the protocol of its own tools. */
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
