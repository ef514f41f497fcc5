import { connect as connectHttp2 } from "node:http2";
import { connect, isIP, type Socket } from "node:net";
import { checkServerIdentity, connect as connectTls } from "node:tls";

import { type ConnectionCause, connectionCause, failedTry, type WaysOut } from "../connection-cause.ts";
import type { ProxySettings } from "../settings/settings.ts";
import { requireAddress, temporalTls, type TemporalTls } from "./temporal.ts";

const lookMs = 5_000;

const ways: WaysOut = {
  address: "Start the server, open the firewall, or correct TEMPORAL_ADDRESS.",
  authority: "Name the PEM file of its authority in TEMPORAL_TLS_CA_FILE.",
  name: "Set TEMPORAL_TLS_SERVER_NAME to a name of the certificate, or correct TEMPORAL_ADDRESS.",
  time: "Renew the certificate of the server, or set the clock of this machine right.",
  clientCertificate:
    "Name a certificate that it takes in TEMPORAL_TLS_CERT_FILE, and its key in TEMPORAL_TLS_KEY_FILE.",
  withTlsAlone: "Set TEMPORAL_TLS_CA_FILE or TEMPORAL_TLS_SERVER_NAME: one of them turns TLS on.",
  withoutTls: "Unset the TEMPORAL_TLS_… settings, or correct TEMPORAL_ADDRESS.",
  other: "Look into the log of the server.",
};

/**
 * Returns why a Temporal server could not be reached, with host and port, what was tried, and the setting that fixes it. The client library
 * does not tell, so a connection of our own is made with the same settings; `error` is the library's, used if that connection succeeds.
 */
export async function temporalFailure(settings: ProxySettings, error: unknown): Promise<string> {
  const address = requireAddress(settings);
  let tls: TemporalTls | undefined;
  try {
    tls = await temporalTls(settings);
  } catch (unreadable) {
    return `${address} was not tried: ${(unreadable as Error).message}. Correct the TEMPORAL_TLS_… setting that names the file.`;
  }
  const cause = (await causeOf(address, tls)) ?? connectionCause(error);
  return `${address}: ${failedTry(tls !== undefined, cause, ways)}`;
}

/** Finds the cause that prevents HTTP/2, the protocol of gRPC, on a connection; undefined = none. */
async function causeOf(address: string, tls: TemporalTls | undefined): Promise<ConnectionCause | undefined> {
  const endpoint = endpointOf(address);
  if (tls === undefined) {
    const found = await lookAt(address, connect(endpoint));
    if (found === undefined || found.kind === "address") return found;
    return (await speaksTls(endpoint)) ? { kind: "withTlsAlone", words: "it answers with TLS alone" } : found;
  }
  const { serverNameOverride, serverRootCACertificate, clientCertPair } = tls;
  const socket = connectTls({
    ...endpoint,
    ALPNProtocols: ["h2"],
    servername: serverNameOverride ?? (isIP(endpoint.host) === 0 ? endpoint.host : ""),
    // The name is compared even if it is an address, as the client library does.
    checkServerIdentity: (_name, certificate) => checkServerIdentity(serverNameOverride ?? endpoint.host, certificate),
    ...(serverRootCACertificate && { ca: serverRootCACertificate }),
    ...(clientCertPair && { cert: clientCertPair.crt, key: clientCertPair.key }),
  });
  const found = await lookAt(address, socket);
  return found === hungUp ? { kind: "clientCertificate", words: hungUpOverTls(clientCertPair !== undefined) } : found;
}

const hungUp: ConnectionCause = { kind: "other", words: "it hangs up before it has said anything" };

function hungUpOverTls(shown: boolean): string {
  return shown
    ? "it hangs up after the handshake, as servers do that do not take the client certificate"
    : "it hangs up after the handshake, as servers do that ask for a client certificate";
}

function lookAt(address: string, socket: Socket): Promise<ConnectionCause | undefined> {
  return new Promise((resolve) => {
    const end = (found: ConnectionCause | undefined): void => {
      clearTimeout(timer);
      resolve(found);
      socket.destroy();
    };
    const timer = setTimeout(() => end({ kind: "address", words: "no answer came in time" }), lookMs);
    const fail = (error: NodeJS.ErrnoException): void =>
      end(error.code === "ECONNRESET" ? hungUp : connectionCause(error));
    socket.on("error", fail);
    socket.once("close", () => end(hungUp));
    const session = connectHttp2(`http://${address}`, { createConnection: () => socket });
    session.on("error", fail);
    session.once("remoteSettings", () => end(undefined));
  });
}

function speaksTls(endpoint: Endpoint): Promise<boolean> {
  return new Promise((resolve) => {
    // Checks only whether the server speaks TLS at all: nothing is sent on this connection.
    const socket = connectTls({ ...endpoint, rejectUnauthorized: false, ALPNProtocols: ["h2"] });
    const end = (speaks: boolean): void => {
      resolve(speaks);
      socket.destroy();
    };
    socket.setTimeout(lookMs, () => end(false));
    socket.once("secureConnect", () => end(true));
    socket.on("error", () => end(false));
    socket.once("close", () => end(false));
  });
}

interface Endpoint {
  readonly host: string;
  readonly port: number;
}

function endpointOf(address: string): Endpoint {
  const { hostname, port } = new URL(`https://${address}`);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 443) };
}
