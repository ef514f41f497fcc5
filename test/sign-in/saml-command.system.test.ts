import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { callCommand } from "../support/commands.ts";
import { openIdentityProvider } from "../support/identity-provider.ts";
import { openTestService, type TestService } from "../support/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const provider = (...command: string[]) =>
  callCommand(["saml", "provider", ...command], {
    env: {
      GATEHOUSE_DATA: service.folder,
      DATABASE_URL: service.databaseUrl,
      PUBLIC_ADDRESS: "https://gatehouse.example",
    },
  });

test("an identity provider is added by its metadata, shown, changed and removed", async () => {
  const { certificate } = await openIdentityProvider();
  const body = certificate.replaceAll(/-----[A-Z ]+-----/g, "");
  const [xml, pem] = ["corp.xml", "next.pem"].map((name) => join(service.folder, name)) as [string, string];
  const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
  writeFileSync(
    xml,
    `<EntityDescriptor entityID="https://p.example/saml"><IDPSSODescriptor><KeyDescriptor><KeyInfo><X509Data>` +
      `<X509Certificate>${body}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>` +
      `<SingleSignOnService Binding="${redirect}" Location="https://p.example/sso"/></IDPSSODescriptor></EntityDescriptor>`,
  );
  writeFileSync(pem, certificate);

  const added = await provider("add", "corp", "--metadata", xml, "--name-attribute", "mail", "--description", "Corp");
  expect([added.code, added.output.split("\n")]).toEqual([
    0,
    expect.arrayContaining([
      "The identity provider 'corp' is added.",
      "  entity id:  https://gatehouse.example/identity/saml/corp/metadata",
      expect.stringContaining("answers to: https://gatehouse.example/identity/saml/corp/acs"),
    ]),
  ]);
  expect((await provider("add", "corp", "--metadata", xml)).output).toContain(
    "An identity provider with this ID already exists",
  );
  expect((await provider("add", "other", "--metadata", pem)).output).toContain("The metadata cannot be used: the XML");
  expect((await provider("list")).output).toBe("corp  enabled   https://p.example/saml  Corp\n");

  const change = ["--certificate", pem, "--certificate", pem, "--name-attribute", "", "--disable"];
  expect((await provider("update", "corp", ...change)).output).toBe("The identity provider 'corp' is changed.\n");
  const shown = JSON.parse((await provider("show", "corp")).output);
  expect(shown).toMatchObject({
    id: "corp",
    enabled: false,
    nameAttribute: null,
    entryPoint: "https://p.example/sso",
    ours: { entityId: "https://gatehouse.example/identity/saml/corp/metadata" },
  });
  expect(shown.certificates).toHaveLength(2);
  const wrong = await provider("update", "corp", "--signature-algorithm", "rsa-sha1");
  expect(wrong.output).toContain("SHA-1 is refused");

  expect((await provider("remove", "corp")).output).toBe("The identity provider 'corp' is removed.\n");
  expect((await provider("show", "corp")).output).toContain("There is no identity provider 'corp'.");
}, 120_000);
