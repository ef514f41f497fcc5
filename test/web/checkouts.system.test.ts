// @input mouse keyboard
import { Attribute, Change, Client } from "ldapts";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { VaultAccount } from "../support/vault-directory.ts";
import { expectPageAccessible } from "./support/look-at.ts";
import { pagesOf } from "./support/looked-at.ts";
import { expectAccessible } from "./support/looks.ts";
import {
  done,
  keepersPassword as password,
  openVaultRoom,
  vaultedSystem as system,
  type VaultRoom,
} from "./support/vault-room.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";

const accountsMax = 3;

let room: VaultRoom;
let { vaulted, way, installation, browser, approversBrowser, admin, bob } = {} as VaultRoom;
const opened: WatchedPage[] = [];
beforeAll(async () => {
  room = await openVaultRoom(accountsMax);
  ({ vaulted, way, installation, browser, approversBrowser, admin, bob } = room);
});
afterAll(() => room?.close());
afterEach(async () => {
  for (const one of opened.splice(0)) {
    one.expectClean();
    await one.page.close();
  }
  await Promise.all([browser, approversBrowser].map(({ context }) => context.clearCookies()));
});

async function as(userName: string, secret: string, used = browser): Promise<Page> {
  const watched = await openWatchedPage(used, installation.address);
  opened.push(watched);
  await signIn(watched.page, userName, secret);
  return watched.page;
}

async function goTo(page: Page, name: string, heading: string | RegExp = name): Promise<void> {
  const link = page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name, exact: true });
  await link.click();
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

const account = (index: number) => vaulted.accounts[index] as VaultAccount;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** Returns a button of the open dialog with a title. */
const answer = (page: Page, dialog: string | RegExp, name: string) =>
  page.getByRole("dialog", { name: dialog }).getByRole("button", { name, exact: true });

/** Reports whether the directory accepts a password of an account. */
async function opens({ dn }: VaultAccount, known: string): Promise<boolean> {
  const client = new Client({ url: vaulted.directory.url });
  try {
    await client.bind(dn, known);
    return true;
  } catch {
    return false;
  } finally {
    await client.unbind();
  }
}

/** Reports whether a password fits the hash in the directory; this does not count towards its lockout. */
const holds = async ({ name }: VaultAccount, known: string) => (await vaulted.facts()).get(name)?.opens(known) === true;

