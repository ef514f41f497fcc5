import { attemptAims } from "../../chains/attempt-aims.ts";
import { chainEnds } from "../../chains/auth-chain.ts";
import { flag, guid, integer, oneOf, sealed, text, time } from "../format/builders.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Sign-ins that are under way, each at one step of its chain; whoever has handle and cookie goes on with it. */
export const signInAttempts = resource("signInAttempts", {
  class: "local",
  key: "key",
  properties: {
    key: guid(),
    handleHash: text(),
    /** The browser that has begun it. */
    cookieHash: text(),
    aim: oneOf(attemptAims),
    chain: text(),
    /** The version of the chain with which it goes on, whatever becomes of the chain; 0 = the default. */
    chainNumber: integer(),
    /** The step at which it is. */
    step: text(),
    /** False from when a step is reached until its component has said what it asks for. */
    entered: flag(),
    /** Rises with each answer, so that of two that come together one counts. */
    turn: integer(),
    chainChanges: integer(),
    /** Who it is, once a step has proved it. */
    userKey: guid().optional(),
    /** The `tokenVersion` of the user then. */
    userVersion: integer().optional(),
    /** What is known and asked, and what the component at hand remembers. */
    memory: sealed(),
    end: oneOf(chainEnds).optional(),
    startedAt: time(),
    expiresAt: time(),
  },
  indexes: [unique("handleHash"), index("expiresAt")],
});
