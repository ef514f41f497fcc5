import { ServiceError } from "#domain/errors.ts";

import { presentError } from "../errors.ts";
import type { RouteAnswer } from "../route.ts";
import { invalidMessage } from "./read-xml.ts";
import { type SoapOperation, soapOperationNamed } from "./soap-operations.ts";
import { escapeXml, writeElement } from "./write-xml.ts";
import { namespaces, type XmlElement } from "./xml-element.ts";

/** A parsed message. */
export interface SoapMessage {
  readonly operation: SoapOperation;
  readonly fields: readonly XmlElement[];
}

/**
 * Finds the operation that an envelope requests.
 * @throws BODY_INVALID, NOT_FOUND for an operation that is not offered
 */
export function messageIn(envelope: XmlElement): SoapMessage {
  if (!isOfEnvelope(envelope, "Envelope")) throw invalidMessage("must be an envelope of SOAP 1.1");
  const parts = envelope.children;
  for (const header of parts.filter((part) => isOfEnvelope(part, "Header"))) refuseDemands(header);
  const bodies = parts.filter((part) => isOfEnvelope(part, "Body"));
  const [call, ...others] = bodies.flatMap(({ children }) => children);
  if (bodies.length !== 1 || call === undefined || others.length > 0)
    throw invalidMessage("must ask for one operation");
  const operation = call.namespace === namespaces.own ? soapOperationNamed(call.name) : undefined;
  if (operation === undefined) {
    const message = `SOAP has no operation of this name in ${namespaces.own}. GET /idapisoap?wsdl lists all.`;
    throw new ServiceError("NOT_FOUND", { message });
  }
  return { operation, fields: call.children };
}

const isOfEnvelope = ({ namespace, name }: XmlElement, wanted: string) =>
  namespace === namespaces.envelope && name === wanted;

/** Refuses headers that must be understood, because the service understands none. */
function refuseDemands({ children }: XmlElement): void {
  const demands = children.some(({ attributes }) => attributes.get("soap:mustUnderstand")?.trim() === "1");
  if (demands) throw invalidMessage("demands that a header be understood, and none is. Leave mustUnderstand out");
}

const contentType = "text/xml; charset=utf-8";

/** Returns the answer with the output of an operation. */
export function presentOutput({ name, output }: SoapOperation, value: Readonly<Record<string, unknown>>): RouteAnswer {
  const response = writeElement(`${name}Response`, output, value);
  const body = envelopeOf(response.replace(`<${name}Response`, `<${name}Response xmlns="${namespaces.own}"`));
  return { status: 200, headers: { "content-type": contentType }, body };
}

/** Kinds of errors that end a call before its message is read. They keep their HTTP status, for intermediaries. */
const keepsStatus: ReadonlySet<ServiceError["kind"]> = new Set([
  "tooLarge",
  "tooMany",
  "unavailable",
  "unsupportedMedia",
  "methodNotAllowed",
] as const);

/** Returns the one fault of SOAP for every error, with its code and its message. */
export function presentFault(error: ServiceError): RouteAnswer {
  const { status, headers = {} } = presentError(error);
  const { "www-authenticate": _challenge, ...others } = headers;
  const side = error.kind === "internal" || error.kind === "unavailable" ? "Server" : "Client";
  const { code } = error;
  const message = escapeXml(error.message);
  const detail = `<fault xmlns="${namespaces.own}"><code>${code}</code><message>${message}</message></fault>`;
  const fault = `<soap:Fault><faultcode>soap:${side}</faultcode><faultstring>${message}</faultstring><detail>${detail}</detail></soap:Fault>`;
  // SOAP 1.1, 6.2: a fault that the message causes has this status.
  const shown = keepsStatus.has(error.kind) ? status : faultStatus;
  return { status: shown, headers: { ...others, "content-type": contentType }, body: envelopeOf(fault) };
}

const faultStatus = 500;

const envelopeOf = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<soap:Envelope xmlns:soap="${namespaces.envelope}" xmlns:xsi="${namespaces.instance}"><soap:Body>${content}</soap:Body></soap:Envelope>`;
