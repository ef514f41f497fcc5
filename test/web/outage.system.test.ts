import { setTimeout as sleep } from "node:timers/promises";

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { testSize } from "../support/test-size.ts";
import { openWatchedPage, signIn } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

/** How long the service is away, beside what it takes to start it again. */
const awayMs = testSize(2_000, 30_000);
const passwords = { first: "Crane-Lamp-42", changed: "Otter-Valve-77" };
const notice = "The service does not answer.";

let room: WebRoom;
const browsers: TestBrowser[] = [];
beforeAll(async () => {
  const opened = await Promise.all([openWebRoom(), openBrowser(), openBrowser()]);
  room = opened[0];
  browsers.push(room.browser, opened[1], opened[2]);
  await room.addAccount({ shortId: "eve", userKey: room.people.eve, password: passwords.first });
}, 120_000);
afterAll(async () => {
  await Promise.all(browsers.slice(1).map((browser) => browser.close()));
  await room?.close();
});
afterEach(async () => {
  for (const { context } of browsers) {
    await Promise.all(context.pages().map((page) => page.close()));
    await context.newPage();
  }
});

/** A page of somebody who is signed in; what a service that is away makes the browser say of it is no fault of the page. */
async function as(userName: "ada" | "bob" | "eve"): Promise<Page> {
  const at = ["ada", "bob", "eve"].indexOf(userName);
  const { page } = await openWatchedPage(browsers[at] ?? room.browser, room.installation.address);
  if ((await page.getByRole("heading", { name: "Sign in to Gatehouse" }).count()) > 0 || !(await isSignedIn(page)))
    await signIn(page, userName, roomPassword);
  return page;
}

async function isSignedIn(page: Page): Promise<boolean> {
  const signedIn = page.getByRole("heading", { name: /^Good to see you/ });
  await signedIn.or(page.getByRole("heading", { name: "Sign in to Gatehouse" })).waitFor();
  return (await signedIn.count()) > 0;
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** How many rows of a set fit a condition. */
async function countOf(set: string, filter: string): Promise<number> {
  const { body } = await room.admin.get(`/v2/${set}?$count=true&$top=0&$filter=${encodeURIComponent(filter)}`);
  return (body as { "@odata.count": number })["@odata.count"];
}

async function fillRequest(page: Page, reason: string): Promise<void> {
  await goTo(page, "Ask");
  await page.getByRole("button", { name: "Add The directory of everybody" }).click();
  await page.getByLabel("cn").fill("Ada");
  await page.getByLabel("sn").fill("Abel");
  await page.getByLabel("Reason").fill(reason);
}

/** A form that is filled in by half: filled wholly and sent while the service is away, and carried out once in the end. */
interface Journey {
  readonly user: "ada" | "bob" | "eve";
  begin(page: Page): Promise<void>;
  send(page: Page): Promise<void>;
  ended(page: Page): Promise<void>;
  /** How often it was carried out. */
  times(): Promise<number>;
}

const asking: Journey = {
  user: "ada",
  begin: (page) => fillRequest(page, "half"),
  async send(page) {
    await page.getByLabel("Reason").fill("half of it before, half of it while nobody answers");
    await page.getByRole("button", { name: "Send the request" }).click();
  },
  ended: (page) => page.getByRole("heading", { level: 1, name: /^Request \d{8}-\d+$/ }).waitFor(),
  times: () => countOf("requests", "reason eq 'half of it before, half of it while nobody answers'"),
};

const deciding: Journey = {
  user: "bob",
  async begin(page) {
    const asked = await room.admin.post("/v2/requests", {
      ...{ recipientKey: room.people.bob, reason: "to be decided" },
      operations: [{ code: "ACUA", targetSystemKey: "DIRECTORY", attributes: { cn: "Bob", sn: "Bee" } }],
    });
    await page.goto(`${room.installation.address}/react/#/requests/${(asked.body as { key: string }).key}`);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByLabel("Comment").fill("I ");
  },
  async send(page) {
    await page.getByLabel("Comment").press("End");
    await page.getByLabel("Comment").pressSequentially("agree");
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  },
  async ended(page) {
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("I agree").first().waitFor();
  },
  times: async () => {
    const { body } = await room.admin.get("/v2/requests?$filter=reason eq 'to be decided'&$expand=decisions");
    const [request] = (body as { value: readonly { decisions: readonly object[] }[] }).value;
    return request?.decisions.length ?? 0;
  },
};

const changingPassword: Journey = {
  user: "eve",
  async begin(page) {
    await goTo(page, "My access");
    await page.getByRole("button", { name: "Change the password of eve on DIRECTORY" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Current password").fill(passwords.first);
    await dialog.getByLabel("New password").fill(passwords.changed);
  },
  async send(page) {
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByLabel("New password").inputValue()).toBe(passwords.changed);
    await dialog.getByLabel("The same once more").fill(passwords.changed);
    await dialog.getByRole("button", { name: "Change the password" }).click();
  },
  ended: (page) => page.getByText("Done: change the password on DIRECTORY").waitFor(),
  times: () => countOf("operations", "code eq 'PWCH'"),
};

const addingQuestion: Journey = {
  user: "ada",
  async begin(page) {
    await goTo(page, "My profile");
    await page.getByLabel("Question").fill("Where were you born?");
  },
  async send(page) {
    expect(await page.getByLabel("Question").inputValue()).toBe("Where were you born?");
    await page.getByLabel("Answer").fill("Ghent");
    await page.getByRole("button", { name: "Add the question" }).click();
  },
  ended: (page) => page.getByRole("button", { name: "Remove: Where were you born?" }).waitFor(),
  times: () => countOf(`users(${room.people.ada})/credentials`, "type eq 'Question'"),
};

const journeys = testSize([asking, deciding], [asking, deciding, changingPassword, addingQuestion]);

test("the service is away while forms are filled in and sent: nothing typed is lost, each is carried out once, and the pages say what happens", async () => {
  const going = await Promise.all(journeys.map(async (journey) => ({ journey, page: await as(journey.user) })));
  for (const { journey, page } of going) await journey.begin(page);
  await room.installation.whileAway(async () => {
    for (const { journey, page } of going) await journey.send(page);
    for (const { page } of going) await page.getByText(notice).first().waitFor();
    await sleep(awayMs);
  });
  for (const { journey, page } of going) {
    await journey.ended(page);
    await expect.poll(() => page.getByText(notice).count()).toBe(0);
    expect(await journey.times()).toBe(1);
  }
}, 240_000);

test("an answer that is lost on its way is asked for again under the same key, and the request is there once", async () => {
  const page = await as("ada");
  const keys: (string | undefined)[] = [];
  await page.route("**/v2/requests", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push((await route.request().allHeaders())["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    // The service has it; the browser never hears of that.
    expect((await route.fetch()).status()).toBe(202);
    await route.abort("connectionreset");
  });
  await fillRequest(page, "sent while the line was cut");
  await page.getByRole("button", { name: "Send the request" }).click();
  await page.getByRole("heading", { level: 1, name: /^Request \d{8}-\d+$/ }).waitFor();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(await countOf("requests", "reason eq 'sent while the line was cut'")).toBe(1);
});
