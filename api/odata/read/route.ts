import { ServiceError } from "#domain/errors.ts";

import type { RouteAnswer, RouteCall } from "../../route.ts";
import type { EntitySet, FunctionVerb } from "../entity-set.ts";
import { wholeType, writeProperties } from "../json/value.ts";
import { type JsonFormat, negotiateJson } from "../negotiate.ts";
import { argumentsOf } from "../path/arguments.ts";
import { firstStep, keyOfCall, resolve, stepsOfCall } from "../path/resolve.ts";
import { policyOf, type PathStep, type Target } from "../path/target.ts";
import { type ODataRequest, type ODataService, rootAddress } from "../service.ts";
import { contextIn } from "./address.ts";
import { answerTarget } from "./answer.ts";
import { refuseOptions } from "./property.ts";
import { queryTree } from "./query-tree.ts";

const bareFormat: JsonFormat = { kind: "json", metadata: "minimal", ieee754: false, contentType: "" };

/** Answers a GET along any path of the service; `steps` are those of the route, each key standing for any. */
export async function answerRead({ service, call }: ODataRequest, steps: readonly PathStep[]): Promise<RouteAnswer> {
  const target = call.match.tail.length === 0 ? targetAt(steps, call.match) : targetBehind(service, call.match);
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

/** What the route itself leads to, with the keys of the call. */
function targetAt(steps: readonly PathStep[], match: RouteCall["match"]): Target {
  const withKeys = stepsOfCall(match, steps);
  // Each entity on the way must be readable.
  if (steps.some((step) => policyOf(step) === undefined)) throw new ServiceError("NOT_FOUND");
  return { steps: withKeys, ending: { kind: "entities" } };
}

function targetBehind({ model, root }: ODataService, match: RouteCall["match"]): Target {
  const [first = "", ...rest] = match.path.slice(root.length + 1).split("/");
  const [name = ""] = first.split("(", 1);
  const set = model.setNamed(name);
  if (set === undefined) throw new RangeError(`there is no set '${name}'`);
  const target = resolve(model, [firstStep(set, first)], [...rest, ...match.tail]);
  // The path has the keys without their names, which must be right, too.
  for (const step of target.steps) keyOfCall(match, step.set);
  return target;
}
