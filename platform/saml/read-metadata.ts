import { oneLine } from "#domain/one-line.ts";
import { samlMetadataElementsMax, samlMetadataMaxCharacters } from "#domain/saml-limits.ts";

import { elementsAt, readXml, type XmlElement } from "./read-xml.ts";

/** Facts about an identity provider from its metadata. */
export interface ProviderMetadata {
  readonly issuer: string;
  readonly entryPoint: string;
  /** Certificates as they stand there: base64 without the lines of PEM. */
  readonly certificates: readonly string[];
}

const redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

const depthMax = 4;

/**
 * Reads the metadata of an identity provider: the only one in them, alone or among services, or, of several, the one that is named by its
 * entityID.
 * @throws Error with what is missing or wrong
 */
export function readMetadata(xml: string, entityId?: string): ProviderMetadata {
  if (xml.length > samlMetadataMaxCharacters)
    throw new Error(`they have more than ${samlMetadataMaxCharacters} characters`);
  const root = readXml(xml, { elementsMax: samlMetadataElementsMax, attributesMax: samlMetadataElementsMax });
  const { entity, provider } = chosenEntity(root, entityId);
  const entryPoint = elementsAt(provider, "SingleSignOnService")
    .map(({ attributes }) => attributes)
    .find(({ Binding: binding }) => binding === redirectBinding)?.["Location"];
  if (entryPoint === undefined) throw new Error("they name no SingleSignOnService for HTTP-Redirect");
  const certificates = signingCertificates(provider);
  if (certificates.length === 0) throw new Error("they hold no certificate for signatures");
  return { issuer: entityIdOf(entity), entryPoint: entryPoint.trim(), certificates };
}

interface ProviderEntity {
  readonly entity: XmlElement;
  readonly provider: XmlElement;
}

function chosenEntity(root: XmlElement, entityId: string | undefined): ProviderEntity {
  const entities = entitiesIn(root);
  if (entities === undefined) throw new Error(`they begin with ${root.name}, not with EntityDescriptor`);
  const providers = entities.flatMap((entity) =>
    elementsAt(entity, "IDPSSODescriptor")
      .filter(speaksSaml2)
      .slice(0, 1)
      .map((provider) => ({ entity, provider })),
  );
  const [first, ...others] = providers;
  if (first === undefined) throw new Error("they tell of no identity provider (IDPSSODescriptor)");
  if (others.length === 0) return first;
  const named = providers.filter(({ entity }) => entityIdOf(entity) === entityId);
  const [only, ...more] = named;
  if (only !== undefined && more.length === 0) return only;
  const there = `${providers.length} identity providers, ${shownIds(providers)}`;
  throw new Error(`they tell of ${there}; name one of them (--issuer)`);
}

// A role without protocols is treated as one of SAML 2.0, which requires them (metadata 2.4.1).
function speaksSaml2({ attributes: { protocolSupportEnumeration: spoken } }: XmlElement): boolean {
  return spoken === undefined || spoken.split(/\s+/).includes("urn:oasis:names:tc:SAML:2.0:protocol");
}

/** Returns the entities of a document, including those of nested lists; undefined if the document is something else. */
function entitiesIn(element: XmlElement, depth = 0): readonly XmlElement[] | undefined {
  if (element.name === "EntityDescriptor") return [element];
  if (element.name !== "EntitiesDescriptor" || depth > depthMax) return undefined;
  return element.children.flatMap((child) => entitiesIn(child, depth + 1) ?? []);
}

const entityIdOf = ({ attributes }: XmlElement) => (attributes["entityID"] ?? "").trim();

const idsShownMax = 10;

function shownIds(providers: readonly ProviderEntity[]): string {
  const ids = providers.map(({ entity }) => `'${oneLine(entityIdOf(entity), idShownMaxCharacters)}'`);
  const more = ids.length > idsShownMax ? ` and ${ids.length - idsShownMax} more` : "";
  return `${ids.slice(0, idsShownMax).join(", ")}${more}`;
}

const idShownMaxCharacters = 200;

/** Returns the certificates whose keys a provider signs with; of a chain in one element, the first is the signer's. */
function signingCertificates(provider: XmlElement): readonly string[] {
  const keys = elementsAt(provider, "KeyDescriptor").filter(({ attributes }) => attributes["use"] !== "encryption");
  const found = keys.flatMap((key) =>
    elementsAt(key, "KeyInfo", "X509Data").flatMap((data) => elementsAt(data, "X509Certificate").slice(0, 1)),
  );
  return [...new Set(found.map(({ text }) => withoutPemLines(text)))];
}

// Some providers leave the lines of PEM in, which do not belong here (XML Signature 4.5.4.1).
const pemLines = /-----(?:BEGIN|END)[ A-Z0-9]*CERTIFICATE-----/g;

function withoutPemLines(text: string): string {
  return text.replaceAll(pemLines, "").replaceAll(/\s/g, "");
}
