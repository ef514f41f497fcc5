import { stepMaxBytes } from "#domain/chain-limits.ts";
import type { SignInAnswer } from "#domain/chains/session-calls.ts";
import { ServiceError } from "#domain/errors.ts";
import { answerSignIn } from "#operations/sign-in/answer.ts";
import { beginSignIn } from "#operations/sign-in/begin.ts";
import { signInInput } from "#operations/sign-in/engine/sign-in-input.ts";

import { answerOf, browserFacts, largeStep, withCookie } from "../identity/attempts.ts";
import { signInCookie } from "../identity/sign-in-cookie.ts";
import { type BegunParts, presentStanding } from "../identity/sign-in-standing.ts";
import { requireOwnSite } from "../own-site.ts";
import type { RouteAnswer, RouteCall, RouteDefinition } from "../route.ts";
import { sessionCookie } from "../session-cookie.ts";

/** Returns the routes that sign a user in to a browser session by an authentication chain: start an attempt, and answer its steps. */
export function signInRoutes(path: string): readonly RouteDefinition[] {
  const common = {
    method: "POST",
    policy: null,
    rate: "signIn",
    bodyMaxBytes: stepMaxBytes,
    largeBody: largeStep,
  } as const;
  return [
    { ...common, path, handler: begin },
    { ...common, path: `${path}/{attempt}`, hasSecretPath: true, handler: answer },
  ];
}

async function begin(call: RouteCall): Promise<RouteAnswer> {
  requireOwnPage(call);
  const { value: cookie, header } = signInCookie(call);
  const { handle, expiresAt, standing } = await beginSignIn(call.context, call.caller, {
    door: "browser",
    ...signInInput(call.body),
    ...browserFacts(call),
    cookie,
  });
  return withCookie(await present(call, standing, { handle, expiresAt }), header);
}

async function answer(call: RouteCall): Promise<RouteAnswer> {
  requireOwnPage(call);
  const given = { ...answerOf(call), aims: ["browserSession" as const] };
  return present(call, await answerSignIn(call.context, call.caller, given));
}

/** Refuses calls from pages of other sites, which could sign a user in as someone else. */
function requireOwnPage({ headers, publicAddress }: RouteCall): void {
  const said = (name: string) => [headers[name] ?? []].flat();
  requireOwnSite({ sites: said("sec-fetch-site"), origins: said("origin") }, new URL(publicAddress).origin);
}

function present(
  call: RouteCall,
  standing: Awaited<ReturnType<typeof answerSignIn>>,
  begun?: BegunParts,
): Promise<RouteAnswer> {
  return presentStanding(
    standing,
    async ({ given }) => {
      if (given.aim !== "browserSession")
        throw new ServiceError("SIGN_IN_ATTEMPT_OVER", { detail: `it is for ${given.aim}` });
      const body: SignInAnswer = { end: "ALLOW" };
      return withCookie({ status: 200, body }, sessionCookie(call, given.session.secret));
    },
    begun,
  );
}
