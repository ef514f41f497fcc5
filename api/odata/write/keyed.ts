import { idempotentAnswer } from "#operations/kernel/idempotent-answers.ts";

import { callKey, callKeyHeaders } from "../../call-key.ts";
import type { RouteAnswer, RouteCall } from "../../route.ts";
import type { WriteTerms } from "../entity-set.ts";

/**
 * Runs a call; a call with a key runs once, and a caller that sends it again gets the same answer again.
 * @throws HEADER_INVALID, REPEAT_TOO_LATE, IDEMPOTENCY_KEY_REUSED and the errors of the call itself
 */
export async function answerKeyed(
  call: RouteCall,
  { headerFields = {} }: WriteTerms,
  run: (call: RouteCall) => Promise<RouteAnswer>,
): Promise<RouteAnswer> {
  const { context, caller, method, match, query, headers, rawBody } = call;
  const key = callKey(headers, context.clock.now());
  if (key === undefined) return run(call);
  const fields = Object.keys(headerFields).map((name) => [name, headers[name]]);
  const content = JSON.stringify([method, match.path, match.tail, query, fields, rawBody.toString("utf8")]);
  const named = { caller: `${caller.kind} ${caller.key ?? caller.id}`, key, content };
  const answer = await idempotentAnswer(context, named, (services) => run({ ...call, context: services }));
  if (headers[callKeyHeaders.requestId] === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, "repeatability-result": "accepted" } };
}
