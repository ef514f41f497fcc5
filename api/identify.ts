import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { ModuleName } from "#domain/module-name.ts";
import { createAuthenticator } from "#operations/identity/engine/authenticate.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { publicAddressOf } from "#operations/kernel/issuer.ts";
import { createSessionAuthenticator } from "#operations/sessions/engine/session-authenticator.ts";

import { authorizationOf, bearerToken } from "./bearer-token.ts";
import type { CallContext, FoundSoFar } from "./call-state.ts";
import { headerValues } from "./header-values.ts";
import { requireOwnSite } from "./own-site.ts";
import { shownSessions } from "./session-cookie.ts";
import { originOf } from "./stranger.ts";

/**
 * Identification of callers by the one credential of a call: an access token, the cookie of a browser's session, or the
 * key of a session if its route says so.
 */
export interface Identify {
  /** Returns true if a call shows neither a token nor a session. */
  isStranger(ctx: CallContext): boolean;
  /**
   * Returns the caller.
   * @throws TOKEN_MISSING, TOKEN_INVALID, TOKENS_STALE
   * @throws SESSION_INVALID also if a call shows both, or several sessions
   * @throws CROSS_SITE if a call with a session comes from elsewhere, or does not bear the token of its session
   */
  callerOf(ctx: CallContext): Promise<Caller>;
}

const opened = /^\/(?:v2|react)(?:\/|$)/;

/** Reports whether the cookie of a session counts at an address. The token server and the addresses of proxies never accept one. */
export function takesSessions(path: string): boolean {
  return opened.test(path);
}

/** Makes the identification of callers. */
export function createIdentify(context: ServiceContext): Identify {
  const byToken = createAuthenticator(context);
  const bySession = createSessionAuthenticator(context);
  const publicAddress = publicAddressOf(context.settings);
  const { origin } = new URL(publicAddress);

  function sessionsIn({ state, req }: CallContext): readonly Secret[] {
    const { match, address }: FoundSoFar = state;
    const path = match?.path ?? address?.path ?? "";
    return takesSessions(path) ? shownSessions({ publicAddress }, headerValues(req.rawHeaders, "cookie")) : [];
  }

  async function bySessionIn(ctx: CallContext, [secret, ...others]: readonly Secret[]): Promise<Caller> {
    const { state, req } = ctx;
    const { store } = context;
    const givesToken = givesCsrfToken(ctx);
    if (secret === undefined || others.length > 0 || authorizationOf(req.rawHeaders).length > 0) throw shownTwice();
    const from = {
      sites: headerValues(req.rawHeaders, "sec-fetch-site"),
      origins: headerValues(req.rawHeaders, "origin"),
    };
    // A user who typed the address may request the token and nothing else.
    requireOwnSite(from, origin, givesToken ? ["same-origin", "none"] : ["same-origin"]);
    return bySession(secret, "browserSession", { ...originOf(state), module: ModuleName.Ui }, (sessid) => {
      const tokens = headerValues(req.rawHeaders, "x-csrf-token");
      const fits = tokens.length === 1 && store.isCsrfToken(sessid, tokens[0] ?? "");
      if (!givesToken && !fits) throw new ServiceError("CROSS_SITE", { target: "X-CSRF-Token" });
    });
  }

  return {
    isStranger: (ctx) => sessionsIn(ctx).length === 0 && authorizationOf(ctx.req.rawHeaders).length === 0,
    async callerOf(ctx) {
      const { place }: FoundSoFar = ctx.state;
      if (place?.session !== undefined) {
        const key = new Secret(bearerToken(authorizationOf(ctx.req.rawHeaders)));
        return bySession(key, place.session, originOf(ctx.state));
      }
      const sessions = sessionsIn(ctx);
      if (sessions.length > 0) return bySessionIn(ctx, sessions);
      return byToken(bearerToken(authorizationOf(ctx.req.rawHeaders)), originOf(ctx.state));
    },
  };
}

/** Reports whether a call requests the CSRF token itself, so that it cannot bear it yet. */
function givesCsrfToken({ state, req }: CallContext): boolean {
  const { match }: FoundSoFar = state;
  const { method = "" } = req;
  return match?.methods.get(method === "HEAD" ? "GET" : method)?.givesCsrfToken === true;
}

function shownTwice(): ServiceError {
  return new ServiceError("SESSION_INVALID", {
    message:
      "A call shows one session by its cookie, or an access token in the header Authorization. Leave the rest out.",
    target: "Authorization",
  });
}
