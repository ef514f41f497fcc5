// @input mouse keyboard
import { Client } from "ldapts";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { bodyMaxBytes } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { setPolicies } from "./support/set-policies.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

const firstPassword = "Otter-kettle-17";
const administratorsPassword = "Raven-bucket-58";
const helpersPassword = "Maple-anchor-93";
const questions = { "First street?": "Elm Row", "First pet?": "Rex" };

let room: WebRoom;
let second: TestBrowser;
const opened: WatchedPage[] = [];
beforeAll(async () => {
  [room, second] = await Promise.all([openWebRoom(), openBrowser()]);
  const attributeValues = { cn: "Ada Abel", sn: "Abel" };
  const account = { targetSystemKey: "DIRECTORY", shortId: "ada", userKey: room.people.ada, password: firstPassword };
  await carriedOut(room.admin.post("/v2/accounts", { ...account, attributeValues }));
  await carriedOut(room.admin.post("/v2/groups", { targetSystemKey: "DIRECTORY", shortId: "sales" }));
});
afterAll(async () => {
  await second?.close();
  await room?.close();
});
afterEach(async () => {
  for (const { page, expectClean } of opened.splice(0)) {
    await page.close();
    expectClean();
  }
  await Promise.all([room.browser, second].map(({ context }) => context.clearCookies()));
});

async function as(userName: string, password: string, browser: TestBrowser): Promise<Page> {
  const watched = await openWatchedPage(browser, room.installation.address);
  opened.push(watched);
  await signIn(watched.page, userName, password);
  return watched.page;
}
/** Waits until a target system has carried out an operation. */
async function carriedOut(answer: Promise<{ readonly body: unknown }>): Promise<void> {
  const { body } = await answer;
  expect(body).toHaveProperty("key");
  const { key } = body as { readonly key: string };
  await room.admin.until(`/v2/operations(${key})`, ({ status }) => status === "succeeded");
}
const asAdministrator = () => as(room.installation.superuser.id, room.installation.superuser.password, room.browser);
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** Reports whether a password opens ada's account in the directory. */
async function opens(password: string): Promise<boolean> {
  const client = new Client({ url: room.directory.url });
  try {
    await client.bind(`uid=ada,${room.directory.accountsDN}`, password);
    return true;
  } catch {
    return false;
  } finally {
    await client.unbind();
  }
}

test("an administrator adds a person, gives them a link once, disables and enables them", async () => {
  const page = await asAdministrator();
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("button", { name: "Add a person" }).click();
  const adding = page.getByRole("dialog", { name: "Add a person" });
  await adding.getByLabel("Id").fill("carl conrad");
  await adding.getByLabel("Name", { exact: true }).fill("Carl Conrad");
  await adding.getByLabel("Manager").fill("ada");
  await adding.getByRole("button", { name: "ada (ada)" }).click();
  await adding.getByRole("button", { name: "Add a person" }).click();
  await adding.getByRole("alert").waitFor();
  expect(await adding.getByLabel("Id").getAttribute("aria-invalid")).toBe("true");
  await adding.getByLabel("Id").fill("carl");
  await adding.getByLabel("Id").press("Enter");

  await heading(page, "Carl Conrad").waitFor();
  await page.getByRole("link", { name: "ada" }).waitFor();
  await page.getByRole("button", { name: "Password link" }).click();
  const linking = page.getByRole("dialog", { name: "Password link" });
  await linking.getByRole("button", { name: "Issue a link" }).click();
  const link = await linking.getByLabel("Link to choose a password, shown this once").inputValue();
  expect((await fetch(link)).status).toBe(200);
  await linking.getByRole("button", { name: "Close" }).last().click();
  await linking.waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(new URL(link).search.slice(-20));

  for (const [action, state] of [
    ["Disable", "disabled"],
    ["Enable", "enabled"],
  ] as const) {
    await page.getByRole("button", { name: action, exact: true }).click();
    await page.getByRole("dialog", { name: action }).getByRole("button", { name: action, exact: true }).click();
    await page.getByText(state, { exact: true }).waitFor();
    const { body } = await room.admin.get("/v2/users?$filter=id eq 'carl'&$select=disabled".replaceAll(" ", "%20"));
    expect(body).toMatchObject({ value: [{ disabled: state === "disabled" }] });
  }
  await page.getByRole("button", { name: "Let leave", exact: true }).click();
  const leaving = page.getByRole("dialog", { name: "Let leave" });
  await leaving.getByLabel("End").fill("2090-12-31T18:00");
  await leaving.getByRole("button", { name: "Let leave", exact: true }).click();
  await page.getByRole("button", { name: "Extend", exact: true }).click();
  const extending = page.getByRole("dialog", { name: "Extend" });
  await extending.getByLabel("End").fill("2089-12-31T18:00");
  await extending.getByRole("button", { name: "Extend", exact: true }).click();
  await extending.getByRole("alert").waitFor();
  await extending.getByLabel("End").fill("2091-12-31T18:00");
  await extending.getByRole("button", { name: "Extend", exact: true }).click();
  await extending.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Let leave", exact: true }).click();
  await leaving.getByRole("button", { name: "Let leave", exact: true }).click();
  await page.getByRole("heading", { level: 2, name: /^Leaving/ }).waitFor();
  for (const step of ["End delegations", "Cancel open requests"])
    await page
      .getByRole("listitem")
      .filter({ hasText: `${step} Done` })
      .waitFor();
  await page.getByRole("link", { name: "All: People" }).click();
  await page.getByLabel("Start and end").selectOption("left");
  await page.getByRole("link", { name: "carl", exact: true }).waitFor();
  await page.getByLabel("Start and end").selectOption("");
  await page.getByLabel("State").selectOption("locked");
  await page.getByText("Nothing was found").waitFor();
});

