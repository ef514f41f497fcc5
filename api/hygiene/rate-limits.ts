import { normalForm } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { rateKeysMax } from "#domain/limits.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { networkOf } from "#platform/networks.ts";

import type { RouteDefinition } from "../route.ts";
import { LoopShares } from "./loop-shares.ts";
import { TokenBuckets } from "./token-buckets.ts";

/** Rate limits of calls and sign-ins. */
export interface RateLimits {
  /**
   * Counts a call that has come in: a sign-in by the network of the client, every other call by its caller.
   * @throws TOO_MANY
   */
  arrived(route: RouteDefinition, caller: Caller): void;
  /**
   * Counts a call that came to no route, or was refused before it was counted. An unauthenticated caller counts by its
   * network.
   * @throws TOO_MANY
   */
  unrouted(caller: Caller): void;
  /**
   * Counts a sign-in in a route that takes other calls too: by the network of the client, and by the name as `named`
   * does.
   * @throws TOO_MANY
   */
  signsIn(caller: Pick<Caller, "ip">, name: string): (status: number) => void;
  /** Waits for the turn of a caller's large body: all bodies of a caller together take a small part of the event loop. */
  largeBody(route: RouteDefinition, caller: Pick<Caller, "key" | "ip">): Promise<void>;
  /**
   * Lets a sign-in pass unless too many were refused for the same user or client from the same network. The name is
   * that in its form. Attempts from elsewhere do not keep out a caller with the right secret. Returns the function that
   * gets the status of the answer; undefined if nothing is counted.
   * @throws TOO_MANY
   */
  named(route: RouteDefinition, form: unknown, from: SignInOrigin): ((status: number) => void) | undefined;
}

/** Origin of a sign-in. */
export interface SignInOrigin {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip: string | undefined;
}

const nameMaxCharacters = 128;

/** Makes the rate limits of one process. They are kept in memory: each of several processes counts for itself. */
export function createRateLimits({ settings, clock }: Pick<ServiceContext, "settings" | "clock">): RateLimits {
  const buckets = (perMinute: number) => new TokenBuckets({ perMinute, keysMax: rateKeysMax });
  const addresses = buckets(settings.tokenRequestsPerMinuteAndAddress);
  const refusals = buckets(settings.tokenRequestsPerMinuteAndName);
  const callers = buckets(settings.callsPerMinuteAndCaller);
  const requireToken = (seconds: number) => {
    if (seconds > 0) throw new ServiceError("TOO_MANY", { retryAfterSeconds: seconds });
  };
  const shares = new LoopShares();
  const take = (of: TokenBuckets, key: string) => requireToken(of.take(key, clock.now()));
  const under = (name: string, ip: string) => {
    const key = `${networkOf(ip)} ${name.slice(0, nameMaxCharacters)}`;
    requireToken(refusals.wait(key, clock.now()));
    return (status: number) => {
      if (isRefusal(status)) refusals.take(key, clock.now());
    };
  };
  return {
    arrived({ rate = "calls" }, { key, ip = "" }) {
      if (rate === "none") return;
      if (rate === "signIn") take(addresses, networkOf(ip));
      else take(callers, key ?? networkOf(ip));
    },
    unrouted({ key, ip = "" }) {
      take(callers, key ?? networkOf(ip));
    },
    signsIn({ ip = "" }, name) {
      take(addresses, networkOf(ip));
      return under(userKey(name), ip);
    },
    async largeBody({ signedBy }, { key, ip = "" }) {
      // Proxies are a part of the service, and an installation that lifts the limit of calls knows its callers.
      if (signedBy !== undefined || settings.callsPerMinuteAndCaller === 0) return;
      await shares.enter(key ?? networkOf(ip));
    },
    named({ rate }, form, { headers, ip = "" }) {
      const name = rate === "signIn" ? nameOf(form as Readonly<Record<string, string>>, headers) : undefined;
      if (name === undefined) return undefined;
      return under(name, ip);
    },
  };
}

// A busy or unready service has refused nothing.
function isRefusal(status: number): boolean {
  return status === 400 || status === 401;
}

// Users share a client, so it is not counted for their sign-ins, but only for its own.
function nameOf(
  form: Readonly<Record<string, string>> | undefined,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  // The library sends the name as `user`, and JSON may have any value there.
  const user: unknown = form?.["username"] ?? form?.["user"] ?? enteredName(form);
  if (typeof user === "string") return userKey(user);
  if (form?.["grant_type"] !== "client_credentials") return undefined;
  const client = form["client_id"] ?? basicName(headers["authorization"]);
  return client === undefined ? undefined : `client ${client}`;
}

const userKey = (name: string) => `user ${normalForm(name, "NFKC").toLowerCase()}`;

/** Returns the name that was entered into a step of a sign-in. */
function enteredName(form: Readonly<Record<string, unknown>> | undefined): string | undefined {
  // A page sends its fields as a form, a program as JSON.
  const fields = form?.["fields"] ?? form;
  const name: unknown = typeof fields === "object" && fields !== null && "userName" in fields ? fields.userName : "";
  return typeof name === "string" && name !== "" ? name : undefined;
}

function basicName(header: string | string[] | undefined): string | undefined {
  const encoded = typeof header === "string" ? /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(header)?.[1] : undefined;
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8").split(":", 1)[0];
}
