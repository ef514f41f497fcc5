import { describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { Asked, AskedField } from "#domain/chains/asked-fields.ts";
import type { AuthorizationPage } from "#operations/sign-in/engine/authorization-turn.ts";

import { languageOf } from "./language.ts";
import { signInPage } from "./sign-in-page.ts";

const evil = `"><script>alert(1)</script>`;
const words = (en: string, de = en) => ({ en, de });
const title = words("Sign in", "Anmelden");
const draw = (fields: readonly AskedField[], more: Partial<Asked> = {}, page: Partial<AuthorizationPage> = {}) => {
  const shown = { clientName: "Portal", redirectUri: "https://portal.example/back", isAgain: false };
  const asked = { title, fields, ...more };
  const answer = signInPage({ ...shown, handle: new Secret("handle"), asked, ...page }, { language: "de" });
  return { ...answer, html: String(answer.body), policy: answer.headers?.["content-security-policy"] };
};
const field = (kind: AskedField["kind"], more: Partial<AskedField> = {}): AskedField => ({
  name: "it",
  kind,
  label: words("It", "Es"),
  ...more,
});
const scriptless =
  "default-src 'none'; style-src 'self'; form-action 'self' https://portal.example; frame-ancestors 'none'; base-uri 'none'";

describe("the page", () => {
  it.each<[AskedField["kind"], string]>([
    ["text", 'type="text" value="" autocomplete="off"'],
    ["password", 'type="password" autocomplete="off"'],
    ["newPassword", 'type="password" autocomplete="new-password"'],
    ["code", 'type="text" inputmode="numeric" autocomplete="one-time-code"'],
  ])("asks for a field of the kind %s without a script", (kind, html) => {
    const page = draw([field(kind)]);
    expect(page.html).toContain(html);
    expect(page.html).toContain('<label for="it">Es</label>');
    expect([page.policy, page.html.includes("<script")]).toEqual([scriptless, false]);
  });

  it("shows as text only what comes from elsewhere", () => {
    const bad = words(evil);
    const choices = [{ value: evil, label: bad }];
    const fields = [
      field("text", { name: evil, label: bad, autocomplete: evil }),
      field("choice", { label: bad, choices }),
    ];
    const texts = { title: bad, explanation: [bad], alert: bad };
    for (const page of [
      draw(fields, texts, { clientName: evil, alert: bad }),
      draw([field("choice", { name: evil, label: bad, choices })], texts),
      draw([], { redirect: evil }),
    ]) {
      expect(page.html).not.toContain("<script");
      expect(page.html).toContain("&lt;script");
    }
  });

  it("has a button for each choice where nothing else is asked, and a list beside others", () => {
    const choices = [
      { value: "a", label: words("A") },
      { value: "b", label: words("B") },
    ];
    expect(draw([field("choice", { choices })]).html).toContain('<button type="submit" name="it" value="b">B</button>');
    expect(draw([field("text", { name: "t" }), field("choice", { choices })]).html).toContain(
      '<option value="b">B</option>',
    );
  });

  it("allows a script of ours where it asks for a passkey, and there alone", () => {
    const { html, policy } = draw([field("passkey", { options: { challenge: evil } })]);
    expect(html).toContain('<script src="/identity/connect/passkey.js" defer></script>');
    expect(html).toContain("&quot;challenge&quot;");
    expect(html).toContain("<noscript>");
    expect(policy).toBe(scriptless.replace("form-action", "script-src 'self'; form-action"));
  });

  it("allows the host of a CAPTCHA where it has one", () => {
    const scriptAddress = "https://captcha.example/api.js?render=key";
    const { html, policy } = draw([field("captcha", { options: { siteKey: "key", action: "signIn", scriptAddress } })]);
    expect(html).toContain(`<script src="${scriptAddress}" defer></script>`);
    expect(policy).toContain(
      "script-src 'self' https://captcha.example; connect-src https://captcha.example; frame-src https://captcha.example; ",
    );
  });

  it("leads elsewhere by itself, unless somebody has come back from there", () => {
    const redirect = "https://provider.example/?a=1&b=2";
    expect(draw([], { redirect }).html).toContain('content="0; url=https://provider.example/?a=1&amp;b=2"');
    const again = draw([], { redirect }, { isAgain: true }).html;
    expect(again).not.toContain("http-equiv");
    expect(again).toContain('<a href="https://provider.example/?a=1&amp;b=2">Weiter</a>');
  });

  it("says what to do where nothing more is asked", () => {
    const { clientName, redirectUri } = { clientName: "Portal", redirectUri: "http://[::1]/back" };
    const page = signInPage({ clientName, redirectUri, isAgain: true, alert: title }, { language: "en" });
    expect([page.status, String(page.body)]).toEqual([400, expect.stringContaining("Go back to the application")]);
    expect(String(page.body)).not.toContain("<form");
  });
});

describe("the language", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["fr", "en"],
    ["de", "de"],
    ["de-CH, en;q=0.8", "de"],
    ["fr;q=0.9, EN-us, de", "en"],
    [`${"x,".repeat(10_000)}de`, "en"],
  ] as const)("of %j is %s", (asked, language) => {
    expect(languageOf({ headers: { "accept-language": asked } })).toBe(language);
  });
});
