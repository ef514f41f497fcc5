import type { RouteAnswer } from "../../route.ts";
import type { EntitySet, FunctionVerb } from "../entity-set.ts";
import { wholeType, writeProperties } from "../json/value.ts";
import { type JsonFormat, negotiateJson } from "../negotiate.ts";
import { argumentsOf } from "../path/arguments.ts";
import { keyOfCall, resolve, stepsOfCall } from "../path/resolve.ts";
import type { PathStep, Target } from "../path/target.ts";
import { type ODataRequest, rootAddress } from "../service.ts";
import { contextIn } from "./address.ts";
import { answerTarget } from "./answer.ts";
import { refuseOptions } from "./property.ts";
import { queryTree } from "./query-tree.ts";

const bareFormat: JsonFormat = { kind: "json", metadata: "minimal", ieee754: false, contentType: "" };

/** Answers a GET along any path of the service; `steps` are those of the route, each key standing for any. */
export async function answerRead({ service, call }: ODataRequest, steps: readonly PathStep[]): Promise<RouteAnswer> {
  const target = resolve(service.model, stepsOfCall(call.match, steps), call.match.tail);
  const tree = queryTree(call.query);
  const format = isBare(target) ? bareFormat : negotiateJson(call.headers, tree.format);
  const answer = await answerTarget({ service, call, format }, target, tree);
  return answer.body === undefined || format === bareFormat
    ? answer
    : { ...answer, headers: { "content-type": format.contentType, ...answer.headers } };
}

/** Answers a function of a set or of one of its entities. */
export async function answerFunction(
  { service, call }: ODataRequest,
  { set, called }: { readonly set: EntitySet; readonly called: FunctionVerb },
): Promise<RouteAnswer> {
  const tree = queryTree(call.query);
  const isOther = ({ name }: { readonly name: string }) => !Object.hasOwn(called.parameters ?? {}, name);
  refuseOptions({ ...tree, custom: tree.custom.filter(isOther) });
  const format = negotiateJson(call.headers, tree.format);
  const key = keyOfCall(call.match, set);
  const given = argumentsOf(called, { brackets: call.match.brackets, query: call.query });
  const output = await called.run(call.context, call.caller, key === null ? given : { ...given, key });
  const odata = { service, call, format };
  const type = service.model.qualified(called.result);
  const body: Record<string, unknown> = contextIn(odata, () => `${rootAddress(odata)}/$metadata#${type}`);
  writeProperties(body, wholeType(called.result), output as Record<string, unknown>, {
    ...format,
    model: service.model,
  });
  return { status: 200, headers: { "content-type": format.contentType }, body };
}

function isBare({ ending }: Target): boolean {
  return ending.kind === "count" || (ending.kind === "property" && ending.form !== "property");
}
