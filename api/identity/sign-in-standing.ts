import type { Secret } from "#connectors/contract/index.ts";
import type { SignInAnswer } from "#domain/chains/session-calls.ts";
import { errors } from "#domain/errors.ts";
import type { Ended, Standing } from "#operations/sign-in/engine/answer-step.ts";

import type { RouteAnswer } from "../route.ts";

/** Handle and expiry (milliseconds since 1970) of a new sign-in. */
export interface BegunParts {
  readonly handle: Secret;
  readonly expiresAt: number;
}

type Allowed = Extract<Ended, { readonly at: "ALLOW" }>;

/**
 * Returns the answer to a sign-in: its next step (200, 201 for a new sign-in, 401 after a failed entry), its failure
 * (401), or the answer that `allowed` gives.
 */
export async function presentStanding(
  standing: Exclude<Standing, { readonly at: "step" }>,
  allowed: (end: Allowed) => Promise<RouteAnswer>,
  begun?: BegunParts,
): Promise<RouteAnswer> {
  if (standing.at === "ALLOW") return allowed(standing);
  if (standing.at === "DENY") return { status: 401, body: { end: "DENY", error: errorOf(standing.refused) } };
  const { asked, failed } = standing;
  const step: SignInAnswer = { ...asked, ...(begun && partsOf(begun)) };
  if (failed === undefined) return { status: begun === undefined ? 200 : 201, body: step };
  return { status: 401, body: { ...step, error: errorOf("INVALID_GRANT") } };
}

function errorOf(code: Extract<Ended, { readonly at: "DENY" }>["refused"]) {
  // The answer does not reveal what was wrong with a step, and no grant is involved here.
  const message = code === "INVALID_GRANT" ? "Signing in has failed." : errors[code].message;
  return { code: code === "INVALID_GRANT" ? "SIGN_IN_FAILED" : code, message };
}

function partsOf({ handle, expiresAt }: BegunParts) {
  return { attempt: handle.use((text) => text), expiresAt: new Date(expiresAt).toISOString() };
}
