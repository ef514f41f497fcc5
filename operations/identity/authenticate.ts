import { ServiceError } from "#domain/errors.ts";
import type { ChangeFeed } from "#store/change-feed.ts";

import type { Caller, ServiceContext } from "../context.ts";
import { verifyAccessToken } from "./access-token.ts";
import { tokenPolicy } from "./may-get-tokens.ts";
import { createRevokedTokens } from "./revoked-tokens.ts";
import { createUserFacts, type UserFacts } from "./user-facts.ts";
import { isLocked } from "./user-state.ts";

/**
 * Tells who calls with an access token.
 * @throws TOKEN_INVALID when it is not ours, has expired or was revoked, or its user is locked, disabled, gone, changed or
 * may no longer hold tokens
 * @throws TOKENS_STALE when it is not known what other processes have revoked
 */
export type Authenticate = (token: string, stranger: Caller) => Promise<Caller>;

type Judge = (facts: UserFacts) => boolean;

// Belongs to the feed that keeps it true, so that all doors of a process share one memory.
const shared = new WeakMap<ChangeFeed, ReturnType<typeof createMemory>>();

/**
 * Makes the function that turns a bearer token into a caller. The signature is checked once per token; whether it was
 * revoked, and how its user and the user's classes stand, is known in memory and kept true by the feed of changes, so that
 * a call costs no statement.
 */
export function createAuthenticator(context: ServiceContext): Authenticate {
  const { changes } = context;
  const { revoked, users, mayHoldTokens } = shared.get(changes) ?? createMemory(context);
  return async (token, stranger) => {
    if (!changes.healthy()) throw new ServiceError("TOKENS_STALE");
    const { sub, jti, gid, ver, scope } = await verifyAccessToken(context, token);
    if (await revoked.has(jti, gid)) throw refused("revoked");
    const user = await users.of(sub);
    if (user === undefined || user.tokenVersion !== ver) throw refused("the user is gone or has changed");
    if (user.disabled || isLocked(user, context)) throw refused("the user is locked or disabled");
    if (!mayHoldTokens(user)) throw refused(`${tokenPolicy} no longer allows the user to hold tokens`);
    const { key, id, superuser, classes } = user;
    return { ...stranger, kind: "user", key, id, superuser, classes, jti, scope, sessid: gid };
  };
}

function createMemory(context: ServiceContext) {
  const memory = {
    revoked: createRevokedTokens(context),
    users: createUserFacts(context),
    mayHoldTokens: createJudge(context),
  };
  shared.set(context.changes, memory);
  return memory;
}

/** A judgement holds for the policies it was made by; other facts of a user are another object. */
function createJudge({ policies }: Pick<ServiceContext, "policies">): Judge {
  const judged = new WeakMap<UserFacts, { readonly version: number; readonly allowed: boolean }>();
  return (facts) => {
    const { version } = policies;
    const known = judged.get(facts);
    if (known?.version === version) return known.allowed;
    const { key, id, superuser, classes, attributes } = facts;
    const { allowed } = policies.decide(tokenPolicy, {
      principal: { key, id, superuser, classes, attributes },
      resource: {},
    });
    judged.set(facts, { version, allowed });
    return allowed;
  };
}

function refused(detail: string): ServiceError {
  return new ServiceError("TOKEN_INVALID", { detail });
}
