// @input mouse keyboard
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";

import { openBrowser, type TestBrowser } from "../support/chromium.ts";
import { type GatehouseProcess, runGatehouse, startGatehouse } from "../support/gatehouse.ts";
import { addPeople } from "../support/people.ts";
import { alsoFor, setPolicies } from "./support/set-policies.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
const opened: { readonly watched: WatchedPage; readonly browser: TestBrowser }[] = [];
let branch: GatehouseProcess | undefined;
beforeAll(async () => {
  room = await openWebRoom();
  const { context, close } = await room.installation.compose();
  const { dora, olga } = await addPeople(context, ["dora", "olga"], roomPassword);
  await context.store.transaction(() => context.store.save("users", { key: room.people.ada, managerKey: dora }));
  // An administrator of proxies sees no other administration.
  const names = [
    ...["proxyServers", "targetSystems", "operations"].flatMap((set) => [policyOf.list(set), policyOf.get(set)]),
    policyOf.create("proxyServers"),
    policyOf.get("proxyServers/status"),
    policyOf.action("proxyServers/invite"),
    policyOf.update("targetSystems"),
    policyOf.action("targetSystems/testConnection"),
  ];
  await setPolicies(context, names, alsoFor(olga));
  await close();
});
afterAll(async () => {
  branch?.child.kill("SIGTERM");
  await branch?.ended();
  await room?.close();
});
afterEach(async () => {
  for (const { watched, browser } of opened.splice(0)) {
    watched.expectClean();
    await browser.close();
  }
});

/** Signs a user in, in a browser of their own. */
async function as(userName: string): Promise<Page> {
  const browser = await openBrowser();
  const watched = await openWatchedPage(browser, room.installation.address);
  opened.push({ watched, browser });
  await signIn(watched.page, userName, roomPassword);
  return watched.page;
}

const goTo = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).first().click();

test("a manager asks for somebody who reports to them, and decides in the place of one who is away: it is in the directory", async () => {
  const bob = await as("bob");
  await goTo(bob, "Delegations");
  await bob.getByRole("button", { name: "Delegate my decisions" }).click();
  const delegation = bob.getByRole("dialog", { name: "Delegate my decisions" });
  await delegation.getByLabel("Who decides").fill("eve");
  await delegation.getByLabel("To", { exact: true }).fill("2031-07-30T00:00");
  await delegation.getByLabel("Reason").fill("on holiday");
  await delegation.getByRole("button", { name: "Delegate my decisions" }).click();
  await delegation.waitFor({ state: "detached" });

  const eve = await as("eve");
  await goTo(eve, "Delegations");
  await eve.getByRole("button", { name: "Accept the delegation of bob" }).click();
  await eve.getByRole("dialog", { name: "Accept" }).getByRole("button", { name: "Accept" }).click();
  await eve.getByRole("cell", { name: /^accepted/ }).waitFor();

  const dora = await as("dora");
  await goTo(dora, "Ask");
  await dora.getByLabel("Also for somebody else").fill("ada");
  await dora.getByRole("button", { name: "ada (ada)" }).click();
  await dora.getByRole("button", { name: "Not for dora" }).click();
  await dora.getByRole("button", { name: "Add The directory of everybody" }).click();
  for (const [name, value] of Object.entries({ cn: "Ada Abel", sn: "Abel", mail: "ada@example.test" }))
    await dora.getByLabel(name).fill(value);
  await dora.getByLabel("Reason").fill("she begins today");
  await dora.getByRole("button", { name: "Send the request" }).click();
  await dora.getByRole("heading", { level: 1, name: /^Request \d{8}-\d+$/ }).waitFor();

  // The link shows the number after the next count.
  await eve
    .getByRole("navigation", { name: "Pages", exact: true })
    .getByRole("link", { name: /^Waiting for me/ })
    .click();
  await eve
    .getByRole("link", { name: /^\d{8}-\d+$/ })
    .first()
    .click();
  const beside = eve.getByRole("region", { name: /^Request / });
  await beside.getByText("she begins today").waitFor();
  await beside.getByRole("button", { name: "Approve" }).click();
  const approval = eve.getByRole("dialog", { name: "Approve" });
  await approval.getByRole("button", { name: "Approve" }).click();
  await approval.waitFor({ state: "detached" });
  await dora.getByText("Completed", { exact: true }).waitFor();
  expect((await room.entryOf("ada"))?.["mail"]).toBe("ada@example.test");
});

test("an operator of proxies invites one and sees it work, but puts no target on it: with a superuser's word an account comes into the directory through it", async () => {
  const olga = await as("olga");
  expect(await olga.getByRole("link", { name: "People", exact: true }).count()).toBe(0);
  await goTo(olga, "Proxies");
  await olga.getByRole("button", { name: "Invite a proxy" }).click();
  const invitation = olga.getByRole("dialog");
  await invitation.getByLabel("Name").fill("branch");
  await invitation.getByRole("button", { name: "Show the line" }).click();
  const line = await olga.getByLabel("Line to paste").inputValue();
  await invitation.getByRole("button", { name: "Close" }).last().click();
  const [, token = "", words = ""] = /^echo '([^']+)' \| gatehouse (.+)$/.exec(line) ?? [];
  const [, temporal = ""] = /Temporal server .*?(127\.0\.0\.1:\d+)/.exec(room.installation.output()) ?? [];
  const env = { GATEHOUSE_DATA: join(room.installation.folder, "branch"), TEMPORAL_ADDRESS: temporal };
  expect(await runGatehouse(words.split(" "), { env, input: token })).toMatchObject({
    code: 0,
    output: expect.stringMatching(/enrol/),
  });
  branch = startGatehouse(["proxy"], { env });
  await branch.until(/takes orders/);
  await olga.getByRole("link", { name: "branch", exact: true }).click();
  await olga.getByText("takes orders").first().waitFor();

  await goTo(olga, "Target systems");
  await olga.getByRole("link", { name: "DIRECTORY", exact: true }).click();
  await olga.getByLabel("Proxies", { exact: true }).fill("branch");
  await olga.getByRole("button", { name: "Save", exact: true }).click();
  await olga.getByText(/You do not have permission/).waitFor();
  const served = { proxyServers: ["branch"] };
  expect((await room.admin.patch("/v2/targetSystems('DIRECTORY')", served)).status).toBe(204);
  await olga.reload();
  await expect.poll(() => olga.getByLabel("Proxies", { exact: true }).inputValue()).toBe("branch");
  await olga.getByRole("main").getByRole("link", { name: "Address", exact: true }).click();
  await olga.getByRole("button", { name: "Test the connection" }).click();
  await olga.getByText("The connection works").waitFor();
  await room.addAccount({ shortId: "eve", userKey: room.people.eve, password: "Crane-Lamp-42" });
  expect(branch.output()).not.toContain("Crane-Lamp-42");
  await goTo(olga, "Proxies");
  await olga.getByRole("link", { name: "branch", exact: true }).click();
  await olga.getByText(/^0 wait, 0 under way/).waitFor();
});
