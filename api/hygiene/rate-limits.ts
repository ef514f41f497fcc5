import { normalForm } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { rateKeysMax } from "#domain/limits.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { networkOf } from "#platform/networks.ts";

import type { RouteDefinition } from "../route.ts";
import { LoopShares } from "./loop-shares.ts";
import { TokenBuckets } from "./token-buckets.ts";

/** Counts calls, and refuses those that are too many. */
export interface RateLimits {
  /**
   * Counts a call that has come in: signing in by the address of the client, every other call by who calls.
   * @throws TOO_MANY
   */
  arrived(route: RouteDefinition, caller: Caller): void;
  /**
   * Counts a call that came to no route, or was refused before anything has counted it: a stranger's by the network.
   * @throws TOO_MANY
   */
  unrouted(caller: Caller): void;
  /**
   * Counts a sign-in that stands among other calls of its route: by the address of the client, and by the name as `named` does.
   * @throws TOO_MANY
   */
  signsIn(caller: Pick<Caller, "ip">, name: string): (status: number) => void;
  /** Waits until it is the turn of a caller's large body: all of them together take a small part of the event loop. */
  largeBody(route: RouteDefinition, caller: Pick<Caller, "key" | "ip">): Promise<void>;
  /**
   * Lets a sign-in pass unless too many were refused of the user or client whom its form names, from the network it comes
   * from: what others send from elsewhere keeps nobody out who has the right secret. Gives what is to be told how it was
   * answered; undefined where nothing is counted.
   * @throws TOO_MANY
   */
  named(route: RouteDefinition, form: unknown, from: SignInOrigin): ((status: number) => void) | undefined;
}

/** Where a sign-in comes from. */
export interface SignInOrigin {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip: string | undefined;
}

const nameMaxCharacters = 128;

/** Makes the limits of one process. They are kept in memory: with several processes each one counts for itself. */
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
      // Proxies are a part of the service, and whoever lifts the limit of calls knows who calls.
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

// A service that is busy or not ready has refused nobody.
function isRefusal(status: number): boolean {
  return status === 400 || status === 401;
}

// A client that many people sign in with is not counted for all of them together: only where it signs in itself.
function nameOf(
  form: Readonly<Record<string, string>> | undefined,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  // The library says it as one word, and in JSON anything may stand there.
  const user: unknown = form?.["username"] ?? form?.["user"] ?? enteredName(form);
  if (typeof user === "string") return userKey(user);
  if (form?.["grant_type"] !== "client_credentials") return undefined;
  const client = form["client_id"] ?? basicName(headers["authorization"]);
  return client === undefined ? undefined : `client ${client}`;
}

const userKey = (name: string) => `user ${normalForm(name, "NFKC").toLowerCase()}`;

/** The name in what was entered into a step of a sign-in. */
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
