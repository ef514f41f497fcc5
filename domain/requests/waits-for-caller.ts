import type { Expression } from "../query/bound-query.ts";
import { isCaller } from "../query/caller.ts";
import { allOf, eq, related } from "../query/condition.ts";

/** Condition for requests that wait for the caller: for an answer in the open phase, or for a resubmission after a return. */
export const waitsForCaller: Expression = related("authorizers", allOf(eq("waits", true), isCaller("userKey")));
