import { Secret } from "#connectors/contract/index.ts";
import { isLoopback } from "#domain/identity/redirect-uri.ts";
import { signInPageMinutes } from "#domain/limits.ts";

import type { RouteCall } from "../route.ts";

const wellFormed = /^[A-Za-z0-9_-]{43}$/;

/** The cookie that binds sign-in pages to the browser that was shown them. */
interface SignInCookie {
  readonly value: Secret;
  /** The header that keeps it in the browser. */
  readonly header: string;
}

/** The cookie that the browser sent; undefined where it sent none, or something else under its name. */
export function sentCookie(call: RouteCall): Secret | undefined {
  const sent = call.headers["cookie"];
  const prefix = `${cookieName(call.publicAddress)}=`;
  const pairs = typeof sent === "string" ? sent.split(";").map((pair) => pair.trim()) : [];
  const value = pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
  return value !== undefined && wellFormed.test(value) ? new Secret(value) : undefined;
}

/** The browser's cookie, or a new one: several pages that are open side by side share it. */
export function signInCookie(call: RouteCall): SignInCookie {
  const value = sentCookie(call) ?? new Secret(call.context.ids.token());
  const maxAge = signInPageMinutes * 60;
  const secure = isPlain(call.publicAddress) ? "" : "; Secure";
  const pair = value.use((text) => `${cookieName(call.publicAddress)}=${text}`);
  return { value, header: `${pair}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}` };
}

// Browsers take the prefix, which nobody but this host can set, with Secure only.
function cookieName(publicAddress: string): string {
  return isPlain(publicAddress) ? "gatehouse-sign-in" : "__Host-gatehouse-sign-in";
}

/** Plain http is for trying out on one machine; anywhere else the browser refuses the cookie, and nobody signs in. */
function isPlain(publicAddress: string): boolean {
  const { protocol, hostname } = new URL(publicAddress);
  return protocol === "http:" && isLoopback(hostname);
}
