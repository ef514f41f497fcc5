import { Secret } from "#connectors/contract/index.ts";
import { signInPageMinutes } from "#domain/limits.ts";

import { cookieValues, type OwnCookie, setCookie } from "../own-cookie.ts";
import type { RouteCall } from "../route.ts";

const wellFormed = /^[A-Za-z0-9_-]{43}$/;
const cookie: OwnCookie = { name: "gatehouse-sign-in", sameSite: "Lax", maxAgeSeconds: signInPageMinutes * 60 };

/** Cookie that binds sign-in pages to the browser to which they were shown. */
interface SignInCookie {
  readonly value: Secret;
  /** Header that stores it in the browser. */
  readonly header: string;
}

/** Returns the cookie that the browser sent; undefined if it sent none, or another value under its name. */
export function sentCookie(call: RouteCall): Secret | undefined {
  const sent = call.headers["cookie"];
  const [value] = typeof sent === "string" ? cookieValues(cookie, call, sent) : [];
  return value !== undefined && wellFormed.test(value) ? new Secret(value) : undefined;
}

/** Returns the browser's cookie, or a new one. Several open pages share it. */
export function signInCookie(call: RouteCall): SignInCookie {
  const value = sentCookie(call) ?? new Secret(call.context.ids.token());
  return { value, header: setCookie(cookie, call, value) };
}
