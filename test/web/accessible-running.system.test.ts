import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openIdentityProvider } from "../support/identity-provider.ts";
import { expectPageAccessible, openAt } from "./support/look-at.ts";
import { pagesOf } from "./support/looked-at.ts";
import { expectAccessible } from "./support/looks.ts";
import { openSuperuserVisit, type SuperuserVisit } from "./support/superuser-visit.ts";

const keys: Record<string, string> = {
  setting: "LOCKOUT_DURATION",
  chain: "forgot-password",
  provider: "corp",
  proxy: "branch",
  targetGroup: "DEFAULT",
  passwordPolicy: "DEFAULT",
  policy: "users_get",
  client: "gatehouse",
};
let visit: SuperuserVisit;
beforeAll(async () => {
  visit = await openSuperuserVisit();
  const keyOf = async (set: string, body: object) => (await visit.made(`/v2/${set}`, body))["key"] ?? "";
  keys["webhook"] = await keyOf("webhooks", { url: "https://portal.example/events", description: "the portal" });
  const rule = { objectType: "managedAccount", action: "unbind", policyId: null, condition: "true", enabled: false };
  keys["importRule"] = await keyOf("importRules", { sequence: 10, ...rule });
  const { certificate } = await openIdentityProvider();
  const [issuer, entryPoint] = ["https://provider.example/saml", "https://provider.example/sso"];
  await visit.made("/v2/samlProviders", { id: "corp", issuer, entryPoint, certificates: [certificate] });
  const rows = await visit.admin.get("/v2/sessionLogData?$filter=operation%20eq%20'IRAD'");
  await visit.made("/v2/proxyServers('branch')/invite", {});
  keys["auditRow"] = (rows.body as { value: [{ key: string }] }).value[0].key;
});
afterAll(() => visit?.close());

const press = (name: string) => visit.page.getByRole("button", { name, exact: true }).first().click();

describe("connections", () => {
  it.each(pagesOf("connections"))("whoever cannot see, hear or point uses the page at $at, and its dialogs", (row) =>
    expectPageAccessible(visit, row, keys),
  );

  it("a line that invites a proxy, shown once, and what may not be the name of one", async () => {
    const { page } = visit;
    await openAt(visit, "/proxies", "Proxies");
    await page.getByRole("button", { name: "Invite a proxy" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("no name");
    await dialog.getByRole("button", { name: "Show the line" }).click();
    await dialog.getByRole("alert").waitFor();
    await expectAccessible(page);
    await dialog.getByLabel("Name").fill("depot");
    await dialog.getByRole("button", { name: "Show the line" }).click();
    await page.getByLabel("Line to paste").waitFor();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  });

  it("a password that is tried, and refused", async () => {
    const { page } = visit;
    await openAt(visit, "/password-policies/DEFAULT", "Password policy DEFAULT");
    await page.getByLabel("Password to try").fill("Short1");
    await page.getByText("It would be refused.").waitFor();
    await expectAccessible(page);
    expect(await page.getByText("undefined").count()).toBe(0);
  });
});

describe("rules", () => {
  beforeAll(async () => {
    keys["analysis"] = (await visit.made("/v2/analyses", { kind: "roleMining", input: {} }))["key"] ?? "";
  });

  it.each(pagesOf("rules"))("whoever cannot see, hear or point uses the page at $at, and its dialogs", (row) =>
    expectPageAccessible(visit, row, keys),
  );

  it("a button of words alone that cannot be pressed has no ground", async () => {
    const { page } = visit;
    await openAt(visit, "/policies/users_get", "users_get");
    const discard = page.getByRole("button", { name: "Discard the changes" });
    const ground = `getComputedStyle(document.querySelector(".pf-m-link:disabled")).backgroundColor`;
    expect(await discard.isDisabled()).toBe(true);
    expect(await page.evaluate(ground)).toBe("rgba(0, 0, 0, 0)");
  });

  it("a policy with a fault in what is written, and one that is stored", async () => {
    const { page } = visit;
    await openAt(visit, "/policies/users_get", "users_get");
    await page.getByLabel("Expression").fill("IsSuperuser() || resource.kee == 1");
    await page.getByText("Did you mean").waitFor();
    await expectAccessible(page);
    await page.getByLabel("Expression").fill("IsSuperuser()");
    await page.getByRole("heading", { name: "Changes to what is in force" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Store" }).click();
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Discard the changes" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Discard the changes" }).isDisabled()).toBe(true);
  });
});

describe("whoever cannot see, hear or point runs", () => {
  it.each(pagesOf("running"))("the page at $at, and its dialogs", (row) => expectPageAccessible(visit, row, keys));

  it("an import rule, tried", async () => {
    const { page } = visit;
    await openAt(visit, `/import-rules/${keys["importRule"]}`, /^Import rule 10/);
    await press("Try");
    await page.getByRole("table").last().waitFor();
    await expectAccessible(page);
  });

  it("a chain as a text with what is wrong", async () => {
    const { page } = visit;
    await openAt(visit, "/chains/forgot-password", "forgot-password");
    await press("Change the steps");
    const text = page.getByLabel("Chain as JSON");
    await text.fill((await text.inputValue()).replace('"userName"', '"nobody"'));
    await press("Check");
    await page.getByRole("alert").waitFor();
    await expectAccessible(page);
  });

  it("all of them in German", async () => {
    const { page } = visit;
    await page.getByRole("button", { name: "Superuser" }).click();
    await page.getByRole("menuitem", { name: "Deutsch" }).click();
    for (const [path, heading] of [
      ["/audit", "Protokoll"],
      ["/settings", "Einstellungen"],
      ["/proxies", "Proxys"],
      ["/policies", "Regeln"],
      ["/connectors", "Konnektoren und Plug-ins"],
    ] as const) {
      await openAt(visit, path, heading);
      expect(await page.getByText("undefined").count()).toBe(0);
      const cut = `[...document.querySelectorAll("th")].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)`;
      expect(await page.evaluate(cut)).toEqual([]);
    }
    await page.getByText("Beurteilt ein Kennwort, das jemand setzen will.").waitFor();
    await openAt(visit, "/chains/forgot-password", "forgot-password");
    await page.getByText("Fragen, die die Person vorher beantwortet hat").waitFor();
    await openAt(visit, "/settings/HTTP_PORT", "HTTP_PORT");
    await page.getByText("Der Port, auf dem die API lauscht; 0 nimmt einen freien.").waitFor();
    await page.getByText("ganze Zahl", { exact: true }).waitFor();
    await page.getByText(/^Sie sagt, wie eine einzelne Maschine den Dienst betreibt/).waitFor();
    expect(await page.locator('main [lang="en"]').count()).toBe(0);
  });
});
