/** Kind of cause of a failed connection, which selects the way out. */
export type CauseKind =
  | "address"
  | "authority"
  | "name"
  | "time"
  | "clientCertificate"
  | "withTlsAlone"
  | "withoutTls"
  | "other";

/** Cause of a failed connection. */
export interface ConnectionCause {
  readonly kind: CauseKind;
  /** Problem of the other side in words for people, such as "nobody listens there". */
  readonly words: string;
}

/** Way out of each kind of failure, for one sort of connection. */
export type WaysOut = Readonly<Record<CauseKind, string>>;

const unknownAuthority = "its certificate is not signed by an authority that is known here";
const noClientCertificate = "it asks for a client certificate that it knows";

const byCode: readonly (readonly [code: RegExp, kind: CauseKind, words: string])[] = [
  [/^ECONNREFUSED$/, "address", "nobody listens there"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "address", "its name is not known here"],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, "address", "no way leads there"],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT)$/, "address", "no answer came in time"],
  [/^CERT_HAS_EXPIRED$/, "time", "its certificate has expired"],
  [/^CERT_NOT_YET_VALID$/, "time", "its certificate is not valid yet"],
  [/SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)|^CERT_UNTRUSTED$/, "authority", unknownAuthority],
  [/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/, "withoutTls", "it answers without TLS"],
  [/^ERR_SSL_\w*(CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE)/, "clientCertificate", noClientCertificate],
];

/** Finds the cause of a failed connection in the error of a client library. */
export function connectionCause(error: unknown): ConnectionCause {
  const errors = chainOf(error);
  for (const { code, cert } of errors) {
    if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
      return { kind: "name", words: `its certificate is for other names (${cert?.subjectaltname ?? "none"})` };
    const row = byCode.find(([pattern]) => pattern.test(code ?? ""));
    if (row !== undefined) return { kind: row[1], words: row[2] };
  }
  if (errors.some(({ name }) => name === "TimeoutError")) return { kind: "address", words: "no answer came in time" };
  const told = errors.findLast(({ message }) => message !== "");
  return { kind: "other", words: told?.message ?? String(error) };
}

interface NativeError extends NodeJS.ErrnoException {
  readonly cert?: { readonly subjectaltname?: string };
}

/** Returns an error and the chain of its causes; of several addresses of one host, the first error. */
function chainOf(error: unknown): readonly NativeError[] {
  const chain: NativeError[] = [];
  for (let next = error; next instanceof Error;) {
    chain.push(next);
    next = next instanceof AggregateError ? next.errors[0] : next.cause;
  }
  return chain;
}

/** Returns one or two sentences about a failed connection: with or without TLS, the cause, and the way out. */
export function failedTry(tls: boolean, { kind, words }: ConnectionCause, ways: WaysOut): string {
  return `It was tried ${tls ? "with" : "without"} TLS: ${words}. ${ways[kind]}`;
}

/** Returns why the REST API could not be reached at an address, in the words of `failedTry`; `setting` names the source of the address. */
export function apiFailure(address: string, error: unknown, setting: string): string {
  const correct = `Correct the address (${setting})`;
  return failedTry(/^https:/i.test(address), connectionCause(error), {
    address: `Start the service, or correct its address (${setting}).`,
    authority: "Name the PEM file of its authority in the environment variable NODE_EXTRA_CA_CERTS.",
    name: `${correct} to a name of the certificate, or give the server one for its name.`,
    time: "Renew the certificate of the server, or set the clock of this machine right.",
    clientCertificate: "Let the server in front of the service ask for none.",
    withTlsAlone: `${correct}: it begins with https://.`,
    withoutTls: `${correct}: this port speaks no TLS.`,
    other: `Look into the log of the service, or correct its address (${setting}).`,
  });
}
