import { ServiceError } from "#domain/errors.ts";
import { pageSizeDefault } from "#domain/limits.ts";
import type { Page } from "#operations/read/read-list.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import type { EntityKey, EntitySet, Verb } from "./entity-set.ts";
import { formatKey, isGuid } from "./key.ts";
import { preferredPageSize } from "./protocol.ts";
import { parseQueryOptions, refuseQueryOptions } from "./query-options.ts";
import { makeSkiptoken, type PagePosition, readSkiptoken } from "./skiptoken.ts";
import { presentEntity, type SourceRow } from "./structured-type.ts";

/** Where a set stands: below the service root, or below one entity. */
export interface Place {
  /** Template of the set: `/v2/requests({requestKey})/operations`. */
  readonly path: string;
  /** The key of the entity above, where there is one. */
  readonly parent?: EntityKey;
}

/**
 * The key of a call, as its set writes it.
 * @throws KEY_INVALID
 */
export function keyOf(call: RouteCall, key: EntityKey): string {
  const value = call.keys[key.parameter] ?? "";
  if (key.kind === "string") return value;
  if (isGuid(value)) return value.toLowerCase();
  throw new ServiceError("KEY_INVALID", {
    message: `The key '${value.slice(0, 100)}' must be a guid.`,
    target: key.parameter,
  });
}

/** The key of the entity above, as a part of an operation's input. */
export function parentOf(call: RouteCall, parent: EntityKey | undefined, field = "parentKey"): Record<string, string> {
  return parent === undefined ? {} : { [field]: keyOf(call, parent) };
}

/** The address of an entity of a set. */
export function addressOf(call: RouteCall, key: string): string {
  return `${call.publicAddress}${call.path.replace(/\([^/]*\)$/, "")}(${formatKey(key)})`;
}

/** `@odata.context` of a set or one of its entities. */
export function contextOf(call: RouteCall, one: boolean): string {
  const [, root = "", ...segments] = call.path.split("/");
  const path = segments.join("/");
  const set = one ? `${path.replace(/\([^/]*\)$/, "")}/$entity` : path;
  return `${call.publicAddress}/${root}/$metadata#${set}`;
}

/** Answers one entity. */
export async function answerOne(
  call: RouteCall,
  set: EntitySet,
  { parent }: Place,
  get: Verb<object>,
): Promise<RouteAnswer> {
  refuseQueryOptions(call.query);
  const row = await get.run(call.context, call.caller, { key: keyOf(call, set.key), ...parentOf(call, parent) });
  return { status: 200, body: { "@odata.context": contextOf(call, true), ...presentEntity(set.type, row) } };
}

/** Answers one page of a set. */
export async function answerList(
  call: RouteCall,
  set: EntitySet,
  { parent }: Place,
  list: Verb<Page<object>>,
): Promise<RouteAnswer> {
  const preferred = preferredPageSize(call.headers);
  const { after, size, left } = positionOf(call, preferred);
  const top = Math.min(size, left ?? size);
  const input = { top, ...(after === undefined ? {} : { after }), ...parentOf(call, parent) };
  const page = await list.run(call.context, call.caller, input);
  const last = (page.rows.at(-1) as SourceRow | undefined)?.[set.key.property];
  const stillLeft = left === undefined ? undefined : left - page.rows.length;
  const goesOn = page.more && typeof last === "string" && stillLeft !== 0;
  return {
    status: 200,
    headers: preferred === undefined ? {} : { "preference-applied": `maxpagesize=${size}` },
    body: {
      "@odata.context": contextOf(call, false),
      value: page.rows.map((row) => presentEntity(set.type, row)),
      ...(goesOn ? { "@odata.nextLink": nextLink(call, { after: last, size, left: stillLeft }) } : {}),
    },
  };
}

type Start = Omit<PagePosition, "after"> & { readonly after?: string };

function positionOf(call: RouteCall, preferred: number | undefined): Start {
  const { top, skiptoken } = parseQueryOptions(call.query);
  if (skiptoken !== undefined) {
    if (top === undefined) return readSkiptoken(call.context.store, call.path, skiptoken);
    throw new ServiceError("QUERY_OPTION_INVALID", {
      message: "$skiptoken already says how much is left. Follow @odata.nextLink as it is, without $top.",
      target: "$top",
    });
  }
  // Without a preference, what $top asks for fits into one page.
  return { size: preferred ?? Math.max(1, top ?? pageSizeDefault), ...(top === undefined ? {} : { left: top }) };
}

function nextLink(call: RouteCall, position: PagePosition): string {
  return `${call.publicAddress}${call.path}?$skiptoken=${makeSkiptoken(call.context.store, call.path, position)}`;
}
