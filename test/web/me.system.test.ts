// @input mouse keyboard
import { Client } from "ldapts";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { freePort } from "#platform/processes/free-port.ts";

import { openBrowser, plugAuthenticatorIn, type TestBrowser } from "../support/chromium.ts";
import { codeAt } from "../support/one-time-codes.ts";
import { register } from "../support/registered-clients.ts";
import { expectAccessible } from "./support/looks.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

const passwords = {
  first: "Crane-Lamp-42",
  changed: "Otter-Valve-77",
  reset: "Maple-Quill-31",
  spare: "Brick-Tulip-58",
};
let room: WebRoom;
let second: TestBrowser;
let address: string;
const opened: WatchedPage[] = [];
beforeAll(async () => {
  const port = await freePort();
  // Browsers create passkeys only for host names, and without TLS only for this one.
  address = `http://localhost:${port}`;
  [room, second] = await Promise.all([
    openWebRoom({ HTTP_PORT: String(port), PUBLIC_ADDRESS: address }),
    openBrowser(),
  ]);
  const claims = "/v2/targetSystems('DIRECTORY')/options('allowClaimAccounts')";
  await room.admin.patch(claims, { value: true });
  await room.addAccount({ shortId: "ada", userKey: room.people.ada, password: passwords.first });
  await room.addAccount({ shortId: "spare", userKey: null, password: passwords.spare });
});
afterAll(async () => {
  await second?.close();
  await room?.close();
});
afterEach(async () => {
  for (const one of opened.splice(0)) {
    one.expectClean();
    await one.page.close();
  }
  for (const { context } of [room.browser, second]) await context.clearCookies();
});

async function as(userName: string, browser: TestBrowser): Promise<Page> {
  const watched = await openWatchedPage(browser, address);
  opened.push(watched);
  await signIn(watched.page, userName, roomPassword);
  return watched.page;
}

