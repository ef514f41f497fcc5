import { ServiceError } from "#domain/errors.ts";
import { attachValues } from "#operations/read/attach.ts";

import type { RouteAnswer } from "../../route.ts";
import { bareShape } from "../bind/bound-read.ts";
import type { ActionVerb, WriteKind, WriteVerb } from "../entity-set.ts";
import { etagOf } from "../etag.ts";
import { entityPath, writeEntity } from "../json/entity.ts";
import { wholeType, writeProperties } from "../json/value.ts";
import { formatKey } from "../key.ts";
import { attachedNames, isDerivedFrom } from "../model/types.ts";
import { lastStep, type PathStep } from "../path/target.ts";
import { preferenceApplied, preferencesOf } from "../prefer.ts";
import { contextIn, contextOf, placeOf } from "../read/address.ts";
import { answerTarget } from "../read/answer.ts";
import { emptyTree } from "../read/query-tree.ts";
import { type ODataCall, rootAddress } from "../service.ts";
import type { SourceRow, StructuredType } from "../structured-type.ts";

/** A completed write or action. */
export interface Written {
  readonly kind: WriteKind | "action";
  readonly verb: WriteVerb | ActionVerb;
  /** Steps to the entity with their keys; none for an action. */
  readonly steps: readonly PathStep[];
  readonly row: SourceRow | undefined;
}

/** Answers a write as Prefer wants it: with the entity, or only with its address. */
export async function answerWritten(odata: ODataCall, written: Written): Promise<RouteAnswer> {
  const { kind, verb, row } = written;
  const type = { "content-type": odata.format.contentType };
  if (isAccepted(written))
    return { status: 202, headers: { ...type, ...laterHeaders(odata, written) }, body: bodyOf(odata, written) };
  if (isAnsweredAlone(written))
    return { status: "status" in verb ? verb.status : 200, headers: type, body: bodyOf(odata, written) };
  if (kind === "remove" || row === undefined) return { status: 204 };
  const wanted = preferencesOf(odata.call.headers).return;
  const applied = preferenceApplied([wanted && `return=${wanted}`]);
  const headers = { ...(await entityHeaders(odata, written)), ...applied };
  // The answer to a PATCH has no body unless the caller asks for one.
  if (wanted === "minimal" || (kind === "update" && wanted === undefined)) return { status: 204, headers };
  if (kind !== "update")
    return { status: kind === "create" ? 201 : 200, headers: { ...type, ...headers }, body: bodyOf(odata, written) };
  return reread(odata, written, headers);
}

// A change that needs nothing on a target gives no operation: it is complete already.
function isAccepted({ verb, row }: Written): boolean {
  return "status" in verb && verb.status === 202 && row !== undefined;
}

/** Reports whether the answer has no address: results of actions, and computed values that are not kept. */
function isAnsweredAlone({ kind, verb }: Written): boolean {
  return kind === "action" || (kind === "create" && "status" in verb && verb.status === 200);
}

async function reread(odata: ODataCall, { steps }: Written, headers: Record<string, string>): Promise<RouteAnswer> {
  try {
    const answer = await answerTarget(odata, { steps, ending: { kind: "entities" } }, emptyTree);
    return { ...answer, headers: { "content-type": odata.format.contentType, ...headers, ...answer.headers } };
  } catch (error) {
    // A caller that may change an entity is not always allowed to read it.
    if (!(error instanceof ServiceError) || error.kind !== "forbidden") throw error;
    const { "preference-applied": _, ...rest } = headers;
    return { status: 204, headers: rest };
  }
}

function laterHeaders(odata: ODataCall, written: Written): Record<string, string> {
  const { statusMonitor } = written.verb;
  if (statusMonitor === undefined) {
    return written.steps.length === 0 ? {} : { location: addressOf(odata, written) };
  }
  const key = formatKey(String(written.row?.["key"]));
  return {
    location: `${rootAddress(odata)}/${statusMonitor.set}(${key})`,
    "retry-after": String(statusMonitor.retryAfterSeconds),
  };
}

async function entityHeaders(odata: ODataCall, written: Written): Promise<Record<string, string>> {
  const address = addressOf(odata, written);
  const etag = await tagAfter(odata, written);
  return {
    ...(written.kind === "create" ? { location: address } : {}),
    "odata-entityid": address,
    ...(etag === null ? {} : { etag }),
  };
}

async function tagAfter({ call }: ODataCall, { steps, row }: Written): Promise<string | null> {
  if (row?.["version"] === undefined) return null;
  const { set } = lastStep({ steps });
  const wanted = attachedNames(set.type);
  const isWhole = wanted.every((name) => Object.hasOwn(row, name));
  const attaching = { attachment: isWhole ? undefined : set.attachment, wanted };
  const [whole = row] = await attachValues(call.context, attaching, [row]);
  return etagOf(set.type, whole, call.context.store.epoch.current);
}

function addressOf(odata: ODataCall, { steps, row }: Written): string {
  const { set, key } = lastStep({ steps });
  const values = key === null ? (row ?? {}) : { ...row, [set.key.property]: key };
  return `${rootAddress(odata)}/${entityPath({ set }, { values }, placeOf({ steps }))}`;
}

function bodyOf(odata: ODataCall, { verb, steps, row = {} }: Written): Record<string, unknown> {
  const step = steps.at(-1);
  const type = verb.result ?? step?.set.type;
  if (type === undefined) return {};
  const isEntity = step !== undefined && isDerivedFrom(type, step.set.type);
  if (!isEntity) return resultBody(odata, type, row, verb.statusMonitor?.set);
  const target = { steps: [...steps.slice(0, -1), { ...step, key: "", type: step.set.type }] };
  const entity = writeEntity(
    {
      ...odata.format,
      model: odata.service.model,
      root: rootAddress(odata),
      epoch: odata.call.context.store.epoch.current,
      nestedLink: () => null,
    },
    { ...bareShape(step.set, type), properties: wholeType(type) },
    { values: row, computed: {}, position: [], expanded: {} },
    placeOf({ steps }),
  );
  return { ...contextIn(odata, () => contextOf(odata, { ...target, ending: { kind: "entities" } }, null)), ...entity };
}

function resultBody(odata: ODataCall, type: StructuredType, row: SourceRow, set?: string): Record<string, unknown> {
  const fragment = set === undefined ? odata.service.model.qualified(type) : `${set}/$entity`;
  const body: Record<string, unknown> = contextIn(odata, () => `${rootAddress(odata)}/$metadata#${fragment}`);
  if (odata.format.metadata === "full") body["@odata.type"] = `#${odata.service.model.qualified(type)}`;
  writeProperties(body, wholeType(type), row, { ...odata.format, model: odata.service.model });
  return body;
}
