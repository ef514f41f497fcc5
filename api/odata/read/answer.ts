import { mapInTurns } from "#platform/loop-turns.ts";

import type { RouteAnswer } from "../../route.ts";
import { etagOf, namesTag } from "../etag.ts";
import { type LongList, writeEntity, writeLongLists, writeReference, type Writing } from "../json/entity.ts";
import { negotiate } from "../negotiate.ts";
import { isCollection, lastStep, type Target } from "../path/target.ts";
import { preferenceApplied } from "../prefer.ts";
import { type ODataCall, rootAddress } from "../service.ts";
import type { QueryTree } from "../syntax/tree.ts";
import { contextIn, contextOf, placeOf } from "./address.ts";
import { advertisingOf } from "./advertising.ts";
import { bindTarget, nestedLinkOf, nextLinkOf, pageOf, type Page } from "./page.ts";
import { answerProperty } from "./property.ts";
import { runRead } from "./run-read.ts";

/** Answers the target of a path. */
export function answerTarget(odata: ODataCall, target: Target, tree: QueryTree): Promise<RouteAnswer> {
  const { ending } = target;
  if (ending.kind === "property") return answerProperty(odata, { target, ending, tree });
  if (ending.kind === "count") return answerCount(odata, target, tree);
  const references = ending.kind === "references";
  if (isCollection(lastStep(target))) return answerPage(odata, { target, tree, references });
  return answerEntity(odata, { target, tree, references });
}

interface Asked {
  readonly target: Target;
  readonly tree: QueryTree;
  /** Only the references of the entities are wanted. */
  readonly references: boolean;
}

async function answerPage(odata: ODataCall, { target, tree, references }: Asked): Promise<RouteAnswer> {
  const page = pageOf(odata, target, tree, references ? "references" : "many");
  const { read } = page;
  const result = await runRead(odata, { target, read, tagged: !references });
  const writing = writingOf(odata, page);
  const place = placeOf(target);
  const write = references ? writeReference : writeEntity;
  const nextLink = nextLinkOf(odata, target, page, result);
  const value = await mapInTurns(result.rows, (row) => write(writing, read.shape, row, place));
  await writeLongLists(writing.longLists);
  return {
    status: 200,
    headers: preferenceApplied([page.preferred === undefined ? undefined : `maxpagesize=${page.size}`]),
    body: {
      ...contextIn(odata, () =>
        references
          ? `${rootAddress(odata)}/$metadata#Collection($ref)`
          : contextOf(odata, target, read.shape.selectList),
      ),
      ...(read.query.count ? { "@odata.count": result.count } : {}),
      value,
      ...(nextLink === null ? {} : { "@odata.nextLink": nextLink }),
    },
  };
}

async function answerEntity(odata: ODataCall, { target, tree, references }: Asked): Promise<RouteAnswer> {
  const read = bindTarget(odata, target, tree, references ? "references" : "one");
  const result = await runRead(odata, { target, read, tagged: !references });
  const [row] = result.rows;
  // Nothing at the end of a navigation to one entity.
  if (row === undefined) return { status: 204 };
  const writing = writingOf(odata, { query: odata.call.query, names: [] });
  if (references) {
    const context = contextIn(odata, () => `${rootAddress(odata)}/$metadata#$ref`);
    return { status: 200, body: { ...context, ...writeReference(writing, read.shape, row, placeOf(target)) } };
  }
  const { shape } = read;
  const etag = etagOf(shape.type, row.values, writing.epoch);
  const headers: Record<string, string> = etag === null ? {} : { etag };
  const known = odata.call.headers["if-none-match"];
  // The tag is that of the entity alone: it does not cover expanded, gathered, computed or advertised values.
  const isWhole =
    shape.expand.length === 0 &&
    shape.computed.length === 0 &&
    shape.gathered.length === 0 &&
    advertisingOf(shape, writing.metadata === "full") === null;
  if (isWhole && typeof known === "string" && namesTag(known, etag)) return { status: 304, headers };
  const context = contextIn(odata, () => contextOf(odata, target, read.shape.selectList));
  const entity = writeEntity(writing, shape, row, placeOf(target));
  await writeLongLists(writing.longLists);
  return { status: 200, headers, body: { ...context, ...entity } };
}

async function answerCount(odata: ODataCall, target: Target, tree: QueryTree): Promise<RouteAnswer> {
  const { contentType } = negotiate(odata.call.headers, ["text", "json"], tree.format);
  const read = bindTarget(odata, target, tree, "count");
  const { count } = await runRead(odata, { target, read, shape: "count" });
  const type = contentType.startsWith("text/") ? contentType : "text/plain;charset=utf-8";
  return { status: 200, headers: { "content-type": type }, body: String(count ?? 0) };
}

function writingOf(
  odata: ODataCall,
  first: Pick<Page, "query" | "names">,
): Writing & { readonly longLists: LongList[] } {
  const { service, format } = odata;
  return {
    model: service.model,
    root: rootAddress(odata),
    metadata: format.metadata,
    ieee754: format.ieee754,
    epoch: odata.call.context.store.epoch.current,
    nestedLink: nestedLinkOf(odata, first),
    longLists: [],
  };
}