test("a file of people is tried before anything is written, taken in without what is wrong, and leaves the others", async () => {
  const page = await asAdministrator();
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("button", { name: "Import people" }).click();
  const dialog = page.getByRole("dialog", { name: "Import people" });
  const choose = (text: string | Buffer) =>
    dialog.getByLabel("File").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose(Buffer.from("id,displayName\nj\u00f6rg,J\u00f6rg", "latin1"));
  await dialog.getByText("The file is not in UTF-8. Save it so and choose it again.").waitFor();
  await choose("x".repeat(4 * bodyMaxBytes));
  await dialog.getByText("A file may hold at most 1 MiB. Split it.").waitFor();
  const file = "id,displayName,manager\nfred,Fred Fox,gina\ngina,Gina Gold,\n";
  await choose(`${file}h h,Harry,\n`);
  await dialog.getByText("2 added, 0 changed, 0 as they are, one row refused").waitFor();
  await dialog.getByText(/^Line 4: id it must/).waitFor();
  expect(await dialog.getByRole("button", { name: "Import 2 people" }).isDisabled()).toBe(true);
  expect((await room.admin.get("/v2/users?$filter=id%20eq%20'fred'")).body).toMatchObject({ value: [] });
  await dialog.getByLabel("Take the rows that can be taken").check();
  await dialog.getByRole("button", { name: "Import 2 people" }).click();
  await dialog.getByText("The file was taken in").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("link", { name: "fred", exact: true }).click();
  await heading(page, "Fred Fox").waitFor();
  await page.getByRole("link", { name: "Gina Gold" }).waitFor();

  await page.getByRole("link", { name: "All: People" }).click();
  await page.getByRole("button", { name: "Import people" }).click();
  await choose(file);
  await dialog.getByText("0 added, 0 changed, 2 as they are, none refused").waitFor();
  expect(await dialog.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(true);
});

test("an account in the directory is disabled, opens no more, and opens by the password that it gets", async () => {
  expect(await opens(firstPassword)).toBe(true);
  const page = await asAdministrator();
  await page.getByRole("link", { name: "Accounts", exact: true }).click();
  await page.getByRole("link", { name: "ada", exact: true }).first().click();
  await heading(page, "ada on DIRECTORY").waitFor();
  await page.getByText("Ada Abel").first().waitFor();
  await page.getByRole("button", { name: "Disable", exact: true }).click();
  await page.getByRole("dialog", { name: "Disable" }).getByRole("button", { name: "Disable", exact: true }).click();
  await page.getByText("Done: disable the account on DIRECTORY").waitFor();
  expect(await opens(firstPassword)).toBe(false);
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await page.getByRole("dialog", { name: "Enable" }).getByRole("button", { name: "Enable", exact: true }).click();
  await page.getByText("Done: enable the account on DIRECTORY").waitFor();

  await page.getByRole("button", { name: "Reset the password" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset the password" });
  await resetBy(dialog, "short", "Reset the password");
  await dialog.getByRole("alert").waitFor();
  await resetBy(dialog, administratorsPassword, "Reset the password");
  await page.getByText("Done: reset the password on DIRECTORY").waitFor();
  expect([await opens(firstPassword), await opens(administratorsPassword)]).toEqual([false, true]);
  expect(await page.content()).not.toContain(administratorsPassword);
});

/** Enters a new password twice, and sends it; by default without the duty to change it. */
async function resetBy(
  dialog: ReturnType<Page["getByRole"]>,
  password: string,
  action: string,
  mustChange = false,
): Promise<void> {
  await dialog.getByLabel("New password").first().fill(password);
  await dialog.getByLabel("New password once more").fill(password);
  await dialog.getByLabel("It must be changed at the next login").setChecked(mustChange);
  await dialog.getByRole("button", { name: action }).click();
}

test("an administrator makes an account for somebody and a group, as the definitions of the target system say", async () => {
  const page = await asAdministrator();
  await page.getByRole("link", { name: "Accounts", exact: true }).click();
  await page.getByRole("button", { name: "Add an account" }).click();
  const account = page.getByRole("dialog", { name: "Add an account" });
  await account.getByLabel(/^Target system/).selectOption("DIRECTORY");
  await account.getByLabel("Name on the target system").fill("bob");
  await account.getByLabel("Find somebody").fill("bob");
  await account.getByRole("button", { name: "bob (bob)" }).click();
  await account.getByLabel(/^cn/).fill("Bob Baker");
  await account.getByLabel(/^sn/).fill("Baker");
  await account.getByLabel("First password").fill("short");
  await account.getByRole("button", { name: "Add an account" }).click();
  await account.getByRole("alert").waitFor();
  await account.getByLabel("First password").fill(administratorsPassword);
  await account.getByRole("button", { name: "Add an account" }).click();
  await page.getByText("Done: create an account on DIRECTORY").waitFor();
  await page.getByRole("row", { name: /bob/ }).waitFor();
  expect(await room.entryOf("bob")).toMatchObject({ cn: "Bob Baker", sn: "Baker" });
  const { body } = await room.admin.get("/v2/accounts?$filter=shortId eq 'bob'".replaceAll(" ", "%20"));
  expect(body).toMatchObject({ value: [{ userKey: room.people.bob }] });

  await page.getByRole("link", { name: "Groups", exact: true }).click();
  await page.getByRole("button", { name: "Add a group" }).click();
  const group = page.getByRole("dialog", { name: "Add a group" });
  await group.getByLabel(/^Target system/).selectOption("DIRECTORY");
  await group.getByLabel("Name on the target system").fill("crew");
  await group.getByRole("button", { name: "Add a group" }).click();
  await page.getByRole("row", { name: /crew/ }).waitFor();
});

test("the help desk identifies who is on the telephone by questions, unlocks them, and resets their passwords, which they must change", async () => {
  for (const [question, answer] of Object.entries(questions))
    await room.admin.post(`/v2/users(${room.people.ada})/credentials`, { question, answer });
  const administrator = await asAdministrator();
  await administrator.getByRole("link", { name: "User classes", exact: true }).click();
  await administrator.getByRole("link", { name: "_HELP_DESK_" }).click();
  await administrator.getByLabel("Add somebody").fill("bob");
  await administrator.getByRole("button", { name: "bob (bob)" }).click();
  await administrator.getByRole("button", { name: "Remove bob" }).waitFor();
  await lettingReset();

  const page = await as("bob", roomPassword, second);
  await page.getByRole("link", { name: "Help desk" }).click();
  await page.getByLabel("Who is on the telephone?").fill("ada");
  await page.getByRole("button", { name: "ada (ada)" }).click();
  await page.getByRole("button", { name: "Identify the caller" }).click();
  await answerBy(page, () => "wrong");
  await page.getByText("It is not known whether it is this person.").waitFor();
  await page.getByRole("button", { name: "Begin anew" }).click();
  await answerBy(page, (question) => questions[question as keyof typeof questions]);
  await page.getByText("It is this person").waitFor();

  await page.getByRole("button", { name: "Unlock" }).click();
  await page.getByText("There was no lock.").waitFor();
  await page.getByRole("button", { name: "Reset passwords" }).click();
  await resetBy(page.getByRole("dialog", { name: "Reset passwords" }), helpersPassword, "Reset passwords", true);
  await page.getByText("Done: reset the password on DIRECTORY").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect([await opens(administratorsPassword), await opens(helpersPassword)]).toEqual([false, true]);
  expect(await room.directory.ldapsearch("(uid=ada)", "pwdReset")).toContain("pwdReset: TRUE");
  expect(await page.getByRole("link", { name: "People", exact: true }).count()).toBe(0);
  const filter = encodeURIComponent(`operation eq 'ACEX' and recipient eq '${room.people.ada}'`);
  const { body } = await room.admin.get(`/v2/sessionLogData?$filter=${filter}`);
  expect(body).toMatchObject({ value: [{ actor: room.people.bob, result: "S", module: "ui" }] });
});

test("who was helped is told of it, and led to where further resets are blocked", async () => {
  const page = await as("ada", roomPassword, room.browser);
  await page.getByRole("link", { name: "Notices", exact: true }).click();
  await page
    .getByText(/^Someone else has reset the password of one of your accounts/)
    .first()
    .waitFor();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "My profile" }).click();
  await page.getByText("Passwords can be reset.").waitFor();
  expect(await page.getByRole("button", { name: "Block password resets" }).isEnabled()).toBe(true);
});

test("the help desk blocks resets of somebody, who sees it", async () => {
  const page = await as("bob", roomPassword, second);
  await page.getByRole("link", { name: "Help desk" }).click();
  await page.getByLabel("Who is on the telephone?").fill("ada");
  await page.getByRole("button", { name: "ada (ada)" }).click();
  await page.getByText("Passwords can be reset.").waitFor();
  await page.getByRole("button", { name: "Block password resets" }).click();
  const blocking = page.getByRole("dialog", { name: "Block password resets" });
  await blocking.getByLabel("Reason").fill("a stranger has called");
  await blocking.getByLabel("Until").fill("2020-01-01T08:00");
  await blocking.getByRole("button", { name: "Block password resets" }).click();
  await blocking.getByRole("alert").waitFor();
  await blocking.getByLabel("Until").fill("2090-01-01T08:00");
  await blocking.getByRole("button", { name: "Block password resets" }).click();
  await page.getByText("a stranger has called").waitFor();
  expect(await page.getByRole("button", { name: "Lift block" }).count()).toBe(0);
  await page.getByRole("button", { name: "Reset passwords" }).click();
  const resetting = page.getByRole("dialog", { name: "Reset passwords" });
  await resetBy(resetting, "Kestrel-basket-21", "Reset passwords");
  // Once where the rules would stand, and once for what was sent.
  await resetting.getByRole("alert").filter({ hasText: "Password resets are blocked" }).nth(1).waitFor();
  expect(await opens(helpersPassword)).toBe(true);
  const profile = await as("ada", roomPassword, room.browser);
  await profile.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "My profile" }).click();
  await profile.getByText("a stranger has called").waitFor();
});

