import { readFile } from "node:fs/promises";

import { Client, Connection } from "@temporalio/client";

import { usesTls } from "../clear-text.ts";
import { listed } from "../settings/listed.ts";
import type { ProxySettings } from "../settings/settings.ts";

/** Certificates for TLS as the Temporal SDK takes them. */
export interface TemporalTls {
  serverNameOverride?: string;
  serverRootCACertificate?: Buffer;
  clientCertPair?: { crt: Buffer; key: Buffer };
}

const reconnectAtFirstMs = 100;
const reconnectAtMostMs = 2_000;

/**
 * Makes a client of the Temporal server. It connects at its first call and again after each loss,
 * so it may be made while the server is down; close it with `client.connection.close()`.
 */
export async function connectTemporal(settings: ProxySettings): Promise<Client> {
  const tls = await temporalTls(settings);
  const connection = Connection.lazy({
    address: requireAddress(settings),
    ...(tls ? { tls } : {}),
    channelArgs: {
      "grpc.keepalive_time_ms": settings.socketKeepAliveSeconds * 1_000,
      // gRPC alone would wait up to two minutes before it looks again whether the server is back.
      "grpc.initial_reconnect_backoff_ms": reconnectAtFirstMs,
      "grpc.max_reconnect_backoff_ms": reconnectAtMostMs,
    },
  });
  return new Client({ connection, namespace: settings.temporalNamespace });
}

/** Reads the certificates that the settings name; undefined = no TLS. */
export async function temporalTls(settings: ProxySettings): Promise<TemporalTls | undefined> {
  const { temporalTlsCaFile: ca, temporalTlsCertFile: certificate, temporalTlsKeyFile: key } = settings;
  const serverName = settings.temporalTlsServerName;
  if (!usesTls(settings)) return undefined;
  return {
    ...(serverName === null ? {} : { serverNameOverride: serverName }),
    ...(ca === null ? {} : { serverRootCACertificate: await readFile(ca) }),
    ...(certificate === null || key === null
      ? {}
      : { clientCertPair: { crt: await readFile(certificate), key: await readFile(key) } }),
  };
}

/**
 * Returns the address of the Temporal server.
 * @throws Error when the settings name none
 */
export function requireAddress({ temporalAddress }: Pick<ProxySettings, "temporalAddress">): string {
  if (temporalAddress === null) throw new Error("No Temporal server is known. Set TEMPORAL_ADDRESS=host:port.");
  if (listed(temporalAddress).length > 1)
    throw new Error(
      "TEMPORAL_ADDRESS has several servers, as a proxy with as many addresses in API_ADDRESS has. Set one.",
    );
  return temporalAddress;
}
