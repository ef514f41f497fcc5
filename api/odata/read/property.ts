import { ServiceError } from "#domain/errors.ts";

import type { RouteAnswer } from "../../route.ts";
import type { BoundRead } from "../bind/bound-read.ts";
import { refuseMisspelt } from "../bind/read-options.ts";
import { gatheredValues } from "../json/entity.ts";
import { valueOf, writeValue } from "../json/value.ts";
import { isReadByName } from "../model/types.ts";
import { negotiate } from "../negotiate.ts";
import { type Ending, lastStep, policyOf, type PropertyStep, type Target } from "../path/target.ts";
import { type ODataCall, rootAddress } from "../service.ts";
import type { Property, SourceRow } from "../structured-type.ts";
import type { QueryTree } from "../syntax/tree.ts";
import { contextIn, pathOf } from "./address.ts";
import { bindTarget } from "./page.ts";
import { emptyTree, queryTree } from "./query-tree.ts";
import { runRead } from "./run-read.ts";

/** A property that is read at an address of its own. */
export interface AskedProperty {
  readonly target: Target;
  readonly ending: Extract<Ending, { readonly kind: "property" }>;
  readonly tree: QueryTree;
}

/**
 * Answers one property of an entity: as JSON, bare by `/$value`, or how many values it has.
 * @throws QUERY_OPTION_INVALID
 */
export async function answerProperty(odata: ODataCall, { target, ending, tree }: AskedProperty): Promise<RouteAnswer> {
  refuseOptions(tree);
  const isText = ending.form !== "property";
  if (isText) negotiate(odata.call.headers, ["text", "json"], tree.format);
  const [asked] = ending.path;
  const options = asked && isReadByName(asked.property) ? queryTree(`$select=${asked.name}`) : emptyTree;
  const read = onlyProperty(bindTarget(odata, target, options, "one"), asked);
  const furtherPolicies = policiesOf(odata, target, ending);
  const { rows } = await runRead(odata, { target, read, furtherPolicies });
  const [row] = rows;
  if (row === undefined) throw new ServiceError("NOT_FOUND");
  const { property, value } = reach(ending.path, {
    ...row.values,
    ...row.computed,
    ...gatheredValues(read.shape, row),
  });
  if (ending.form === "count") return bare(String(Array.isArray(value) ? value.length : 0));
  if (value === null || value === undefined) return { status: 204 };
  const written = writeValue(property, value, { ...odata.format, model: odata.service.model });
  if (ending.form === "value") return bare(typeof written === "string" ? written : JSON.stringify(written));
  return { status: 200, body: present(odata, { target, ending, tree }, written) };
}

function present(odata: ODataCall, { target, ending }: AskedProperty, written: unknown): Record<string, unknown> {
  const names = ending.path.map(({ name }) => name).join("/");
  const context = contextIn(odata, () => `${rootAddress(odata)}/$metadata#${pathOf(target)}/${names}`);
  const isComplex = typeof written === "object" && written !== null && !Array.isArray(written);
  return isComplex ? { ...context, ...written } : { ...context, value: written };
}

function bare(body: string): RouteAnswer {
  return { status: 200, headers: { "content-type": "text/plain;charset=utf-8" }, body };
}

/**
 * Refuses every query option but those that are taken.
 * @throws QUERY_OPTION_INVALID
 */
export function refuseOptions(tree: QueryTree, taken: readonly string[] = ["format"]): void {
  refuseMisspelt(tree);
  const other = [...tree.given.keys()].find((name) => !taken.includes(name));
  if (other === undefined) return;
  throw new ServiceError("QUERY_OPTION_INVALID", {
    message: `The query option '$${other}' means nothing at this address. Leave it out.`,
    target: `$${other}`,
  });
}

function onlyProperty({ query, shape }: BoundRead, step: PropertyStep | undefined): BoundRead {
  const isAsked = ({ name }: { readonly name: string }) => name === step?.name;
  const attached = shape.attached.filter((name) => name === step?.name);
  return { query, shape: { ...shape, properties: shape.properties.filter(isAsked), attached } };
}

/** Returns the policies of a property. It may have a policy of its own, by the rule of names; that of the entity holds too. */
function policiesOf(
  { call }: ODataCall,
  target: Target,
  { path, form }: AskedProperty["ending"],
): Record<string, readonly string[]> {
  const policy = policyOf(lastStep(target)) ?? "";
  const names = path.map(({ name }) => name.toLowerCase());
  if (form !== "property") names.push(form);
  const base = policy.replace(/_get$/, "");
  const own = names
    .map((_, index) => `${base}_${names.slice(0, index + 1).join("_")}_get`)
    .filter((name) => call.context.policies.has(name));
  return own.length === 0 ? {} : { [policy]: own };
}

function reach(path: readonly PropertyStep[], row: SourceRow): { property: Property; value: unknown } {
  let property: Property = { type: "Edm.PrimitiveType" };
  let value: unknown = row;
  for (const step of path) {
    property = step.property;
    value = value === null || value === undefined ? null : valueOf(step.name, property, value as SourceRow);
  }
  return { property, value };
}
