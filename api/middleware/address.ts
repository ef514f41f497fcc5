import { ServiceError } from "#domain/errors.ts";
import { urlMaxBytes } from "#domain/limits.ts";

import type { CallState, Middleware } from "../call-state.ts";

/** Splits the address as it was sent. Nothing is decoded or resolved, so that the checked address is the one that is used. */
export function address(): Middleware {
  return (ctx, next) => {
    const { url = "" } = ctx.req;
    if (Buffer.byteLength(url) > urlMaxBytes) throw new ServiceError("URL_TOO_LONG");
    if (!url.startsWith("/")) throw new ServiceError("ADDRESS_INVALID");
    ctx.state.address = addressIn(url);
    return next();
  };
}

/** Splits an address into its path and its query. */
export function addressIn(url: string): CallState["address"] {
  const mark = url.indexOf("?");
  return mark < 0 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}
