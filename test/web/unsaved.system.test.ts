// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";

let installation: Installation;
let browser: TestBrowser;
let rest: RestClient;
let admin: RestUser;
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  const { id, password } = installation.superuser;
  rest = createRestClient(installation.address);
  admin = await rest.signIn(id, password);
  await admin.post("/v2/targetGroups", { id: "north", description: "Of old" });
  watched = await openWatchedPage(browser, installation.address);
  ({ page } = watched);
  await signIn(page, id, password);
});
afterAll(async () => {
  rest?.close();
  await browser?.close();
  await installation?.stop();
});
afterEach(() => watched.expectClean());

const button = (name: string) => page.getByRole("button", { name, exact: true });
const link = (name: string) => page.getByRole("link", { name, exact: true });
const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const description = () => page.getByLabel(/^Description/);
const question = () => page.getByRole("dialog", { name: "Leave without saving?" });

test("whoever leaves a form that is not saved is asked, and stays with what they have entered, or goes", async () => {
  await page.goto(`${installation.address}/react/#/target-groups/north`);
  await description().fill("Of today");
  await link("Target systems").click();
  await question().waitFor();
  await button("Cancel").click();
  await question().waitFor({ state: "detached" });
  expect(await description().inputValue()).toBe("Of today");

  await link("Target systems").click();
  await button("Leave and lose the changes").click();
  await heading("Target systems").waitFor();
  expect(await admin.get("/v2/targetGroups('north')")).toMatchObject({ body: { description: "Of old" } });
});

test("nobody is asked who has saved, or has discarded what they have entered", async () => {
  await page.goto(`${installation.address}/react/#/target-groups/north`);
  await description().fill("Discarded");
  await button("Discard the changes").click();
  await description().fill("Of today");
  await button("Save").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await link("Target systems").click();
  await heading("Target systems").waitFor();
  expect(await question().count()).toBe(0);
  expect(await admin.get("/v2/targetGroups('north')")).toMatchObject({ body: { description: "Of today" } });
});

test("the browser asks in its own words before it loads another page", async () => {
  await page.goto(`${installation.address}/react/#/target-groups/north`);
  await description().fill("Lost");
  const asked = new Promise<string>((resolve) => {
    page.once("dialog", (dialog) => {
      resolve(dialog.type());
      void dialog.accept();
    });
  });
  await page.reload();
  expect(await asked).toBe("beforeunload");
});

test("a dialog with input asks before it is closed, and not once its input is saved", async () => {
  await page.goto(`${installation.address}/react/#/target-groups`);
  const dialog = page.getByRole("dialog", { name: "Add a target group" });
  const asks = dialog.getByText("Leave without saving?");
  await button("Add a target group").click();
  await dialog.getByText("Fill in what is required first.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await button("Add a target group").click();
  await dialog.getByLabel("ID").fill("south south");
  await page.keyboard.press("Escape");
  await asks.waitFor();
  await button("Keep editing").click();
  await asks.waitFor({ state: "detached" });
  await button("Save").click();
  await dialog.getByRole("alert").waitFor();
  await button("Cancel").click();
  await button("Leave and lose the changes").click();
  await dialog.waitFor({ state: "detached" });

  await button("Add a target group").click();
  expect(await dialog.getByLabel("ID").inputValue()).toBe("");
  await dialog.getByLabel("ID").fill("south");
  await button("Save").click();
  await link("south").click();
  await heading("Target group south").waitFor();
});

test("a small dialog with input asks as well, such as the one that saves a view", async () => {
  await page.goto(`${installation.address}/react/#/target-groups`);
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  const open = async () => {
    await button("View").click();
    await page.getByRole("menuitem", { name: "Save this view" }).click();
    await dialog.waitFor();
  };
  await open();
  await dialog.getByLabel("Name of the view").fill("All");
  await page.keyboard.press("Escape");
  await dialog.getByText("Leave without saving?").waitFor();
  await button("Leave and lose the changes").click();
  await dialog.waitFor({ state: "detached" });

  await open();
  await dialog.getByLabel("Name of the view").fill("All");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.evaluate("Object.values(localStorage).join()")).toContain('"All"');
});
