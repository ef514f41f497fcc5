import type { Secret } from "#connectors/contract/index.ts";
import { isLoopback } from "#domain/address-rules.ts";

import type { RouteCall } from "./route.ts";

/** A cookie of ours, of this host alone and on every path. No script can read it. */
export interface OwnCookie {
  readonly name: string;
  readonly sameSite: "Lax" | "Strict";
  /** Without it the browser forgets the cookie when it is closed. */
  readonly maxAgeSeconds?: number;
}

type OwnAddress = Pick<RouteCall, "publicAddress">;

/** The header `Set-Cookie` that keeps a value in the browser. */
export function setCookie({ name, sameSite, maxAgeSeconds }: OwnCookie, call: OwnAddress, value: Secret): string {
  const pair = value.use((text) => `${nameAt(call, name)}=${text}`);
  const maxAge = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
  const secure = isPlain(call) ? "" : "; Secure";
  return `${pair}; Path=/${maxAge}; HttpOnly; SameSite=${sameSite}${secure}`;
}

/** Every value under the name of a cookie in a header `Cookie`. */
export function cookieValues({ name }: OwnCookie, call: OwnAddress, sent: string): readonly string[] {
  const prefix = `${nameAt(call, name)}=`;
  const pairs = sent.split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length));
}

// Browsers take the prefix, which nobody but this host can set, with Secure only.
function nameAt(call: OwnAddress, name: string): string {
  return isPlain(call) ? name : `__Host-${name}`;
}

/** Plain http is for trying out on one machine; anywhere else the browser refuses the cookie, and nobody signs in. */
function isPlain({ publicAddress }: OwnAddress): boolean {
  const { protocol, hostname } = new URL(publicAddress);
  return protocol === "http:" && isLoopback(hostname);
}
