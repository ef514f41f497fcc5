import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type BrowserContext, chromium, type Page } from "playwright-core";

const program = "/usr/bin/chromium";
// It asks nobody but the page's own server.
const quiet = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"],
];

/** Debian's browser, with a folder of its own that is empty at first. */
export interface TestBrowser {
  readonly context: BrowserContext;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/** Starts the browser; a test that asks something in a page itself has it pass over what the page's policy of content forbids. */
export async function openBrowser({ bypassCSP = false } = {}): Promise<TestBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-browser-"));
  const context = await chromium.launchPersistentContext(folder, { executablePath: program, args: quiet, bypassCSP });
  return {
    context,
    newPage: () => context.newPage(),
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Gives the browser of a page a device that has passkeys and makes sure of its user, by the protocol of its own tools. */
export async function plugAuthenticatorIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}