test("an administrator lifts a block of password resets", async () => {
  const page = await asAdministrator();
  await page.getByRole("link", { name: "Password blocks" }).click();
  const row = page.getByRole("row").filter({ hasText: "a stranger has called" });
  await row.getByRole("button", { name: "Lift block" }).click();
  const lifting = page.getByRole("dialog", { name: "Lift block" });
  await lifting.getByRole("button", { name: "Lift block" }).click();
  await lifting.waitFor({ state: "detached" });
  await expect.poll(() => row.getByRole("button", { name: "Lift block" }).count()).toBe(0);
});

async function answerBy(page: Page, answer: (question: string) => string): Promise<void> {
  for (const question of Object.keys(questions)) await page.getByLabel(question).fill(answer(question));
  await page.getByRole("button", { name: "Check the answers" }).click();
}

/** Lets the help desk reset the passwords of others; by default all users reset only their own. */
async function lettingReset(): Promise<void> {
  const { context, close } = await room.installation.compose();
  const expression = "IsSuperuser() || ('_HELP_DESK_' in principal.classes && !resource.superuser)";
  await setPolicies(context, [policyOf.action("users/resetPasswords")], expression);
  await close();
}

test("an administrator sees why somebody is in a group, and ends it: it is gone on the directory", async () => {
  const rowsAt = async (path: string) =>
    (
      (await room.admin.get(path.replaceAll(" ", "%20"))).body as {
        readonly value: readonly { readonly key: string }[];
      }
    ).value;
  const [account] = await rowsAt("/v2/accounts?$filter=shortId eq 'ada'");
  const [group] = await rowsAt("/v2/groups?$filter=shortId eq 'sales'");
  const operation = { code: "GRUA", targetSystemKey: "DIRECTORY", accountKey: account?.key, groupKey: group?.key };
  const { body } = await room.admin.post("/v2/requests", {
    recipientKey: room.people.ada,
    operations: [{ ...operation, forHours: 5 }],
  });
  const { key } = body as { readonly key: string };
  await room.admin.post(`/v2/requests(${key})/override`, { phase: 1, decision: "approve", comment: "for the test" });
  const { number } = await room.admin.until(`/v2/requests(${key})`, ({ status }) => status === "C");
  const page = await asAdministrator();
  await page.goto(`${room.installation.address}/react/#/people/${room.people.ada}`);
  await page.getByRole("link", { name: "Access of this person, and why" }).click();
  await heading(page, "Granted access").waitFor();
  const row = page.getByRole("row").filter({ hasText: "sales (DIRECTORY)" });
  await row.getByRole("link", { name: String(number) }).waitFor();
  await row.getByRole("button", { name: "End access" }).click();
  const dialog = page.getByRole("dialog", { name: "End access to sales (DIRECTORY)" });
  await dialog.getByLabel("Reason").fill("moved on");
  await dialog.getByRole("button", { name: "End access" }).click();
  await room.admin.until(`/v2/requests(${key})/grants`, ({ value }) => {
    const [grant] = value as readonly { readonly endedBecause: string | null }[];
    return grant?.endedBecause === "expired";
  });
  expect(await rowsAt(`/v2/groups(${group?.key})/members`)).toEqual([]);
});

