import { policyOf } from "#domain/policy-name.ts";

import { addPeople } from "../../support/people.ts";
import { countOf, goTo, type OutageJourney } from "./outage-journey.ts";
import { alsoFor, setPolicies } from "./set-policies.ts";
import { roomPassword } from "./web-room.ts";

const newPassword = "Otter-Valve-78";

/** A manager submits a request for a direct report. */
export const managing: OutageJourney = {
  user: "dora",
  async prepare({ installation }) {
    const { context, close } = await installation.compose();
    const { dora, emil } = await addPeople(context, ["dora", "emil"], roomPassword);
    await context.store.transaction(() => context.store.save("users", { key: emil, managerKey: dora }));
    await close();
  },
  async begin(page) {
    await goTo(page, "Ask");
    await page.getByLabel("Also for somebody else").fill("emil");
    await page.getByRole("button", { name: "emil (emil)" }).click();
    await page.getByRole("button", { name: "Not for dora" }).click();
    await page.getByRole("button", { name: "Add The directory of everybody" }).click();
    await page.getByLabel("cn").fill("Emil");
    await page.getByLabel("sn").fill("Ernst");
  },
  async send(page) {
    await page.getByLabel("Reason").fill("he begins while nobody answers");
    await page.getByRole("button", { name: "Send the request" }).click();
  },
  ended: (page) => page.getByRole("heading", { level: 1, name: /^Request \d{8}-\d+$/ }).waitFor(),
  times: (room) => countOf(room, "requests", "reason eq 'he begins while nobody answers'"),
};

/** The help desk resets the passwords of a caller. */
export const helping: OutageJourney = {
  user: "hans",
  async prepare({ admin, installation, addAccount }) {
    const { context, close } = await installation.compose();
    const { hans, fritz } = await addPeople(context, ["hans", "fritz"], roomPassword);
    const expression = "IsSuperuser() || ('_HELP_DESK_' in principal.classes && !resource.superuser)";
    await setPolicies(context, [policyOf.action("users/resetPasswords")], expression);
    await close();
    await admin.post("/v2/userClasses('_HELP_DESK_')/members", { userKey: hans });
    await addAccount({ shortId: "fritz", userKey: fritz, password: "Crane-Lamp-43" });
  },
  async begin(page) {
    await goTo(page, "Help desk");
    await page.getByLabel("Who is on the telephone?").fill("fritz");
    await page.getByRole("button", { name: "fritz (fritz)" }).click();
    await page.getByRole("button", { name: "Reset passwords" }).click();
    await page.getByRole("dialog").getByLabel("New password").first().fill(newPassword);
  },
  async send(page) {
    const dialog = page.getByRole("dialog", { name: "Reset passwords" });
    await dialog.getByLabel("New password once more").fill(newPassword);
    await dialog.getByLabel("It must be changed at the next login").uncheck();
    await dialog.getByRole("button", { name: "Reset passwords" }).click();
  },
  ended: (page) => page.getByText("Done: reset the password on DIRECTORY").waitFor(),
  times: (room) => countOf(room, "operations", "code eq 'PWRS'"),
};

/** An auditor verifies the audit log of some years, which changes nothing. */
export const auditing: OutageJourney = {
  user: "ruth",
  async prepare({ installation }) {
    const { context, close } = await installation.compose();
    const { ruth } = await addPeople(context, ["ruth"], roomPassword);
    const reads = [policyOf.list("sessionLogData"), policyOf.get("sessionLogData")];
    await setPolicies(context, [...reads, policyOf.action("sessionLogData/verify")], alsoFor(ruth));
    await close();
  },
  async begin(page) {
    await goTo(page, "Audit");
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByRole("dialog").getByLabel("From").fill("2020-01-01T00:00");
  },
  async send(page) {
    const dialog = page.getByRole("dialog", { name: "Verify the audit" });
    await dialog.getByLabel("Until").fill("2100-01-01T00:00");
    await dialog.getByRole("button", { name: "Begin" }).click();
  },
  ended: (page) => page.getByText(/Nothing is wrong: \d/).waitFor(),
  times: (_room, page) => page.getByText(/Nothing is wrong: \d/).count(),
};
