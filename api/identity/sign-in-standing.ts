import type { Secret } from "#connectors/contract/index.ts";
import type { Asked } from "#domain/chains/asked-fields.ts";
import { errors } from "#domain/errors.ts";
import type { Ended, Standing } from "#operations/sign-in/engine/take-turn.ts";

import type { RouteAnswer } from "../route.ts";

/** What somebody is told whose sign-in asks for something. */
interface AskedStep extends Asked {
  /** The handle of the sign-in, where it has just begun. */
  readonly attempt?: string;
  /** Until when it can be gone on with. */
  readonly expiresAt?: string;
}

/** What a beginning adds to what is asked. */
export interface BegunParts {
  readonly handle: Secret;
  readonly expiresAt: number;
}

type Allowed = Extract<Ended, { readonly at: "ALLOW" }>;

/**
 * What is answered of a sign-in: what it asks for (200, or 401 where what was entered will not do), that it has failed (401), or by
 * `allowed` what it has led to.
 */
export async function presentStanding(
  standing: Exclude<Standing, { readonly at: "step" }>,
  allowed: (end: Allowed) => Promise<RouteAnswer>,
  begun?: BegunParts,
): Promise<RouteAnswer> {
  if (standing.at === "ALLOW") return allowed(standing);
  if (standing.at === "DENY") return { status: 401, body: { end: "DENY", error: errorOf(standing.refused) } };
  const { asked, failed } = standing;
  const step: AskedStep = { ...asked, ...(begun && partsOf(begun)) };
  if (failed === undefined) return { status: begun === undefined ? 200 : 201, body: step };
  return { status: 401, body: { ...step, error: errorOf("INVALID_GRANT") } };
}

function errorOf(code: Extract<Ended, { readonly at: "DENY" }>["refused"]) {
  // What was wrong with a step is told to nobody; of a grant there is no talk here.
  const message = code === "INVALID_GRANT" ? "Signing in has failed." : errors[code].message;
  return { code: code === "INVALID_GRANT" ? "SIGN_IN_FAILED" : code, message };
}

function partsOf({ handle, expiresAt }: BegunParts) {
  return { attempt: handle.use((text) => text), expiresAt: new Date(expiresAt).toISOString() };
}
