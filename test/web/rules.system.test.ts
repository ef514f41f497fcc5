// @input mouse keyboard
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { RestUser } from "../support/rest.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let bob: RestUser;
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  room = await openWebRoom();
  bob = await room.rest.signIn("bob", roomPassword);
  watched = await openWatchedPage(room.browser, room.installation.address);
  ({ page } = watched);
  const { id, password } = room.installation.superuser;
  await signIn(page, id, password);
});
afterAll(() => room?.close());
afterEach(() => watched.expectClean());

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name });
const confirm = (name: string, action: string) =>
  dialog(name).getByRole("button", { name: action, exact: true }).click();
const text = () => page.getByLabel("Expression");
const nodes = async () => (await bob.get("/v2/nodes")).status;

test("a policy is opened, its mistake seen at its place, tried, stored, and rolled back: somebody is let in, then refused", async () => {
  expect(await nodes()).toBe(403);
  await page.getByRole("link", { name: "Policies", exact: true }).click();
  await page.getByLabel("Search").fill("nodes");
  await page.getByRole("link", { name: "nodes_get_list", exact: true }).click();
  await heading("nodes_get_list").waitFor();
  await text().fill("IsSuperuser() ||\n  principal.idd == 'bob'");
  await page.getByText("Did you mean 'principal.id'?").waitFor();
  expect(await button("Store").isDisabled()).toBe(true);
  await button("Line 2, column 13:").click();
  const marked = () =>
    text().evaluate((area) => {
      const { value, selectionStart } = area as unknown as { value: string; selectionStart: number };
      return value.slice(selectionStart);
    });
  expect(await marked()).toBe("idd == 'bob'");
  await text().fill("IsSuperuser() ||\n  principal.id == 'bob'");
  await page.getByRole("heading", { name: "Changes to what is in force" }).waitFor();
  await button("Dry run").click();
  await page.getByText(/^1 user gains/).waitFor();
  await page.getByText(/^bob/).waitFor();
  expect(await nodes()).toBe(403);
  await button("Store").click();
  await dialog("Store nodes_get_list").getByLabel("Reason").fill("CR-17");
  await confirm("Store nodes_get_list", "Store");
  await page.getByRole("cell", { name: "CR-17" }).waitFor();
  expect(await nodes()).toBe(200);
  await text().fill("IsSuperuser()");
  await button("Store").click();
  await confirm("Store nodes_get_list", "Store");
  await button("Roll back to version 2").waitFor();
  expect(await nodes()).toBe(403);
  await button("What version 2 has changed").click();
  await dialog("What version 2 has changed").getByText("principal.id == 'bob'").waitFor();
  await page.keyboard.press("Escape");
  await button("Roll back to version 1").click();
  await confirm("Roll back to version 1", "Roll back");
  await button("Roll back to version 3").waitFor();
  expect(await nodes()).toBe(200);
  await button("Reset to the default").click();
  await confirm("Reset to the default", "Reset to the default");
  await button("Roll back to version 4").waitFor();
  expect(await nodes()).toBe(403);
});

test("a policy is explained for somebody, part by part, with what the call is about and without", async () => {
  await page.goto(`${room.installation.address}/react/#/policies/users_get`);
  await heading("users_get").waitFor();
  await button("Explain for somebody").click();
  const explained = dialog("What users_get says of somebody");
  await explained.getByLabel(/^User name/).fill("nobody-at-all");
  await explained.getByRole("button", { name: "Explain" }).click();
  await explained.getByText("No user has the id 'nobody-at-all'.").first().waitFor();
  await explained.getByLabel(/^User name/).fill("bob");
  await explained.getByRole("button", { name: "Explain" }).click();
  await explained.getByText("depends on what the call is about").first().waitFor();
  const about = explained.getByLabel(/^What the call is about/);
  await about.fill("[1]");
  await explained.getByText("This is no JSON object").waitFor();
  expect(await explained.getByRole("button", { name: "Explain" }).isDisabled()).toBe(true);
  await about.fill(JSON.stringify({ key: room.people.bob }));
  await explained.getByRole("button", { name: "Explain" }).click();
  await explained.getByText("bob may do it.").waitFor();
  await about.fill(JSON.stringify({ key: room.people.ada }));
  await explained.getByText("bob may do it.").waitFor({ state: "detached" });
  await explained.getByRole("button", { name: "Explain" }).click();
  await explained.getByText("bob may not do it.").waitFor();
  await page.keyboard.press("Escape");
}, 90_000);

test("whoever would take the right to change policies from themselves is told so first", async () => {
  await page.goto(`${room.installation.address}/react/#/policies/policies_patch_update`);
  await heading("policies_patch_update").waitFor();
  await text().fill("principal.id == 'nobody'");
  await button("Store").click();
  await confirm("Store policies_patch_update", "Store");
  await page
    .getByText(/removes your right to edit policies/i)
    .first()
    .waitFor();
  await dialog("Store policies_patch_update")
    .getByLabel(/^I know that/)
    .waitFor();
  await dialog("Store policies_patch_update").getByRole("button", { name: "Cancel" }).click();
  await button("Discard the changes").click();
  expect((await room.admin.get("/v2/policies('policies_patch_update')")).body).toMatchObject({ origin: "default" });
});

test("a client is made, gets tokens with the secret that was shown once, has a new one, is shut out and removed", async () => {
  const ask = async (secret: string) => {
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: "reporting",
      client_secret: secret,
    });
    return (await fetch(`${room.installation.address}/identity/connect/token`, { method: "POST", body })).status;
  };
  await page.getByRole("link", { name: "Clients", exact: true }).click();
  await button("New client").click();
  const making = dialog("New client");
  await making.getByLabel("Client id").fill("re porting");
  await making.getByLabel("For itself (client credentials)").check();
  await making.getByRole("button", { name: "New client" }).click();
  await making
    .getByText(/must be letters, digits/)
    .first()
    .waitFor();
  await making.getByLabel("Client id").fill("reporting");
  await making.getByLabel("User as whom it acts").fill("bob");
  await making.getByRole("button", { name: "New client" }).click();
  const shown = dialog("Secret of reporting");
  const first = await shown.getByLabel("Secret", { exact: true }).inputValue();
  expect(await ask(first)).toBe(200);
  await shown.getByRole("button", { name: "Close", exact: true }).last().click();
  await heading("reporting").waitFor();
  expect(await page.content()).not.toContain(first);

  await button("New secret").click();
  await confirm("New secret", "New secret");
  const second = await shown.getByLabel("Secret", { exact: true }).inputValue();
  expect([await ask(first), await ask(second)]).toEqual([401, 200]);
  await shown.getByRole("button", { name: "Close", exact: true }).last().click();

  await button("Shut out").click();
  await confirm("Shut out", "Shut out");
  await page.getByText("shut out", { exact: true }).waitFor();
  expect(await ask(second)).toBe(401);
  await button("Remove").click();
  await confirm("Remove", "Remove");
  await heading("Clients").waitFor();
  await page.getByRole("link", { name: "gatehouse", exact: true }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "reporting", exact: true }).count()).toBe(0);
});

test("what a client was given is seen with whose it is, and ended", async () => {
  await page.getByRole("link", { name: "Clients", exact: true }).click();
  await page.getByRole("link", { name: "gatehouse", exact: true }).click();
  await heading("gatehouse").waitFor();
  await button("End the session of bob").first().click();
  await confirm("End the session of bob", "End");
  await page.getByRole("cell", { name: "ended" }).first().waitFor();
  await expect.poll(nodes).toBe(401);
});
