import type { Expression } from "../query/bound-query.ts";
import { isCaller } from "../query/caller.ts";
import { allOf, eq, related } from "../query/condition.ts";

/** Requests that wait for who calls: for their answer in the open phase, or for them to resubmit what was sent back to them. */
export const waitsForCaller: Expression = related("authorizers", allOf(eq("waits", true), isCaller("userKey")));
