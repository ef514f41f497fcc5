import { samlMetadataElementsMax, samlMetadataMaxCharacters } from "#domain/saml-limits.ts";

import { elementsAt, readXml, type XmlElement } from "./read-xml.ts";

/** What the metadata of an identity provider say of it. */
export interface ProviderMetadata {
  readonly issuer: string;
  readonly entryPoint: string;
  /** As they stand there: base64 without the lines of PEM. */
  readonly certificates: readonly string[];
}

const redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/**
 * Reads the metadata of one identity provider.
 * @throws Error with what is missing or wrong
 */
export function readMetadata(xml: string): ProviderMetadata {
  if (xml.length > samlMetadataMaxCharacters)
    throw new Error(`they have more than ${samlMetadataMaxCharacters} characters`);
  const root = readXml(xml, { elementsMax: samlMetadataElementsMax, attributesMax: samlMetadataElementsMax });
  if (root.name === "EntitiesDescriptor")
    throw new Error("they tell of several entities; take those of the identity provider alone");
  if (root.name !== "EntityDescriptor") throw new Error(`they begin with ${root.name}, not with EntityDescriptor`);
  const [provider] = elementsAt(root, "IDPSSODescriptor");
  if (provider === undefined) throw new Error("they tell of no identity provider (IDPSSODescriptor)");
  const entryPoint = elementsAt(provider, "SingleSignOnService")
    .map(({ attributes }) => attributes)
    .find(({ Binding: binding }) => binding === redirectBinding)?.["Location"];
  if (entryPoint === undefined) throw new Error("they name no SingleSignOnService for HTTP-Redirect");
  const certificates = signingCertificates(provider);
  if (certificates.length === 0) throw new Error("they hold no certificate for signatures");
  return { issuer: root.attributes["entityID"] ?? "", entryPoint, certificates };
}

function signingCertificates(provider: XmlElement): readonly string[] {
  const keys = elementsAt(provider, "KeyDescriptor").filter(({ attributes }) => attributes["use"] !== "encryption");
  const found = keys.flatMap((key) => elementsAt(key, "KeyInfo", "X509Data", "X509Certificate"));
  return [...new Set(found.map(({ text }) => text.replaceAll(/\s/g, "")))];
}
