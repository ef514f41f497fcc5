import type { Secret } from "#connectors/contract/index.ts";
import { isLoopbackHost } from "#connectors/contract/loopback.ts";

import type { RouteCall } from "./route.ts";

/** A cookie of this service, for this host alone and every path. No script can read it. */
export interface OwnCookie {
  readonly name: string;
  readonly sameSite: "Lax" | "Strict";
  /** Seconds until the cookie expires; without it the browser drops the cookie when it closes. */
  readonly maxAgeSeconds?: number;
}

type OwnAddress = Pick<RouteCall, "publicAddress">;

/** Returns the header `Set-Cookie` that stores a value in the browser. */
export function setCookie({ name, sameSite, maxAgeSeconds }: OwnCookie, call: OwnAddress, value: Secret): string {
  const pair = value.use((text) => `${nameAt(call, name)}=${text}`);
  const maxAge = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
  const secure = isPlain(call) ? "" : "; Secure";
  return `${pair}; Path=/${maxAge}; HttpOnly; SameSite=${sameSite}${secure}`;
}

/** Returns every value under the name of a cookie in a header `Cookie`. */
export function cookieValues({ name }: OwnCookie, call: OwnAddress, sent: string): readonly string[] {
  const prefix = `${nameAt(call, name)}=`;
  const pairs = sent.split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length));
}

// Browsers accept the prefix, which only this host can set, with Secure only.
function nameAt(call: OwnAddress, name: string): string {
  return isPlain(call) ? name : `__Host-${name}`;
}

/**
 * Reports whether the service uses plain http on one machine, for a trial. Elsewhere the browser refuses a cookie
 * without Secure, and no user can sign in.
 */
function isPlain({ publicAddress }: OwnAddress): boolean {
  const { protocol, hostname } = new URL(publicAddress);
  return protocol === "http:" && isLoopbackHost(hostname);
}
