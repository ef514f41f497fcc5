import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";

import { inNetworks, plainAddress } from "#platform/networks.ts";
import type { Settings } from "#platform/settings/settings.ts";

import { addressIn } from "./networks.ts";

/** Reader of facts about the client of a call: from its connection, and from the trusted proxies in front. */
export interface ClientOrigins {
  /** Returns the address of the client; undefined if its connection is gone. */
  addressOf(request: IncomingMessage): string | undefined;
  /** Reports whether the client's call came over https. */
  isHttps(request: IncomingMessage): boolean;
}

type OriginSettings = Pick<Settings, "trustedProxies" | "trustedProxyHeader">;

const hopsMax = 32;

/**
 * Makes the reader of addresses. Only entries of trusted proxies are believed, and of these the rightmost address that
 * is no trusted proxy: the client wrote everything left of it.
 */
export function clientOrigins({ trustedProxies, trustedProxyHeader }: OriginSettings): ClientOrigins {
  if (trustedProxies.length === 0) return { addressOf: peerOf, isHttps: isEncrypted };
  const isTrusted = inNetworks(trustedProxies);
  const hopsOf = trustedProxyHeader === "forwarded" ? forwardedHops : listedHops;
  return {
    addressOf(request) {
      let client = peerOf(request);
      if (client === undefined || !isTrusted(client)) return client;
      for (const hop of hopsOf(request).toReversed().slice(0, hopsMax)) {
        const address = hop.address === undefined ? undefined : addressIn(hop.address);
        // An unknown hop hides the ones before it, so the last known one is answerable.
        if (address === undefined) return client;
        client = address;
        if (!isTrusted(client)) return client;
      }
      return client;
    },
    isHttps(request) {
      const peer = peerOf(request);
      if (peer === undefined || !isTrusted(peer)) return isEncrypted(request);
      return hopsOf(request).at(-1)?.scheme?.toLowerCase() === "https";
    },
  };
}

interface Hop {
  readonly address: string | undefined;
  readonly scheme: string | undefined;
}

function peerOf({ socket }: IncomingMessage): string | undefined {
  return socket.remoteAddress === undefined ? undefined : plainAddress(socket.remoteAddress);
}

function isEncrypted({ socket }: IncomingMessage): boolean {
  return (socket as Partial<TLSSocket>).encrypted === true;
}

/** Returns the hops of `X-Forwarded-For`, with `X-Forwarded-Proto` at the last one. */
function listedHops({ headersDistinct }: IncomingMessage): readonly Hop[] {
  const listOf = (name: string) => (headersDistinct[name] ?? []).join(",").split(",");
  const scheme = listOf("x-forwarded-proto").at(-1)?.trim();
  const addresses = listOf("x-forwarded-for");
  return addresses.map((address, index) => ({ address, scheme: index === addresses.length - 1 ? scheme : undefined }));
}

/** Returns the hops of `Forwarded` (RFC 7239). */
function forwardedHops({ headersDistinct }: IncomingMessage): readonly Hop[] {
  const elements = (headersDistinct["forwarded"] ?? []).join(",").split(",");
  return elements.map((element) => ({ address: pairOf(element, "for"), scheme: pairOf(element, "proto") }));
}

function pairOf(element: string, name: string): string | undefined {
  const pair = element
    .split(";")
    .map((text) => text.trim())
    .find((text) => text.toLowerCase().startsWith(`${name}=`));
  return pair?.slice(name.length + 1).replace(/^"(.*)"$/, "$1");
}
