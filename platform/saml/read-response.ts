import type { JsonObject } from "#domain/json.ts";

import { elementsAt, readXml, type XmlElement } from "./read-xml.ts";
import { checkResponseShape } from "./response-shape.ts";
import { type SamlRequest, type SamlTrust, ServiceSaml } from "./saml.ts";

/** Assertion of an identity provider about a user. */
export interface SamlAssertion extends JsonObject {
  readonly nameId: string;
  /** Index of the provider's session; null = none. */
  readonly sessionIndex: string | null;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

const success = "urn:oasis:names:tc:SAML:2.0:status:Success";
const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/**
 * Reads the answer of an identity provider to a request, in base64. Both of its signatures must hold, and it must be meant for us, for this
 * request and for now.
 * @throws Error with the rule that is broken
 */
export async function readResponse(trust: SamlTrust, request: SamlRequest, encoded: string): Promise<SamlAssertion> {
  const answer = encoded.replaceAll(/\s/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(answer)) throw new Error("the answer is not in base64");
  checkResponseShape(Buffer.from(answer, "base64").toString("utf8"), trust.signatureAlgorithms);
  const saml = new ServiceSaml(trust, request);
  await saml.validatePostResponseAsync({ SAMLResponse: answer });
  if (saml.signedXml === undefined) throw new Error("nothing was signed");
  // Only what was signed is read from here on.
  const response = readXml(saml.signedXml);
  const assertion = one(response, "Assertion");
  requireAnswer(trust, request, response);
  requireBearer(trust, request, assertion);
  return assertionOf(assertion, request.nowMs - trust.clockSkewSeconds * 1000);
}

/** Checks what the library does not: the issuer of the answer, its destination, and that it reports no failure. */
function requireAnswer({ issuer, answerAddress }: SamlTrust, { id }: SamlRequest, response: XmlElement): void {
  if (response.attributes["Destination"] !== answerAddress) throw new Error("it was to be sent elsewhere");
  if (response.attributes["InResponseTo"] !== id) throw new Error("it answers another request");
  if (one(response, "Issuer").text !== issuer) throw new Error("the answer is of another issuer");
  if (one(response, "Assertion", "Issuer").text !== issuer) throw new Error("the assertion is of another issuer");
  if (one(response, "Status", "StatusCode").attributes["Value"] !== success) throw new Error("it tells of a failure");
}

/** Requires one confirmation of the subject that holds as a whole: for the bearer, to us, in answer to this request, now. */
function requireBearer({ answerAddress, clockSkewSeconds }: SamlTrust, request: SamlRequest, assertion: XmlElement) {
  const untilMs = request.nowMs - clockSkewSeconds * 1000;
  const holds = elementsAt(assertion, "Subject", "SubjectConfirmation").some((confirmation) => {
    const [data] = elementsAt(confirmation, "SubjectConfirmationData");
    const { Recipient: recipient, InResponseTo: answered, NotOnOrAfter: end = "" } = data?.attributes ?? {};
    const isForUs = recipient === answerAddress && answered === request.id;
    return confirmation.attributes["Method"] === bearer && isForUs && Date.parse(end) > untilMs;
  });
  if (!holds) throw new Error("no confirmation of the subject is for us, for this request and for now");
}

function assertionOf(assertion: XmlElement, untilMs: number): SamlAssertion {
  const [statement] = elementsAt(assertion, "AuthnStatement");
  if (statement === undefined) throw new Error("it does not say that somebody was authenticated");
  const { SessionIndex: sessionIndex = null, SessionNotOnOrAfter: sessionEnd } = statement.attributes;
  if (sessionEnd !== undefined && !(Date.parse(sessionEnd) > untilMs)) throw new Error("the session there is over");
  return { nameId: one(assertion, "Subject", "NameID").text, sessionIndex, attributes: attributesOf(assertion) };
}

function attributesOf(assertion: XmlElement): SamlAssertion["attributes"] {
  const values = new Map<string, readonly string[]>();
  for (const attribute of elementsAt(assertion, "AttributeStatement", "Attribute")) {
    const name = attribute.attributes["Name"] ?? "";
    const more = elementsAt(attribute, "AttributeValue").map(({ text }) => text);
    values.set(name, [...(values.get(name) ?? []), ...more]);
  }
  return Object.fromEntries(values);
}

function one(from: XmlElement, ...way: readonly string[]): XmlElement {
  const found = elementsAt(from, ...way);
  const [element] = found;
  if (element === undefined || found.length > 1) throw new Error(`there should be one ${way.join("/")}`);
  return element;
}
