import { ServiceError } from "#domain/errors.ts";
import { rateKeysMax } from "#domain/limits.ts";
import type { Caller, ServiceContext } from "#operations/context.ts";
import { networkOf } from "#platform/networks.ts";

import type { RouteDefinition } from "../route.ts";
import { TokenBuckets } from "./token-buckets.ts";

/** Counts calls, and refuses those that are too many. */
export interface RateLimits {
  /**
   * Counts a call that has come in: signing in by the address of the client, every other call by who calls.
   * @throws TOO_MANY
   */
  arrived(route: RouteDefinition, caller: Caller): void;
  /**
   * Counts a sign-in by the user or client whom its form names.
   * @throws TOO_MANY
   */
  named(route: RouteDefinition, form: unknown, headers: Readonly<Record<string, string | string[] | undefined>>): void;
}

const nameMaxCharacters = 128;

/** Makes the limits of one process. They are kept in memory: with several processes each one counts for itself. */
export function createRateLimits({ settings, clock }: Pick<ServiceContext, "settings" | "clock">): RateLimits {
  const buckets = (perMinute: number) => new TokenBuckets({ perMinute, keysMax: rateKeysMax });
  const addresses = buckets(settings.tokenRequestsPerMinuteAndAddress);
  const names = buckets(settings.tokenRequestsPerMinuteAndName);
  const callers = buckets(settings.callsPerMinuteAndCaller);
  const take = (of: TokenBuckets, key: string) => {
    const seconds = of.take(key, clock.now());
    if (seconds > 0) throw new ServiceError("TOO_MANY", { retryAfterSeconds: seconds });
  };
  return {
    arrived({ rate = "calls" }, { key, ip = "" }) {
      if (rate === "none") return;
      if (rate === "signIn") take(addresses, networkOf(ip));
      else take(callers, key ?? networkOf(ip));
    },
    named({ rate }, form, headers) {
      const name = rate === "signIn" ? nameOf(form as Readonly<Record<string, string>>, headers) : undefined;
      if (name !== undefined) take(names, name.slice(0, nameMaxCharacters));
    },
  };
}

// A client that many people sign in with is not counted for all of them together: only where it signs in itself.
function nameOf(
  form: Readonly<Record<string, string>> | undefined,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  if (form?.["username"] !== undefined) return `user ${form["username"].normalize("NFKC").toLowerCase()}`;
  if (form?.["grant_type"] !== "client_credentials") return undefined;
  const client = form["client_id"] ?? basicName(headers["authorization"]);
  return client === undefined ? undefined : `client ${client}`;
}

function basicName(header: string | string[] | undefined): string | undefined {
  const encoded = typeof header === "string" ? /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(header)?.[1] : undefined;
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8").split(":", 1)[0];
}
