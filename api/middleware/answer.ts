import { publicAddressOf } from "#operations/kernel/issuer.ts";
import type { Settings } from "#platform/settings/settings.ts";

import type { CallContext, Middleware } from "../call-state.ts";
import type { RateLimits } from "../hygiene/rate-limits.ts";
import { putAnswer } from "../put-answer.ts";
import { checkedRedirect } from "../redirects.ts";
import type { PartCall, RouteAnswer } from "../route.ts";

/** Makes a call as a part of another one. */
export type SendPart = (whole: CallContext, part: PartCall) => Promise<RouteAnswer>;

/** Answers with the route. */
export function answer(settings: Settings, rates: RateLimits, sendPart: SendPart): Middleware {
  const publicAddress = publicAddressOf(settings);
  return async (ctx) => {
    const { route, services, caller, match, address, body } = ctx.state;
    const answered = await route.handler({
      context: services,
      caller,
      method: route.method,
      match,
      query: address.query,
      headers: ctx.req.headers,
      body: body.value,
      rawBody: body.raw,
      publicAddress,
      signsIn(name) {
        ctx.state.signedIn = rates.signsIn(caller, name);
      },
      send: (part) => sendPart(ctx, part),
    });
    putAnswer(ctx.state, checkedRedirect(route, answered, publicAddress));
  };
}
