import type { SettingDefinition } from "./setting-definition.ts";
import { address, file, text, trueOrFalse, wholeNumber } from "./setting-schemas.ts";

/** Settings of the connection to the engine. */
export const temporalSettings = {
  temporalAddress: {
    name: "TEMPORAL_ADDRESS",
    description:
      "host:port of a Temporal server, with TLS unless it is on this machine; without it, an embedded one is started. A proxy of several nodes has one for each API_ADDRESS, in their order, with commas between them.",
    ...address(/^[^\s/:,]+:\d+(\s*,\s*[^\s/:,]+:\d+)*$/, "must have the form host:port", "host:port"),
    stored: "proxy",
  },
  temporalPort: {
    name: "TEMPORAL_PORT",
    description:
      "The port of 127.0.0.1 on which the embedded Temporal server listens; 0 takes a free one at the first start and keeps it.",
    ...wholeNumber("whole number", 0, 0, 65_535),
    stored: "machine",
  },
  temporalNamespace: {
    name: "TEMPORAL_NAMESPACE",
    description:
      "The namespace used on the Temporal server. A proxy of several nodes may have one for each API_ADDRESS, in their order, with commas between them.",
    type: "name",
    default: "default",
    schema: text,
    stored: "proxy",
  },
  temporalTlsCaFile: {
    name: "TEMPORAL_TLS_CA_FILE",
    description: "PEM file of the authority that signed the Temporal server's certificate; turns TLS on.",
    ...file,
    stored: "proxy",
  },
  temporalTlsCertFile: {
    name: "TEMPORAL_TLS_CERT_FILE",
    description: "PEM file of the client certificate for mutual TLS with the Temporal server.",
    ...file,
    stored: "proxy",
  },
  temporalTlsKeyFile: {
    name: "TEMPORAL_TLS_KEY_FILE",
    description: "PEM file of the private key that belongs to TEMPORAL_TLS_CERT_FILE.",
    ...file,
    stored: "proxy",
  },
  temporalTlsServerName: {
    name: "TEMPORAL_TLS_SERVER_NAME",
    description: "The name expected in the Temporal server's certificate, where it is not the host of the address.",
    ...file,
    type: "name",
    stored: "proxy",
  },
  temporalUnencrypted: {
    name: "TEMPORAL_UNENCRYPTED",
    description:
      "Lets the way to a Temporal server on another machine be without TLS: everybody on it can change what is sent.",
    ...trueOrFalse(false),
    stored: "proxy",
  },
} as const satisfies Record<string, SettingDefinition>;
