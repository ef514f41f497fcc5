import { Secret } from "#connectors/contract/index.ts";

import { cookieValues, type OwnCookie, setCookie } from "./own-cookie.ts";
import type { RouteCall } from "./route.ts";

const cookie: OwnCookie = { name: "gatehouse-session", sameSite: "Strict" };

type OwnAddress = Pick<RouteCall, "publicAddress">;

/** Returns the header `Set-Cookie` that stores the secret of a new session in the browser, until it is closed. */
export function sessionCookie(call: OwnAddress, secret: Secret): string {
  return setCookie(cookie, call, secret);
}

/** Returns the header `Set-Cookie` that removes the secret of an ended session from the browser. */
export function noSessionCookie(call: OwnAddress): string {
  return setCookie({ ...cookie, maxAgeSeconds: 0 }, call, new Secret(""));
}

/** Returns every session secret in the headers `Cookie` of a call. */
export function shownSessions(call: OwnAddress, sent: readonly string[]): readonly Secret[] {
  return sent.flatMap((header) => cookieValues(cookie, call, header)).map((value) => new Secret(value));
}
