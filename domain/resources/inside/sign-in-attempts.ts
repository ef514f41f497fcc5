import { attemptAims } from "../../chains/attempt-aims.ts";
import { chainEnds } from "../../chains/auth-chain.ts";
import { flag, guid, integer, oneOf, sealed, text, time } from "../format/builders.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Sign-ins in progress, each at one step of its chain; whoever has handle and cookie continues it. */
export const signInAttempts = resource("signInAttempts", {
  class: "local",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    handleHash: text(),
    /** Hash of the cookie of the browser that began it. */
    cookieHash: text(),
    aim: oneOf(attemptAims),
    chain: text(),
    /** Version of the chain with which it continues, whatever happens to the chain; 0 for the default. */
    chainNumber: integer(),
    /** Step that it has reached. */
    step: text(),
    /** False from the time a step is reached until its component has said what it asks for. */
    entered: flag(),
    /** Number that rises with each answer, so that only one of two simultaneous answers counts. */
    turn: integer(),
    chainChanges: integer(),
    /** Key of the user, once a step has proved who it is. */
    userKey: guid().optional(),
    /** `tokenVersion` of the user at that time. */
    userVersion: integer().optional(),
    /** Facts, open questions, and the memory of the current component. */
    memory: sealed(),
    end: oneOf(chainEnds).optional(),
    startedAt: time(),
    expiresAt: time(),
  },
  indexes: [unique("notShared", "handleHash"), index("expiresAt")],
});
