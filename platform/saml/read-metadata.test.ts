import { describe, expect, test } from "vitest";

import { readMetadata } from "./read-metadata.ts";

const key = (use: string, certificate: string) =>
  `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
    ${certificate}
  </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const services = ["POST", "Redirect"].map(
  (binding) =>
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${binding}" Location="https://p.example/${binding}?a=1&amp;b=2"/>`,
);
const provider = (inner: string) => `<md:IDPSSODescriptor>${inner}</md:IDPSSODescriptor>`;
const entity = (inner: string) =>
  `<?xml version="1.0"?><!-- of the test --><md:EntityDescriptor xmlns:md="urn:md" xmlns:ds="urn:ds" entityID="https://p.example/saml">${inner}</md:EntityDescriptor>`;
const keys = key(' use="signing"', "QUJD") + key(' use="encryption"', "REVG") + key("", "R0hJ");

const listOf = (...entities: readonly string[]) =>
  `<md:EntitiesDescriptor xmlns:md="urn:md" xmlns:ds="urn:ds">${entities.join("").replaceAll(/<\?xml.*?\?>/g, "")}</md:EntitiesDescriptor>`;
const whole = (id = "https://p.example/saml") =>
  entity(provider(keys + services.join(""))).replace("https://p.example/saml", id);
const service = entity("<md:SPSSODescriptor/>").replace("https://p.example/saml", "https://app.example");

describe("metadata of an identity provider", () => {
  test("tell how it is called, where people are sent, and by which keys it signs", () => {
    expect(readMetadata(entity(provider(keys + services.join(""))))).toEqual({
      issuer: "https://p.example/saml",
      entryPoint: "https://p.example/Redirect?a=1&b=2",
      certificates: ["QUJD", "R0hJ"],
    });
  });

  test.each([
    ["alone in a list", listOf(whole())],
    ["beside services", listOf(service, whole(), service)],
    ["in a list within a list", listOf(listOf(service), listOf(whole()))],
  ])("tell of one that stands %s", (_what, xml) => {
    expect(readMetadata(xml)).toEqual(readMetadata(whole()));
  });

  test("tell of the one of several that is named", () => {
    const xml = listOf(whole(), whole(" https://q.example\n"));
    expect(readMetadata(xml, "https://q.example").issuer).toBe("https://q.example");
    expect(() => readMetadata(xml, "https://r.example")).toThrow("2 identity providers");
    expect(readMetadata(whole(), "https://r.example").issuer).toBe("https://p.example/saml");
  });

  test("hold certificates with lines of PEM, in any blanks, of a chain the first, and as many as there are", () => {
    const pem = "-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n";
    const chain = key("", "QUJE").replace(
      "</ds:X509Data>",
      "<ds:X509Certificate>QUJF</ds:X509Certificate></ds:X509Data>",
    );
    const many = Array.from({ length: 6 }, (_, n) => key("", `QUJ${n}`)).join("");
    const told = readMetadata(
      entity(provider(key("", pem) + key("", "\tQU&#13;\nJG ") + chain + many + services.join(""))),
    );
    expect(told.certificates).toEqual(["QUJD", "QUJG", "QUJE", "QUJ0", "QUJ1", "QUJ2", "QUJ3", "QUJ4", "QUJ5"]);
  });

  test.each([
    ["of nobody", "<EntitiesDescriptor/>", "they tell of no identity provider (IDPSSODescriptor)"],
    ["of services alone", listOf(service, service), "they tell of no identity provider (IDPSSODescriptor)"],
    [
      "of a provider of SAML 1.1 alone",
      entity(`<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol"/>`),
      "they tell of no identity provider (IDPSSODescriptor)",
    ],
    [
      "of several providers",
      listOf(whole(), whole("https://q.example")),
      "they tell of 2 identity providers, 'https://p.example/saml', 'https://q.example'; name one of them (--issuer)",
    ],
    ["that are something else", "<html/>", "they begin with html, not with EntityDescriptor"],
    ["of a service", entity("<md:SPSSODescriptor/>"), "they tell of no identity provider (IDPSSODescriptor)"],
    ["without an address", entity(provider(keys)), "they name no SingleSignOnService for HTTP-Redirect"],
    ["without a key", entity(provider(services.join(""))), "they hold no certificate for signatures"],
    ["with a type of document", `<!DOCTYPE a>${entity("")}`, "the XML declares a type of document"],
    ["with entities", `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`, "the XML declares a type of document"],
    ["that are very deep", "<a>".repeat(10_000), "the XML is deeper than 16 elements"],
    ["of many elements", `<a>${"<b/>".repeat(20_000)}</a>`, "the XML has more than 10000 elements"],
    [
      "of many attributes",
      `<a ${Array.from({ length: 20_000 }, (_, i) => `b${i}=""`).join(" ")}/>`,
      "too many attributes",
    ],
    ["that are no XML", "entityID: p", "the XML is not well-formed: Non-whitespace before first tag."],
    ["that break off", "<a><b>", "the XML is not well-formed: Unclosed root tag"],
    ["that are nothing", "", "the XML holds nothing"],
    ["that are too long", " ".repeat(1024 * 1024 + 1), "they have more than 1048576 characters"],
  ])("%s are refused with what is wrong", (_name, xml, words) => {
    expect(() => readMetadata(xml)).toThrow(words);
  });
});
