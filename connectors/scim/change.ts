import { isDeepStrictEqual } from "node:util";

import { ConnectorError, type Delta } from "#connectors/contract/index.ts";

import { pathOf, type ResourceEndpoint } from "./endpoint.ts";
import { isNoTarget } from "./errors.ts";
import { quoted } from "./find-by-name.ts";
import { idOf, member, type ScimResource } from "./json.ts";
import { requireMembersKnown } from "./members-shown.ts";
import { requireAttribute } from "./model.ts";
import { findResource, requireId, withRequested } from "./objects.ts";
import { type ScimRequest, send } from "./send.ts";
import type { ScimAttribute } from "./service-model.ts";
import { changed, toWire, wireOf, withValues } from "./values.ts";

/** One step of a PATCH (RFC 7644 section 3.5.2). */
export interface PatchStep {
  readonly op: "add" | "replace" | "remove";
  readonly path: string;
  readonly value?: unknown;
}

const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** Result of a change. */
export interface ChangedResource {
  /** Resource as requested. */
  readonly after: ScimResource;
  /** Resource in the service's answer; absent if nothing was sent, or nothing was answered. */
  readonly shown?: ScimResource;
}

/**
 * Applies deltas to a resource that was just read; sends nothing if they change nothing. A value that the service does not show is
 * not taken as absent: the service is asked to remove it.
 * @throws conflict if the object was changed by someone else meanwhile and the service keeps versions
 */
export async function change(
  endpoint: ResourceEndpoint,
  before: ScimResource,
  deltas: readonly Delta[],
): Promise<ChangedResource> {
  const rows = deltas.map((delta) => ({ delta, attribute: requireAttribute(endpoint.kind, delta.attr) }));
  const asked = rows.map(({ attribute }) => attribute);
  let after = await withRequested(endpoint, before, asked);
  const [steps, blindly]: [PatchStep[], PatchStep[]] = [[], []];
  for (const { delta, attribute } of rows) {
    const known = wireOf(after, attribute);
    const values = changed(after, attribute, delta);
    if (attribute.returned === "request" && known.length === 0) blindly.push(...blindSteps(attribute, delta));
    steps.push(...stepsOf(attribute, delta, { before: known, after: values }));
    after = withValues(after, attribute, values);
  }
  const answer = steps.length > 0 ? await apply(endpoint, before, { steps, after }) : {};
  // One request for each, because one without a match would stop the others.
  if (canPatch(endpoint)) for (const step of blindly) await tolerating(isNoTarget, patch(endpoint, before, [step]));
  return { after, ...(idOf(answer) === idOf(before) && { shown: answer }) };
}

/** Awaits a call and ignores a refusal that may mean that nothing was left to do. */
export async function tolerating<T>(harmless: (error: unknown) => boolean, call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (harmless(error)) return undefined;
    throw error;
  }
}

/**
 * Sends a change as PATCH, or as PUT of the whole object if the service has no PATCH; returns the service's answer.
 * @throws notSupported if a PUT would overwrite data that the service does not show
 */
export async function apply(
  endpoint: ResourceEndpoint,
  before: ScimResource,
  { steps, after }: { readonly steps: readonly PatchStep[]; readonly after: ScimResource },
): Promise<ScimResource> {
  if (canPatch(endpoint)) {
    try {
      return await patch(endpoint, before, steps);
    } catch (error) {
      // PATCH is announced but not implemented.
      if (!(error instanceof ConnectorError && /^(405|501)\b/.test(error.targetCode ?? ""))) throw error;
      endpoint.session.state.unpatched.add(endpoint.kind.type);
    }
  }
  if (endpoint.kind.type === "group") await requireMembersKnown(endpoint, before);
  const whole = await withRequested(endpoint, after, unaskedOf(endpoint, steps));
  return guarded(endpoint, before, { method: "PUT", body: whole });
}

/** Returns true if the service accepts changes to parts of an object. */
export function canPatch({ model, session, kind }: ResourceEndpoint): boolean {
  return model.patch && !session.state.unpatched.has(kind.type);
}

// Attributes returned only on request would be lost with a PUT.
function unaskedOf({ kind }: ResourceEndpoint, steps: readonly PatchStep[]): readonly ScimAttribute[] {
  return kind.attributes.filter(({ name }) => !steps.some(({ path }) => path === name || path.startsWith(`${name}[`)));
}

function patch(endpoint: ResourceEndpoint, before: ScimResource, steps: readonly PatchStep[]): Promise<ScimResource> {
  return guarded(endpoint, before, { method: "PATCH", body: { schemas: [patchSchema], Operations: steps } });
}

/**
 * Sends a change on condition that the object still has its version. Weak versions never match by HTTP (RFC 9110 section 13.1.1),
 * but SCIM uses them in its examples (RFC 7644 section 3.14): if one is refused, the contents are compared.
 */
async function guarded(
  endpoint: ResourceEndpoint,
  before: ScimResource,
  request: Pick<ScimRequest, "method" | "body">,
): Promise<ScimResource> {
  const { session, kind, signal } = endpoint;
  const path = pathOf(kind, requireId(endpoint, before));
  const version = session.state.versions === false ? undefined : versionOf(before);
  try {
    return await send(session, { ...request, path, version }, signal);
  } catch (error) {
    const refused = error instanceof ConnectorError && /^412\b/.test(error.targetCode ?? "");
    if (version === undefined || !refused) throw error;
    const id = requireId(endpoint, before);
    const now = await findResource(endpoint, { id, name: id });
    if (now === undefined || !isDeepStrictEqual(contentOf(now), contentOf(before))) throw error;
    if (versionOf(now) === version) session.state.versions = false;
    return send(session, { ...request, path }, signal);
  }
}

function contentOf({ meta: _meta, ...content }: ScimResource): ScimResource {
  return content;
}

interface Values {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

// Values of a list are added and removed one by one, so that concurrent additions by others stay.
function stepsOf(attribute: ScimAttribute, delta: Delta, { before, after }: Values): PatchStep[] {
  const path = attribute.name;
  const gone = before.filter((value) => !after.includes(value));
  const fresh = after.filter((value) => !before.includes(value));
  if (gone.length === 0 && fresh.length === 0) return [];
  if (after.length === 0) return [{ op: "remove", path }];
  if (delta.add && attribute.multi) return [{ op: "add", path, value: fresh }];
  if (delta.remove && attribute.boxed) return gone.map((value) => removal(attribute, member(value, "value") ?? value));
  return [{ op: "replace", path, value: attribute.multi ? after : after[0] }];
}

// Steps for values that are not shown even on request.
function blindSteps(attribute: ScimAttribute, delta: Delta): PatchStep[] {
  if (delta.replace?.length === 0) return [{ op: "remove", path: attribute.name }];
  const values = attribute.boxed ? (delta.remove ?? []) : [];
  return values.map((value) => removal(attribute, toWire(attribute, value)));
}

function removal({ name }: ScimAttribute, value: unknown): PatchStep {
  return { op: "remove", path: `${name}[value eq ${typeof value === "string" ? quoted(value) : String(value)}]` };
}

function versionOf(resource: ScimResource): string | undefined {
  const version = member(member(resource, "meta"), "version");
  return typeof version === "string" && version !== "" ? version : undefined;
}
