import { refuseCallKey } from "../call-key.ts";
import type { Middleware } from "../call-state.ts";

/** Refuses the key of a call where answers are not kept. */
export function callKeys(): Middleware {
  return ({ state: { route }, req }, next) => {
    const isWrite = route.method === "POST" || route.method === "PATCH";
    if (isWrite && route.keepsAnswers === undefined) refuseCallKey(req.headers);
    return next();
  };
}
