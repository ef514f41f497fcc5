import type { PolicyDecision } from "#policies/engine.ts";
import type { ChangeFeed } from "#store/changes/change-feed.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { type SignInGift, signInPolicies } from "./may-sign-in.ts";
import { createRevokedTokens, type RevokedTokens } from "./revoked-tokens.ts";
import { createSessionMemory, type SessionMemory } from "./session-memory.ts";
import { createUserFacts, type UserFacts, type UserFactsCache } from "./user-facts.ts";

/** Cached facts of a process about possible callers, kept current by the change feed while that is healthy. */
export interface CallerMemory {
  readonly revoked: RevokedTokens;
  readonly users: UserFactsCache;
  readonly sessions: SessionMemory;
  /** Decision whether a user may get and hold the result of a sign-in, by the current policies of the process. */
  readonly judge: (facts: UserFacts, gift: SignInGift) => PolicyDecision;
}

// Belongs to the feed that keeps it current, so that all entry points of a process share one memory.
const shared = new WeakMap<ChangeFeed, CallerMemory>();

/** Returns the memory of a process. It keeps the policies of the first context, so that must not be the context of one call. */
export function callerMemory(context: ServiceContext): CallerMemory {
  const known = shared.get(context.changes);
  if (known !== undefined) return known;
  const memory = {
    revoked: createRevokedTokens(context),
    users: createUserFacts(context),
    sessions: createSessionMemory(context),
    judge: createJudge(context),
  };
  shared.set(context.changes, memory);
  return memory;
}

/** Makes the function that judges users. It caches decisions for one version of the policies; changed facts of a user are a new object. */
function createJudge({ policies }: Pick<ServiceContext, "policies">): CallerMemory["judge"] {
  const judged = new WeakMap<UserFacts, Judgements>();
  return (facts, gift) => {
    const { version } = policies;
    let known = judged.get(facts);
    if (known?.version !== version) judged.set(facts, (known = { version, decisions: new Map() }));
    const kept = known.decisions.get(gift);
    if (kept !== undefined) return kept;
    const { key, id, superuser, classes, attributes } = facts;
    const principal = { key, id, superuser, classes, attributes };
    const decision = policies.decide(signInPolicies[gift], { principal, resource: {} });
    known.decisions.set(gift, decision);
    return decision;
  };
}

interface Judgements {
  readonly version: number;
  readonly decisions: Map<SignInGift, PolicyDecision>;
}
