import { openBrowser, type TestBrowser } from "../../support/chromium.ts";
import { type Installation, startInstallation } from "../../support/installation.ts";
import { createRestClient, type RestUser } from "../../support/rest.ts";
import type { Visit } from "./look-at.ts";
import { openWatchedPage, signIn } from "./watched-page.ts";

/** The superuser of a new installation, signed in on its pages. */
export interface SuperuserVisit extends Visit {
  readonly installation: Installation;
  readonly browser: TestBrowser;
  readonly admin: RestUser;
  /** Creates an object through the API, and returns the answer. */
  made(path: string, body: object): Promise<Readonly<Record<string, string>>>;
  /** Ends the visit, and fails if the pages have reported errors. */
  close(): Promise<void>;
}

/** Starts an empty installation, and signs its superuser in. */
export async function openSuperuserVisit(): Promise<SuperuserVisit> {
  const [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  const { address, superuser } = installation;
  const rest = createRestClient(address);
  const admin = await rest.signIn(superuser.id, superuser.password);
  const { page, expectClean } = await openWatchedPage(browser, address);
  await signIn(page, superuser.id, superuser.password);
  return {
    installation,
    browser,
    admin,
    page,
    address,
    async made(path, body) {
      const answer = await admin.post(path, body);
      if (answer.status >= 300) throw new Error(`it could not be made: ${JSON.stringify(answer)}`);
      return answer.body as Readonly<Record<string, string>>;
    },
    async close() {
      rest.close();
      await browser.close();
      await installation.stop();
      expectClean();
    },
  };
}