test("a password is asked for, approved, shown once, extended and returned, and opens nothing after its change", async () => {
  const borrowed = account(0);
  const called = `${borrowed.name} on ${system}`;
  const page = await as("ada", password);
  await goTo(page, "Check-outs");
  await page.getByLabel("Search").fill("root00000");
  await expect.poll(() => page.url()).toContain("q=root00000");
  await button(page, `Borrow ${called}`).click();
  const borrow = page.getByRole("dialog", { name: `Borrow ${called}` });
  expect(await borrow.getByRole("button", { name: "Ask for it" }).isDisabled()).toBe(true);
  await borrow.getByLabel(/^Reason/).fill("replace the certificate");
  await borrow.getByLabel(/^Minutes/).fill("61");
  await borrow.getByRole("button", { name: "Ask for it" }).click();
  await borrow.getByText("allows at most 60 minutes").first().waitFor();
  await borrow.getByLabel(/^Minutes/).fill("30");
  await borrow.getByRole("button", { name: "Ask for it" }).click();
  await page.getByText("It was asked for.").waitFor();
  await page.getByText("waits for authorization").waitFor();
  await borrow.waitFor({ state: "detached" });
  expect(await button(page, `Show the password of ${called}`).count()).toBe(0);
  const approver = await as("bob", password, approversBrowser);
  await approver
    .getByRole("link", { name: /^\d{8}-\d+$/ })
    .first()
    .click();
  await approver.getByText("replace the certificate").first().waitFor();
  await button(approver, "Approve").click();
  await answer(approver, "Approve", "Approve").click();
  await approver.getByRole("dialog").waitFor({ state: "detached" });

  await button(page, `Show the password of ${called}`).click();
  const show = `Show the password of ${called}`;
  await answer(page, show, "Show the password").click();
  await page.getByText("It is hidden by itself:").waitFor();
  await expectAccessible(page);
  const known = await page.getByRole("dialog", { name: show }).getByLabel("Password", { exact: true }).inputValue();
  expect([known, await opens(borrowed, known)]).toEqual([borrowed.password, true]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(known);
  await button(page, show).click();
  await page.getByLabel("How", { exact: true }).selectOption("copy");
  await answer(page, show, "Show the password").click();
  await button(page, "Copy: Password").waitFor();
  expect(await page.content()).not.toContain(known);
  await page.keyboard.press("Escape");

  await button(page, `Extend the check-out of ${called}`).click();
  const extend = page.getByRole("dialog", { name: `Extend the check-out of ${called}` });
  await extend.getByLabel(/^Minutes/).fill("500");
  await extend.getByLabel(/^Reason/).fill("it takes longer");
  await extend.getByRole("button", { name: "Extend", exact: true }).click();
  await extend.getByText("at most 60 minutes at a time").waitFor();
  await extend.getByLabel(/^Minutes/).fill("20");
  await extend.getByRole("button", { name: "Extend", exact: true }).click();
  await extend.waitFor({ state: "detached" });
  await button(page, `Extend the check-out of ${called}`).waitFor({ state: "detached" });
  await goTo(page, "Home", /^Good to see you/);
  const card = page.getByRole("main").locator("section").filter({ hasText: "Checked out by me" });
  await card.getByText(/^4\d:\d\d left$/).waitFor();
  await card.getByRole("link", { name: called }).click();
  await page.getByRole("heading", { level: 1, name: called }).waitFor();
  await button(page, `Return ${called}`).click();
  await answer(page, `Return ${called}`, "Return").click();
  await page.getByText("returned", { exact: true }).waitFor();
  await expect.poll(() => holds(borrowed, known)).toBe(false);
  await goTo(page, "Check-outs");
  await page.getByText("You have checked nothing out.").waitFor();
  await page.getByRole("link", { name: "History of check-outs" }).click();
  await page
    .getByRole("row", { name: /replace the certificate/ })
    .getByText("returned")
    .waitFor();
});

test("in an emergency a second person makes a code, and the password is had without asking; it waits for its review then", async () => {
  const policy = `/v2/managedSystemPolicies('${system}')`;
  await done(admin.post(`${policy}/grantRight`, { right: "breakGlass", userClassId: "KEEPERS" }));
  const called = `${account(2).name} on ${system}`;
  const second = await as("bob", password);
  await goTo(second, "Check-outs");
  await button(second, `Make a code for ${called}`).click();
  await answer(second, `Make a code for ${called}`, "Make a code").click();
  const code = await second.getByLabel("Code, shown this once").inputValue();
  await browser.context.clearCookies();

  const page = await as("ada", password);
  await goTo(page, "Check-outs");
  await button(page, `Borrow ${called}`).click();
  const borrow = page.getByRole("dialog", { name: `Borrow ${called}` });
  await borrow.getByLabel(/^Reason/).fill("the directory is down");
  await borrow.getByLabel("It is an emergency").check();
  await borrow.getByLabel(/^Code of a second person/).fill("guessed");
  await borrow.getByRole("button", { name: "Take it in an emergency" }).click();
  await borrow.getByText("The second-person code is invalid").first().waitFor();
  await borrow.getByLabel(/^Code of a second person/).fill(code);
  await borrow.getByRole("button", { name: "Take it in an emergency" }).click();
  await page.getByText("The password is checked out to you.").waitFor();
  await button(page, `Return ${called}`).click();
  await answer(page, `Return ${called}`, "Return").click();
  await page.getByText("You have checked nothing out.").waitFor();
  await page.getByRole("link", { name: "History of check-outs" }).click();
  await page.getByLabel("Emergency", { exact: true }).selectOption({ label: "to be reviewed" });
  await page.getByRole("link", { name: called }).click();
  await page.getByText("This emergency waits for its review").waitFor();
  const { body } = await bob.get("/v2/checkouts?$filter=breakGlass");
  // The user who made the code sees nothing of the check-out: seeing, managing and reviewing are other permissions.
  expect((body as { value: readonly unknown[] }).value).toEqual([]);
});

test("somebody who had no part in the emergency reviews it", async () => {
  const { id, password: secret } = installation.superuser;
  const page = await as(id, secret);
  await page.goto(`${installation.address}/react/#/check-out-history?emergency=open`);
  await page.getByRole("link", { name: `${account(2).name} on ${system}` }).click();
  const review = `Review the emergency of ${account(2).name} on ${system}`;
  await button(page, review).click();
  expect(await answer(page, review, "Review").isDisabled()).toBe(true);
  await page
    .getByRole("dialog")
    .getByLabel(/^Review/)
    .fill("the directory was down, and nothing was changed");
  await answer(page, review, "Review").click();
  await page.getByText("the directory was down, and nothing was changed").waitFor();
  await page.getByText("This emergency waits for its review").waitFor({ state: "detached" });
});

test("an administrator changes a password, settles a conflict, and confirms before all are changed", async () => {
  const managed = account(1);
  const called = `${managed.name} on ${system}`;
  const { id, password: secret } = installation.superuser;
  const page = await as(id, secret);
  await goTo(page, "Managed accounts");
  await page.getByRole("link", { name: managed.name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: called }).waitFor();
  await button(page, "Randomize").click();
  await answer(page, "Randomize", "Randomize").click();
  await page.getByText("1 account: 1 done, 0 failed").waitFor();
  expect(await holds(managed, managed.password)).toBe(false);
  await page
    .getByRole("row", { name: /made by the service/ })
    .first()
    .waitFor();

  const byHand = "changed-by-Hand-1";
  await changeByHand(managed, byHand);
  await button(page, "Verify").click();
  await answer(page, "Verify", "Verify").click();
  await page.getByText("in conflict", { exact: true }).first().waitFor();
  await goTo(page, "Unsettled passwords");
  await page.getByRole("link", { name: managed.name, exact: true }).click();
  await button(page, "Tell the password").click();
  const tell = page.getByRole("dialog", { name: "Tell the password" });
  await tell.getByLabel(/^Password that the account has now/).fill("x".repeat(2_000));
  await tell.getByRole("button", { name: "Tell the password" }).click();
  await tell.getByRole("alert").waitFor();
  expect(await tell.getByLabel(/^Password that the account has now/).inputValue()).toBe("");
  await tell.getByLabel(/^Password that the account has now/).fill(byHand);
  await tell.getByRole("button", { name: "Tell the password" }).click();
  await page.getByText("1 account: 1 done, 0 failed").waitFor();
  await page.getByText("confirmed", { exact: true }).first().waitFor();
  await tell.waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(byHand);

  await button(page, "Disable").click();
  const disable = page.getByRole("dialog", { name: "Disable" });
  await disable.getByLabel(/^Reason/).fill("the vendor works on it");
  await disable.getByRole("button", { name: "Disable", exact: true }).click();
  await disable.waitFor({ state: "detached" });
  await page.getByText("the vendor works on it").waitFor();
  expect(await button(page, "Randomize").count()).toBe(0);
  await button(page, "Enable").click();
  await answer(page, "Enable", "Enable").click();
  await button(page, "Randomize").waitFor();

  await page.getByRole("link", { name: system, exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: `Policy ${system}` }).waitFor();
  await button(page, "Randomize all").click();
  await answer(page, "Randomize all", "Randomize all").click();
  await page.getByText("The passwords of 3 account(s) would be changed").waitFor();
  expect(await holds(managed, byHand)).toBe(true);
  await answer(page, "Randomize all", "Yes, change them").click();
  await page.getByText("3 accounts: 3 done, 0 failed").waitFor();
  expect(await holds(managed, byHand)).toBe(false);
  await page.getByRole("link", { name: "Show the run" }).click();
  await page.getByRole("heading", { level: 1, name: "Change of passwords: over" }).waitFor();
  await page
    .getByRole("row", { name: new RegExp(managed.name) })
    .getByText("done")
    .waitFor();
});

test("an administrator says on the page who decides about check-outs, and is told what is wrong with a rule", async () => {
  const { id, password: secret } = installation.superuser;
  const page = await as(id, secret);
  await goTo(page, "Policies of managed systems");
  await page.getByRole("link", { name: system, exact: true }).click();
  await page.getByRole("link", { name: "Change who decides" }).click();
  await page.getByRole("heading", { level: 1, name: `Who decides about check-outs under ${system}` }).waitFor();
  const rule = page.getByLabel("Rule", { exact: true });
  await rule.fill("any(2, ");
  await button(page, "Save").click();
  await page.getByRole("alert").waitFor();
  expect(await rule.inputValue()).toBe("any(2, ");
  const wanted = "all(any(1, class('KEEPERS')), not(requester), any(1, manager))";
  await rule.fill(wanted);
  await button(page, "Save").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { body } = await admin.get(`/v2/managedSystemPolicies('${system}')`);
  expect(body).toMatchObject({ authorizationPhases: [{ sequence: 1, rule: wanted }] });
});

test("an administrator gives a right and withdraws it, and lists a command and takes it off the list", async () => {
  const { id, password: secret } = installation.superuser;
  const page = await as(id, secret);
  await goTo(page, "Policies of managed systems");
  await page.getByRole("link", { name: system, exact: true }).click();
  await button(page, "Give a right").click();
  const give = page.getByRole("dialog", { name: "Give a right" });
  await give.getByLabel(/^Right/).selectOption({ label: "see accounts and check-outs" });
  await give.getByLabel(/^User class/).selectOption({ label: "KEEPERS – Who keeps the directory" });
  await give.getByRole("button", { name: "Give a right" }).click();
  const withdraw = "Withdraw: KEEPERS: see accounts and check-outs";
  await button(page, withdraw).click();
  await answer(page, withdraw, "Withdraw").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await button(page, withdraw).waitFor({ state: "detached" });
  expect(await button(page, "Withdraw: KEEPERS: ask for a password").count()).toBe(1);

  await button(page, "List a command").click();
  const list = page.getByRole("dialog", { name: "List a command" });
  await list.getByLabel(/^Name/).fill("uptime");
  await list.getByLabel(/^Command/).fill("uptime --pretty");
  await list.getByRole("button", { name: "List a command" }).click();
  await page.getByText("uptime --pretty").waitFor();
  await button(page, "Take uptime off the list").click();
  await answer(page, "Take uptime off the list", "Take off").click();
  await page.getByText("No command is listed.").waitFor();
});

test("passwords that were chosen are verified together; while the directory does not answer, a run is paused, resumed and stopped", async () => {
  const { id, password: secret } = installation.superuser;
  const page = await as(id, secret);
  await goTo(page, "Managed accounts");
  const choose = (index: number) =>
    page
      .getByRole("row", { name: new RegExp(account(index).name) })
      .getByRole("checkbox")
      .check();
  for (const index of [0, 1]) await choose(index);
  await button(page, "Verify 2 passwords").click();
  await answer(page, "Verify 2 passwords", "Verify").click();
  await page.getByText("2 of 2 asked for").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await button(page, "Verify").waitFor();

  way.turn("hangs");
  try {
    await choose(2);
    await button(page, "Verify one password").click();
    await answer(page, "Verify one password", "Verify").click();
    await page.getByText("1 of 1 asked for").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await goTo(page, "Password runs");
    await page.getByRole("row").nth(1).getByRole("link").first().click();
    for (const [action, state] of [
      ["Pause", "paused"],
      ["Resume", "under way"],
      ["Stop", "stopped"],
    ] as const) {
      await button(page, action).click();
      await answer(page, action, action).click();
      await page.getByRole("heading", { level: 1, name: `Verification of passwords: ${state}` }).waitFor();
    }
    expect(await button(page, "Resume").count()).toBe(0);
  } finally {
    way.turn("open");
  }
});

test("whoever cannot see, hear or point uses the pages on which privileged passwords are run, and their dialogs", async () => {
  const { id, password: secret } = installation.superuser;
  const page = await as(id, secret);
  const first = async (list: string, property: string) => {
    const { body } = await admin.get(`/v2/${list}?$top=1`);
    return (body as { value: readonly Readonly<Record<string, string>>[] }).value[0]?.[property] ?? "";
  };
  const keys = {
    checkout: await first("checkouts", "key"),
    managedAccount: await first("managedAccounts", "key"),
    managedSystem: await first("managedSystems", "key"),
    run: await first("runs", "key"),
    managedPolicy: system,
  };
  for (const row of pagesOf("passwords"))
    await expectPageAccessible({ page, address: installation.address }, row, keys);
});

/** Changes a password without the service. */
async function changeByHand({ dn }: VaultAccount, known: string): Promise<void> {
  const { url, admin: login } = vaulted.directory;
  const client = new Client({ url });
  await client.bind(login.dn, login.password);
  const modification = new Attribute({ type: "userPassword", values: [known] });
  await client.modify(dn, new Change({ operation: "replace", modification }));
  await client.unbind();
}
