import type { TestAnswer, TestApi } from "./api.ts";

/** Caller of a message. */
export interface SessionData {
  readonly sesskey?: string;
  readonly user?: string;
  readonly password?: string;
}

/** Returns a SOAP 1.1 envelope around one message. */
export const envelope = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body>${content}</s:Body></s:Envelope>`;

/** Returns a message of the service, with its caller before its fields. */
export function message(name: string, sessdat: SessionData | null, fields = ""): string {
  const who =
    sessdat === null
      ? ""
      : `<sessdat>${Object.entries(sessdat)
          .map(([of, text]) => `<${of}>${text}</${of}>`)
          .join("")}</sessdat>`;
  return envelope(`<${name} xmlns="urn:gatehouse:idapi">${who}${fields}</${name}>`);
}

/** Answer of SOAP. */
export interface SoapAnswer extends Pick<TestAnswer, "status" | "text" | "headers"> {
  /** Code of its fault; null if it is none. */
  readonly code: string | null;
}

/** Sends a body to SOAP. */
export async function sendSoap(
  api: Pick<TestApi, "send">,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<SoapAnswer> {
  const type = { "content-type": "text/xml; charset=utf-8" };
  const answer = await api.send("POST", "/idapisoap", { body, headers: { ...type, ...headers } });
  const { status, text, headers: answered } = answer;
  return { status, text, headers: answered, code: faultCode(text) };
}

/** Returns the code of a fault as the service declares it; null if the answer is none. */
export function faultCode(text: string): string | null {
  const fault =
    /<soap:Fault><faultcode>soap:(?:Client|Server)<\/faultcode><faultstring>([^<]+)<\/faultstring><detail><fault xmlns="urn:gatehouse:idapi"><code>([A-Z_]+)<\/code><message>([^<]+)<\/message><\/fault><\/detail><\/soap:Fault>/;
  const [, words, code, same] = fault.exec(text) ?? [];
  return code !== undefined && words === same ? code : null;
}

/** Signs a user in over SOAP and returns the session key. */
export async function logInBySoap(api: Pick<TestApi, "send">, user: string): Promise<string> {
  const { text } = await sendSoap(
    api,
    message("login", null, `<user>${user}</user><password>password-of-${user}</password>`),
  );
  return /<sesskey>([^<]+)<\/sesskey>/.exec(text)?.[1] ?? "";
}