/** Makes all identity proofs in the open sessions of a user outdated. */
async function makeProofsOld(person: keyof WebRoom["people"]): Promise<void> {
  const open = `/v2/users(${room.people[person]})/sessions?$filter=endedAt eq null`;
  const { value } = (await room.admin.get(open)).body as { readonly value: readonly { readonly key: string }[] };
  const { context, close } = await room.installation.compose();
  await context.store.transaction(async () => {
    for (const { key } of value) await context.store.sessions.prove(key, 0);
  });
  await close();
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Reports whether the directory itself accepts a password of an account. */
async function opens(shortId: string, password: string): Promise<boolean> {
  const { url, accountsDN, admin } = room.directory;
  const client = new Client({ url });
  try {
    await client.bind(admin.dn, admin.password);
    const { searchEntries } = await client.search(accountsDN, { filter: `(uid=${shortId})` });
    await client.bind(searchEntries[0]?.dn ?? "", password);
    return true;
  } catch {
    return false;
  } finally {
    await client.unbind();
  }
}

async function fillIn(dialog: ReturnType<Page["getByRole"]>, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(new RegExp(`^${label}`)).fill(text);
}

test("a password is changed, tried, reset and an account claimed, each to its end on the target system; none of them stays on the page", async () => {
  const page = await as("ada", room.browser);
  await goTo(page, "My access");
  await page.getByRole("button", { name: "Change the password of ada on DIRECTORY" }).click();
  const change = page.getByRole("dialog", { name: "Change the password" });
  await change.getByText("At least 8 characters").waitFor();
  const weak = { "Current password": passwords.first, "New password": "short", "The same once more": "short" };
  await fillIn(change, weak);
  await change.getByRole("button", { name: "Change the password" }).click();
  await change.getByRole("alert").waitFor();
  await change.getByText("At least 8 characters – not kept").waitFor();
  expect(await change.getByLabel("New password").inputValue()).toBe("");
  const { changed } = passwords;
  await fillIn(change, {
    "Current password": passwords.first,
    "New password": changed,
    "The same once more": changed,
  });
  await change.getByRole("button", { name: "Change the password" }).click();
  await change.getByText("Done: change the password on DIRECTORY").waitFor();
  await change.getByRole("button", { name: "Close", exact: true }).last().click();
  expect(await opens("ada", changed)).toBe(true);

  await page.getByRole("button", { name: "Verify the password of ada on DIRECTORY" }).click();
  const verify = page.getByRole("dialog", { name: "Verify the password" });
  await fillIn(verify, { Password: passwords.first });
  await verify.getByRole("button", { name: "Verify the password" }).click();
  await verify.getByText("Failed: verify the password on DIRECTORY").waitFor();
  await verify.getByRole("button", { name: "Close", exact: true }).last().click();

  await page.getByRole("row", { name: /ada/ }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Reset one password" }).click();
  const reset = page.getByRole("dialog", { name: "Reset the password" });
  await fillIn(reset, { "New password": passwords.reset, "The same once more": passwords.reset });
  await reset.getByRole("button", { name: "Reset the password" }).click();
  await reset.getByText("Done: reset the password on DIRECTORY").waitFor();
  await reset.getByRole("button", { name: "Close", exact: true }).last().click();
  expect(await opens("ada", passwords.reset)).toBe(true);

  await page.getByRole("button", { name: "Claim an account" }).click();
  const claim = page.getByRole("dialog", { name: "Claim an account" });
  await fillIn(claim, { "Target system": "DIRECTORY", Account: "nobody", "Password of the account": passwords.spare });
  await claim.getByRole("button", { name: "Claim an account" }).click();
  await claim.getByRole("alert").waitFor();
  await fillIn(claim, { Account: "spare", "Password of the account": passwords.spare });
  await claim.getByRole("button", { name: "Claim an account" }).click();
  await claim.getByText("Done: claim the account on DIRECTORY").waitFor();
  await claim.getByRole("button", { name: "Close", exact: true }).last().click();
  await page.getByRole("row", { name: /spare/ }).waitFor();

  const kept = await page.content();
  const stored = await page.evaluate<string>("JSON.stringify({ ...localStorage, ...sessionStorage }) + location.href");
  for (const secret of Object.values(passwords)) expect(kept + stored).not.toContain(secret);
});

test("the groups and roles that somebody has stand on their pages, and a password that must be changed on the first of them", async () => {
  const { context, close } = await room.installation.compose();
  const { store, ids } = context;
  const [account] = await store.select("accounts", { where: { userKey: room.people.ada, shortId: "ada" } });
  const [groupKey, roleKey] = [ids.guid(), ids.guid()];
  const named = { stableId: "crew", longId: "crew", shortId: "crew", displayId: "The crew" };
  await store.transaction(async () => {
    await store.save("accounts", { key: account?.key ?? "", passwordExpired: true });
    await store.save("groups", { key: groupKey, targetSystemKey: "DIRECTORY", ...named });
    await store.save("groupMemberships", { key: ids.guid(), groupKey, accountKey: account?.key ?? "" });
    await store.save("roles", {
      key: roleKey,
      id: "NURSE",
      description: "Cares for people",
      state: "inForce",
      createdAt: 1,
    });
    const assigned = { because: "named", reason: "Begins today", createdAt: 1 } as const;
    await store.save("roleAssignments", { key: ids.guid(), roleKey, userKey: room.people.ada, ...assigned });
  });
  await close();
  const page = await as("ada", room.browser);
  await page.getByText("A password of yours must be changed").waitFor();
  const seesThem = async () => {
    await page.getByText("The crew on DIRECTORY").waitFor();
    await page.getByText("Cares for people").waitFor();
  };
  await seesThem();
  await goTo(page, "My access");
  await seesThem();
  const other = await as("eve", second);
  await goTo(other, "My access");
  await other.getByText("Your accounts are in no group. Ask for one.").waitFor();
  await other.getByText("You have no role. Ask for one.").waitFor();
  expect(await other.getByText("The crew on DIRECTORY").count()).toBe(0);
});

test("somebody adds a question, a device with codes and a passkey, is refused what is wrong, and removes one", async () => {
  const page = await as("eve", room.browser);
  await plugAuthenticatorIn(page);
  await goTo(page, "My profile");
  for (const times of [1, 2]) {
    await page.getByLabel("Question").fill("Where were you born?");
    await page.getByLabel("Answer").fill("Ghent");
    await page.getByRole("button", { name: "Add the question" }).click();
    if (times === 1) {
      await page.getByText("Where were you born?").waitFor();
      await expect.poll(() => page.getByLabel("Question").inputValue()).toBe("");
    } else await page.getByRole("alert").waitFor();
  }
  await page.getByRole("button", { name: "Remove: Where were you born?" }).click();
  const removal = page.getByRole("dialog", { name: "Remove: Where were you born?" });
  await removal.getByRole("button", { name: "Remove: Where were you born?" }).click();
  await removal.waitFor({ state: "detached" });
  await page.getByText("You have no security questions.").waitFor();

  await page.getByRole("button", { name: "Enrol a device" }).click();
  const device = page.getByRole("dialog", { name: "Enrol a device" });
  const secret = (await device.locator("code").first().textContent()) ?? "";
  await device.getByLabel("Code that the device shows").fill("000000");
  await device.getByRole("button", { name: "Confirm" }).click();
  await device.getByRole("alert").waitFor();
  await device.getByLabel("Code that the device shows").fill(codeAt(secret, Date.now()));
  await device.getByRole("button", { name: "Confirm" }).click();
  const recovery = page.getByRole("dialog", { name: "Your recovery codes" });
  await recovery.getByRole("listitem").nth(9).waitFor();
  const codes = await recovery.getByRole("listitem").allTextContents();
  expect(codes).toHaveLength(10);
  await recovery.getByRole("button", { name: "I have kept them" }).click();
  await recovery.waitFor({ state: "detached" });
  await page.getByText("10 recovery codes are still good").waitFor();
  const kept = await page.content();
  for (const text of [secret, ...codes]) expect(kept).not.toContain(text);

  await page.getByLabel("Name of the new passkey").fill("Laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Remove: Laptop" }).waitFor();
  const { value } = (await room.admin.get(`/v2/users(${room.people.eve})/credentials`)).body as {
    value: readonly { type: string }[];
  };
  expect(value.map(({ type }) => type).toSorted()).toEqual(["OneTimeCode", "Passkey"]);
});

test("a session in another browser is ended from here, and the one of this page is told apart", async () => {
  const here = await as("ada", room.browser);
  const there = await as("ada", second);
  await goTo(here, "My sessions");
  await here.getByLabel("State").selectOption("open");
  await here.getByText("This session").waitFor();
  const ends = here.getByRole("button", { name: /^End the session from/ });
  await expect.poll(() => ends.count()).toBeGreaterThan(0);
  await ends.first().click();
  const dialog = here.getByRole("dialog", { name: "End the session" });
  await dialog.getByRole("button", { name: "End the session" }).click();
  await dialog.waitFor({ state: "detached" });
  // By address: the page may have noticed the end already, and then lies below the dialog.
  await there.goto(`${address}/react/#/requests`);
  await there.getByRole("dialog", { name: "Your session has ended" }).waitFor();
  await here.getByText("You have let no application do anything in your name.").waitFor();
});

test("what an application may do is told in words, and withdrawn", async () => {
  const { context, close } = await room.installation.compose();
  const grants = ["authorization_code", "refresh_token"] as const;
  const redirectUris = ["https://partner.example/back"];
  await register(context, { id: "partner", displayName: "Partner", grants, redirectUris, scopes: ["api", "openid"] });
  const given = {
    userKey: room.people.eve,
    clientId: "partner",
    scopes: ["api" as const],
    givenAt: context.clock.now(),
  };
  await context.store.transaction(() => context.store.save("consents", { key: context.ids.guid(), ...given }));
  await close();
  const consents = `/v2/users(${room.people.eve})/consents`;
  const page = await as("eve", room.browser);
  await goTo(page, "My sessions");
  await page.getByText("partner: use the API in your name").waitFor();
  await makeProofsOld("eve");
  const withdraw = { name: "Withdraw what partner may do" };
  const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
  await page.getByRole("button", withdraw).click();
  await page.getByRole("dialog", withdraw).getByRole("button", withdraw).click();
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await confirm.waitFor({ state: "detached" });
  await page.getByRole("dialog", withdraw).getByText("requires a fresh proof of your identity").waitFor();
  expect(((await room.admin.get(consents)).body as { readonly value: readonly unknown[] }).value).toHaveLength(1);

  await page.getByRole("dialog", withdraw).getByRole("button", withdraw).click();
  await confirm.getByLabel("Password").fill("not-the-password");
  await confirm.getByRole("button", { name: "Sign in" }).click();
  await confirm.getByRole("alert").waitFor();
  await expectAccessible(page);
  await confirm.getByLabel("Password").fill(roomPassword);
  await confirm.getByRole("button", { name: "Sign in" }).click();
  await confirm.waitFor({ state: "detached" });
  await page.getByText("You have let no application do anything in your name.").waitFor();
  const { body } = await room.admin.get(consents);
  expect((body as { readonly value: readonly unknown[] }).value).toEqual([]);
});

test("somebody delegates, the other one is told, accepts in another browser, and both see it", async () => {
  const bob = await as("bob", room.browser);
  await goTo(bob, "Delegations");
  await bob.getByRole("button", { name: "Delegate my decisions" }).click();
  const dialog = bob.getByRole("dialog", { name: "Delegate my decisions" });
  await dialog.getByLabel("Who decides").fill("nobody");
  await dialog.getByLabel("Reason").fill("on holiday");
  await dialog.getByRole("button", { name: "Delegate my decisions" }).click();
  await dialog.getByText("nobody who can decide has this id").first().waitFor();
  await dialog.getByLabel("Who decides").fill("eve");
  await fillIn(dialog, { From: "2031-07-15T00:00", To: "2031-07-01T00:00" });
  await dialog.getByRole("button", { name: "Delegate my decisions" }).click();
  await dialog.getByText("endsAt must be in the future").first().waitFor();
  await fillIn(dialog, { From: "", To: "2031-07-30T00:00" });
  await dialog.getByRole("button", { name: "Delegate my decisions" }).click();
  await dialog.waitFor({ state: "detached" });
  await bob.getByText("on holiday").waitFor();

  const eve = await as("eve", second);
  await goTo(eve, "Notices");
  await eve.getByRole("link", { name: "Somebody wants you to decide in their place." }).click();
  await eve.getByRole("button", { name: "Accept the delegation of bob" }).click();
  const acceptance = eve.getByRole("dialog", { name: "Accept" });
  await acceptance.getByRole("button", { name: "Accept" }).click();
  await acceptance.waitFor({ state: "detached" });
  await eve.getByRole("cell", { name: /^accepted/ }).waitFor();

  await goTo(eve, "Notices");
  await eve.getByRole("checkbox").first().check();
  await eve.getByRole("button", { name: /^Mark (one|\d+) as read$/ }).click();
  await expect.poll(() => eve.getByRole("cell", { name: "new", exact: true }).count()).toBe(0);
  await eve.getByLabel("When").selectOption("none");
  await eve.getByRole("button", { name: "Save" }).click();
  await eve.getByText("It is kept.").waitFor();

  await goTo(bob, "Notices");
  await bob.getByText("A delegation was accepted.").waitFor();
});