test("a user class is tried and made, a group gets an owner, and an account an attribute, until it is deleted", async () => {
  const page = await asAdministrator();
  const confirm = (name: string, button = name) =>
    page.getByRole("dialog", { name }).getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("link", { name: "User classes", exact: true }).click();
  await page.getByRole("button", { name: "Add a user class" }).click();
  const adding = page.getByRole("dialog", { name: "Add a user class" });
  await adding.getByLabel("Name").fill("B");
  await adding.getByLabel("Description").fill("whose id begins with b");
  await adding.getByLabel("Condition").fill("startswith(i,'b')");
  await adding.getByRole("button", { name: "Try the condition" }).click();
  await adding.getByRole("alert").waitFor();
  await adding.getByLabel("Condition").fill("startswith(id,'b')");
  await adding.getByRole("button", { name: "Try the condition" }).click();
  await adding.getByText("It chooses one person:").waitFor();
  await adding.getByRole("button", { name: "Add a user class" }).click();
  await heading(page, "B").waitFor();
  await page.getByRole("cell", { name: "by the condition" }).waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await confirm("Delete");
  await heading(page, "User classes").waitFor();
  await page.getByRole("link", { name: "_HELP_DESK_" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "B", exact: true }).count()).toBe(0);

  await page.getByRole("link", { name: "Groups", exact: true }).click();
  await page.getByRole("link", { name: "sales" }).click();
  await page.getByLabel("Add an owner").fill("eve");
  await page.getByRole("button", { name: "eve (eve)" }).click();
  await page.getByRole("button", { name: "Remove eve" }).click();
  await confirm("Remove eve", "Remove");
  await page.getByText("Nobody owns the group.").waitFor();

  await page.getByRole("link", { name: "Accounts", exact: true }).click();
  await page.getByRole("link", { name: "ada", exact: true }).first().click();
  await page.getByRole("button", { name: "Change attributes" }).click();
  const changing = page.getByRole("dialog", { name: "Change attributes" });
  await changing.getByLabel("Name of another attribute").fill("mail");
  await changing.getByRole("button", { name: "Add the attribute" }).click();
  await changing.getByLabel("mail").fill("ada@example.test");
  await changing.getByRole("button", { name: "Save" }).click();
  await page.getByText("Done: change attributes on DIRECTORY").waitFor();
  expect(await room.directory.ldapsearch("(uid=ada)", "mail")).toContain("mail: ada@example.test");
  await page.getByRole("button", { name: "Delete" }).click();
  await confirm("Delete");
  await page.getByText("This account is there no more.").waitFor();
  expect(await room.directory.ldapsearch("(uid=ada)")).not.toContain("dn:");
});
