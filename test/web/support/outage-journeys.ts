import type { Page } from "playwright-core";
import { expect } from "vitest";

import { manageDirectory } from "../../support/manage-directory.ts";
import { testSize } from "../../support/test-size.ts";
import { startVaultDirectory } from "../../support/vault-directory.ts";
import { countOf, goTo, type OutageJourney } from "./outage-journey.ts";
import { auditing, helping, managing } from "./outage-roles.ts";

/** First password of eve's account in the directory. */
export const firstPasswordOfEve = "Crane-Lamp-42";
const nextPasswordOfEve = "Otter-Valve-77";
const vault = "VAULT";
const borrowers = "BORROWERS";

/** Fills in a request for an account in the directory without sending it. */
export async function fillRequest(page: Page, reason: string): Promise<void> {
  await goTo(page, "Ask");
  await page.getByRole("button", { name: "Add The directory of everybody" }).click();
  await page.getByLabel("cn").fill("Ada");
  await page.getByLabel("sn").fill("Abel");
  await page.getByLabel("Reason").fill(reason);
}

const asking: OutageJourney = {
  user: "ada",
  begin: (page) => fillRequest(page, "half"),
  async send(page) {
    await page.getByLabel("Reason").fill("half of it before, half of it while nobody answers");
    await page.getByRole("button", { name: "Send the request" }).click();
  },
  ended: (page) => page.getByRole("heading", { level: 1, name: /^Request \d{8}-\d+$/ }).waitFor(),
  times: (room) => countOf(room, "requests", "reason eq 'half of it before, half of it while nobody answers'"),
};

const deciding: OutageJourney = {
  user: "bob",
  async begin(page, { admin, people, installation }) {
    const asked = await admin.post("/v2/requests", {
      recipientKey: people.bob,
      reason: "to be decided",
      operations: [
        {
          code: "ACUA",
          targetSystemKey: "DIRECTORY",
          attributes: {
            cn: "Bob",
            sn: "Bee",
          },
        },
      ],
    });
    await page.goto(`${installation.address}/react/#/requests/${(asked.body as { key: string }).key}`);
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
  async times({ admin }) {
    const { body } = await admin.get("/v2/requests?$filter=reason eq 'to be decided'&$expand=decisions");
    const [request] = (body as { value: readonly { decisions: readonly object[] }[] }).value;
    return request?.decisions.length ?? 0;
  },
};

const changingPassword: OutageJourney = {
  user: "eve",
  async begin(page) {
    await goTo(page, "My access");
    await page.getByRole("button", { name: "Change the password of eve on DIRECTORY" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Current password").fill(firstPasswordOfEve);
    await dialog.getByLabel("New password").fill(nextPasswordOfEve);
  },
  async send(page) {
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByLabel("New password").inputValue()).toBe(nextPasswordOfEve);
    await dialog.getByLabel("The same once more").fill(nextPasswordOfEve);
    await dialog.getByRole("button", { name: "Change the password" }).click();
  },
  ended: (page) => page.getByText("Done: change the password on DIRECTORY").waitFor(),
  times: (room) => countOf(room, "operations", "code eq 'PWCH'"),
};

const addingQuestion: OutageJourney = {
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
  times: (room) => countOf(room, `users(${room.people.ada})/credentials`, "type eq 'Question'"),
};

const delegating: OutageJourney = {
  user: "bob",
  async begin(page) {
    await goTo(page, "Delegations");
    await page.getByRole("button", { name: "Delegate my decisions" }).click();
    const dialog = page.getByRole("dialog", { name: "Delegate my decisions" });
    await dialog.getByLabel("Who decides").fill("eve");
    await dialog.getByLabel("To", { exact: true }).fill("2031-07-30T00:00");
  },
  async send(page) {
    const dialog = page.getByRole("dialog", { name: "Delegate my decisions" });
    await dialog.getByLabel("Reason").fill("on holiday while nobody answers");
    await dialog.getByRole("button", { name: "Delegate my decisions" }).click();
  },
  async ended(page) {
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "eve", exact: true }).first().waitFor();
  },
  times: (room) => countOf(room, "delegations", "reason eq 'on holiday while nobody answers'"),
};

const addingPerson: OutageJourney = {
  user: "administrator",
  async begin(page) {
    await goTo(page, "People");
    await page.getByRole("button", { name: "Add a person" }).click();
    await page.getByRole("dialog").getByLabel("Id").fill("carl");
  },
  async send(page) {
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Carl Conrad");
    await dialog.getByRole("button", { name: "Add a person" }).click();
  },
  ended: (page) => page.getByRole("heading", { level: 1, name: "Carl Conrad" }).waitFor(),
  times: (room) => countOf(room, "users", "id eq 'carl'"),
};

/** The enrollment command is made for one call alone, so the operator has to ask for it again. */
const inviting: OutageJourney = {
  user: "administrator",
  async begin(page) {
    await goTo(page, "Proxies");
    await page.getByRole("button", { name: "Invite a proxy" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("bra");
  },
  async send(page) {
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").press("End");
    await dialog.getByLabel("Name").pressSequentially("nch");
    await dialog.getByRole("button", { name: "Show the line" }).click();
    await dialog.getByRole("alert").first().waitFor();
  },
  async ended(page) {
    expect(await page.getByRole("dialog").getByLabel("Name").inputValue()).toBe("branch");
    await page.getByRole("dialog").getByRole("button", { name: "Show the line" }).click();
    await page.getByLabel("Line to paste").waitFor();
  },
  times: (room) => countOf(room, "proxyServers", "id eq 'branch'"),
};

const borrowing: OutageJourney = {
  user: "ada",
  async prepare({ admin, installation, people }, atEnd) {
    const vaulted = await startVaultDirectory(1);
    atEnd(() => vaulted.stop());
    const { context, close } = await installation.compose();
    const { directory, accounts } = vaulted;
    await manageDirectory(context, { id: vault, directory, accounts, imported: true });
    await close();
    await admin.post("/v2/userClasses", { id: borrowers, description: "Who borrows" });
    await admin.post(`/v2/userClasses('${borrowers}')/members`, { userKey: people.ada });
    const policy = `/v2/managedSystemPolicies('${vault}')`;
    const authorizationPhases = [{ sequence: 1, authorizers: [{ userKey: people.bob }] }];
    await admin.post(`${policy}/setAuthorizationPhases`, { authorizationPhases });
    await admin.post(`${policy}/grantRight`, { right: "ask", userClassId: borrowers });
  },
  async begin(page) {
    await goTo(page, "Check-outs");
    await page.getByRole("button", { name: /^Borrow / }).click();
    await page
      .getByRole("dialog")
      .getByLabel(/^Reason/)
      .fill("replace the ");
  },
  async send(page) {
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Reason/).press("End");
    await dialog.getByLabel(/^Reason/).pressSequentially("certificate");
    await dialog.getByRole("button", { name: "Ask for it" }).click();
  },
  ended: (page) => page.getByText("It was asked for.").waitFor(),
  times: (room) => countOf(room, "requests", "reason eq 'replace the certificate'"),
};

/** Journeys through the outage: requester and approver in a short run, all users in a long one. */
export const outageJourneys: readonly OutageJourney[] = testSize(
  [asking, deciding],
  [
    asking,
    deciding,
    changingPassword,
    addingQuestion,
    delegating,
    addingPerson,
    inviting,
    borrowing,
    managing,
    helping,
    auditing,
  ],
);
