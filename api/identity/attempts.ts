import { Secret } from "#connectors/contract/index.ts";
import { stepMaxBytes } from "#domain/chain-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { tokenSetOf } from "#operations/identity/engine/token-set.ts";
import { answerSignIn } from "#operations/sign-in/answer.ts";
import { beginSignIn } from "#operations/sign-in/begin.ts";
import { followReset } from "#operations/sign-in/engine/follow-reset.ts";
import { attemptInput } from "#operations/sign-in/engine/sign-in-input.ts";

import type { RouteAnswer, RouteCall, RouteDefinition } from "../route.ts";
import { sentCookie, signInCookie } from "./sign-in-cookie.ts";
import { type BegunParts, presentStanding } from "./sign-in-standing.ts";
import { presentTokens } from "./token.ts";

/** Path on which sign-ins begin. */
const attemptsPath = "/identity/sign-in/attempts";

/** Reason why a step may be larger than other bodies of unauthenticated callers. */
export const largeStep = "a passkey may take 16 KiB, and stands beside other fields of its step";

/** Routes of signing in by authentication chains. Each call is one step, and its answer describes the next step as data. */
export const attemptRoutes: readonly RouteDefinition[] = [
  {
    method: "POST",
    path: attemptsPath,
    policy: null,
    rate: "signIn",
    bodyMaxBytes: stepMaxBytes,
    largeBody: largeStep,
    async handler(call) {
      const { value: cookie, header } = signInCookie(call);
      const { handle, expiresAt, standing } = await beginSignIn(call.context, call.caller, {
        ...attemptInput(call.body),
        ...browserFacts(call),
        cookie,
      });
      return withCookie(await present(call, standing, { handle, expiresAt }), header);
    },
  },
  {
    method: "POST",
    path: `${attemptsPath}/{attempt}/steps`,
    hasSecretPath: true,
    policy: null,
    rate: "signIn",
    bodyMaxBytes: stepMaxBytes,
    largeBody: largeStep,
    handler: async (call) =>
      present(
        call,
        await answerSignIn(call.context, call.caller, { ...answerOf(call), aims: ["tokens", "newPassword"] }),
      ),
  },
];

type Standing = Awaited<ReturnType<typeof answerSignIn>>;

function present({ context }: RouteCall, standing: Standing, begun?: BegunParts): Promise<RouteAnswer> {
  return presentStanding(
    standing,
    async (end) => {
      const { given } = end;
      if (given.aim !== "tokens")
        return { status: 200, body: { end: "ALLOW", password: await followReset(context, end) } };
      return { status: 200, body: { end: "ALLOW", tokens: presentTokens(await tokenSetOf(context, given.grant)) } };
    },
    begun,
  );
}

/** Returns the facts that a browser sends by itself: its origin and its first language. */
export function browserFacts({ headers }: RouteCall): { readonly origin?: string; readonly language?: string } {
  const { origin, "accept-language": languages } = headers;
  const [language] = typeof languages === "string" ? languages.split(/[,;]/, 1) : [];
  return {
    ...(typeof origin === "string" && origin !== "null" && { origin }),
    ...(language !== undefined && language !== "" && { language: language.trim() }),
  };
}

/**
 * Returns the answer to a step, as it was sent.
 * @throws INPUT_INVALID, SIGN_IN_ATTEMPT_OVER if the browser sends no cookie
 */
export function answerOf(call: RouteCall) {
  const cookie = sentCookie(call);
  if (cookie === undefined) throw new ServiceError("SIGN_IN_ATTEMPT_OVER", { detail: "no cookie" });
  const handle = new Secret(call.match.keys["attempt"] ?? "");
  return { handle, cookie, fields: enteredFields(call.body) };
}

function enteredFields(body: unknown): Readonly<Record<string, Secret>> {
  const { fields = {}, ...others } = body as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new ServiceError("FIELD_UNKNOWN", { target: unknown.slice(0, 100) });
  const isFields = typeof fields === "object" && fields !== null && !Array.isArray(fields);
  const entries = isFields ? Object.entries(fields as Readonly<Record<string, unknown>>) : [];
  if (!isFields || entries.some(([, value]) => typeof value !== "string"))
    throw new ServiceError("INPUT_INVALID", {
      target: "fields",
      message: 'fields: must be an object of texts, such as {"userName": "anna"}.',
    });
  return Object.fromEntries(entries.map(([name, value]) => [name, new Secret(value as string)]));
}

/** Returns the answer with a header that stores a cookie in the browser. */
export function withCookie(answer: RouteAnswer, header: string): RouteAnswer {
  return { ...answer, headers: { ...answer.headers, "set-cookie": header } };
}
