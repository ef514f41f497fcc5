import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";

import type { RouteCall } from "../route.ts";

/** Credentials by which a client identifies itself. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret?: Secret;
}

/** Fields of a form, each at most once. */
export type Form = Readonly<Record<string, string>>;

/**
 * Returns the client of a token call: from the header `Authorization: Basic …` or from the form, not from both (RFC
 * 6749, 2.3).
 * @throws CLIENT_INVALID, INPUT_INVALID
 */
export function clientOf(call: RouteCall, form: Form): ClientCredentials {
  const header = call.headers["authorization"];
  if (header === undefined) return fromForm(form);
  if (form["client_secret"] !== undefined) {
    throw new ServiceError("INPUT_INVALID", {
      message: "Send the client's secret once: in the header or in the form.",
    });
  }
  const encoded = typeof header === "string" ? /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(header)?.[1] : undefined;
  if (encoded === undefined) throw new ServiceError("CLIENT_INVALID", { detail: "not a Basic header" });
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) throw new ServiceError("CLIENT_INVALID", { detail: "no colon in the Basic header" });
  const clientSecret = decode(text.slice(colon + 1));
  const clientId = decode(text.slice(0, colon));
  if (form["client_id"] !== undefined && form["client_id"] !== clientId) {
    throw new ServiceError("INPUT_INVALID", {
      message: "client_id in the form is another than in the header. Leave it out of the form.",
      target: "client_id",
    });
  }
  return {
    clientId,
    ...(clientSecret === "" ? {} : { clientSecret: new Secret(clientSecret) }),
  };
}

/**
 * Returns a required field of a form.
 * @throws INPUT_INVALID
 */
export function requiredField(form: Form, name: string): string {
  const value = form[name];
  if (value !== undefined && value !== "") return value;
  throw new ServiceError("INPUT_INVALID", { message: `The field '${name}' is missing.`, target: name });
}

function fromForm(form: Form): ClientCredentials {
  const clientId = form["client_id"];
  if (clientId === undefined || clientId === "") throw new ServiceError("CLIENT_INVALID", { detail: "no client_id" });
  const secret = form["client_secret"];
  return { clientId, ...(secret === undefined || secret === "" ? {} : { clientSecret: new Secret(secret) }) };
}

// In a Basic header both parts are form-encoded first (RFC 6749, 2.3.1).
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (cause) {
    throw new ServiceError("CLIENT_INVALID", { cause });
  }
}
