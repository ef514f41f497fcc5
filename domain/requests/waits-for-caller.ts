import type { Expression } from "../query/bound-query.ts";
import { isCaller } from "../query/caller.ts";
import { allOf, eq, related } from "../query/condition.ts";

/** Requests whose open phase waits for the answer of who calls. */
export const waitsForCaller: Expression = related("authorizers", allOf(eq("waits", true), isCaller("userKey")));
