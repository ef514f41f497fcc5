import { ServiceError } from "#domain/errors.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { requireVersion, type RequiredVersion } from "#operations/kernel/rows/require-version.ts";
import { attachValues } from "#operations/read/attach.ts";

import type { RouteAnswer, RouteCall } from "../../route.ts";
import { keyColumn } from "../bind/bind-order.ts";
import {
  type ActionVerb,
  type EntitySet,
  typeMadeBy,
  type WriteKind,
  type WriteTerms,
  type WriteVerb,
} from "../entity-set.ts";
import { asksForTag, etagOf, namesTag, namesVersion } from "../etag.ts";
import { headerFields } from "../header-fields.ts";
import { explainInput } from "../input/explain-input.ts";
import { type InputRead, readInput, type ReadingInput, withKeys } from "../input/read-input.ts";
import { attachedNames, propertiesOf } from "../model/types.ts";
import { negotiateJson } from "../negotiate.ts";
import { keyOfCall, stepsOfCall } from "../path/resolve.ts";
import { lastStep, type PathStep, type Target } from "../path/target.ts";
import { refuseOptions } from "../read/property.ts";
import { queryTree } from "../read/query-tree.ts";
import { type ODataCall, type ODataRequest, rootAddress } from "../service.ts";
import type { SourceRow } from "../structured-type.ts";
import { answerKeyed } from "./keyed.ts";
import { answerWritten, type Written } from "./written.ts";

/** A write on a set or along a navigation. */
export interface Write {
  readonly kind: WriteKind;
  readonly verb: WriteVerb;
  /** The steps of its route; their keys are those of the call. */
  readonly steps: readonly PathStep[];
}

/** Answers a write. */
export async function answerWrite(
  { service, call }: ODataRequest,
  { kind, verb, steps: declared }: Write,
): Promise<RouteAnswer> {
  const odata = { service, call, format: formatOf(call) };
  const steps = stepsOfCall(call.match, declared);
  const { set, key } = lastStep({ steps });
  const type = { ...set.type, properties: { ...propertiesOf(set.type), ...verb.parameters } };
  const own = key === null ? {} : { key };
  const above = steps.at(-2)?.key ?? null;
  const parent = above === null ? {} : { [verb.parentField ?? "parentKey"]: above };
  const body = kind === "remove" ? {} : call.body;
  const purpose = kind === "create" ? "create" : "change";
  const made = typeMadeBy(verb, set);
  const given = { type, set, purpose, body, keys: { ...own, ...parent } } as const;
  return carryOut(odata, { kind, verb, steps }, { ...given, ...(made && { made }) });
}

/** Answers an action. */
export async function answerAction(
  { service, call }: ODataRequest,
  { set, action: verb }: { readonly set: EntitySet; readonly action: ActionVerb },
): Promise<RouteAnswer> {
  const odata = { service, call, format: formatOf(call) };
  const key = keyOfCall(call.match, set);
  const steps = [{ set, key, navigation: null, type: set.type }];
  const keys = key === null ? {} : { key };
  const { parameters: type } = verb;
  return carryOut(odata, { kind: "action", verb, steps }, { type, set: null, purpose: "call", body: call.body, keys });
}

async function carryOut(
  odata: ODataCall,
  { kind, verb, steps }: Omit<Written, "row">,
  given: Given,
): Promise<RouteAnswer> {
  const { call } = odata;
  const { input, names } = inputOf(odata, verb, given);
  return answerKeyed(call, verb, async (keyed) => {
    const context = conditional(keyed, { steps });
    const row = await explained(names, () => verb.run(context, call.caller, input));
    const written = { kind, verb, steps: kind === "action" ? [] : steps, row: row as SourceRow | undefined };
    return answerWritten({ ...odata, call: keyed }, written);
  });
}

function formatOf(call: RouteCall) {
  const tree = queryTree(call.query);
  refuseOptions(tree);
  return negotiateJson(call.headers, tree.format);
}

interface Given extends Pick<ReadingInput, "type" | "set" | "purpose" | "made"> {
  readonly body: unknown;
  readonly keys: Readonly<Record<string, string>>;
}

function inputOf(
  { service, call }: ODataRequest,
  terms: WriteTerms,
  { body, keys, ...given }: Given,
): Pick<InputRead, "input" | "names"> {
  const numbersAsTexts = /IEEE754Compatible\s*=\s*"?true/i.test(String(call.headers["content-type"] ?? ""));
  const roots = [rootAddress({ service, call }), service.root];
  const { input, asRead, names } = readInput(body, { ...given, model: service.model, roots, numbersAsTexts });
  const { asReadField } = terms;
  if (asReadField !== undefined && Object.hasOwn(input, asReadField)) {
    throw new ServiceError("FIELD_UNKNOWN", { target: asReadField });
  }
  const whole = asReadField === undefined ? {} : { [asReadField]: asRead };
  return { input: withKeys(input, { ...headerFields(call, terms, input), ...keys, ...whole }), names };
}

/**
 * The services of a call, with the condition that the entity is as a tag of If-Match says.
 * @throws HEADER_INVALID, VERSION_MISMATCH
 */
function conditional({ context, headers }: RouteCall, target: Pick<Target, "steps">): ServiceContext {
  const { set, key, navigation } = lastStep(target);
  // Nothing is made by PATCH here, so what must not be there cannot be written.
  if (key !== null && headers["if-none-match"] !== undefined) throw new ServiceError("VERSION_MISMATCH");
  const match = headers["if-match"];
  if (typeof match !== "string" || key === null || !asksForTag(match) || set.source === undefined) return context;
  const { column } = keyColumn({ set });
  const precondition = requireVersion({
    source: set.source,
    column,
    key,
    parent: parentOf(target.steps.at(-2), navigation),
    isWanted: async (services, row) => {
      if (set.attachmentOfReader === true) return namesVersion(match, row, services.store.epoch.current);
      const wanted = attachedNames(set.type);
      const [whole = row] = await attachValues(
        services,
        {
          attachment: set.attachment,
          wanted,
        },
        [row],
      );
      return namesTag(match, etagOf(set.type, whole, services.store.epoch.current));
    },
  });
  return { ...context, precondition };
}

function parentOf(above: PathStep | undefined, navigation: PathStep["navigation"]): RequiredVersion["parent"] {
  const source = above?.set.source;
  const relation = navigation?.relation;
  if (source === undefined || relation === undefined) return null;
  return { source, relation, key: above?.key ?? "" };
}

async function explained<T>(names: InputRead["names"], run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw explainInput(error, names);
  }
}
