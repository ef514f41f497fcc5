import type { Delta } from "#connectors/contract/index.ts";

import { requireAttribute } from "./model.ts";
import { pathOf, type ResourceEndpoint, quoted } from "./objects.ts";
import type { ScimAttribute } from "./service-model.ts";
import { type ScimResource, send } from "./session.ts";
import { changed, wireOf, withValues } from "./values.ts";

/** One step of a PATCH (RFC 7644 section 3.5.2). */
export interface PatchStep {
  readonly op: "add" | "replace" | "remove";
  readonly path: string;
  readonly value?: unknown;
}

const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/**
 * Applies deltas to the resource that was read a moment ago and gives what it is then; sends nothing when that is the same.
 * @throws conflict when somebody else changed it meanwhile and the service keeps versions
 */
export async function change(
  endpoint: ResourceEndpoint,
  before: ScimResource,
  deltas: readonly Delta[],
): Promise<ScimResource> {
  const steps: PatchStep[] = [];
  let after = before;
  for (const delta of deltas) {
    const attribute = requireAttribute(endpoint.kind, delta.attr);
    const values = changed(after, attribute, delta);
    steps.push(...stepsOf(attribute, delta, { before: wireOf(after, attribute), after: values }));
    after = withValues(after, attribute, values);
  }
  if (steps.length > 0) await apply(endpoint, before, { steps, after });
  return after;
}

/** Sends a change as PATCH, or as PUT of the whole object where the service has no PATCH. */
export async function apply(
  { session, model, kind, signal }: ResourceEndpoint,
  before: ScimResource,
  { steps, after }: { readonly steps: readonly PatchStep[]; readonly after: ScimResource },
): Promise<void> {
  const path = pathOf(kind, String(before["id"]));
  const version = versionOf(before);
  if (model.patch) {
    const body = { schemas: [patchSchema], Operations: steps };
    await send(session, { method: "PATCH", path, body, version }, signal);
  } else {
    await send(session, { method: "PUT", path, body: after, version }, signal);
  }
}

interface Values {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

// Values of a list are added and taken one by one, so that what others add at the same time stays.
function stepsOf(attribute: ScimAttribute, delta: Delta, { before, after }: Values): PatchStep[] {
  const path = attribute.name;
  const gone = before.filter((value) => !after.includes(value));
  const fresh = after.filter((value) => !before.includes(value));
  if (gone.length === 0 && fresh.length === 0) return [];
  if (after.length === 0) return [{ op: "remove", path }];
  if (delta.add && attribute.multi) return [{ op: "add", path, value: fresh }];
  if (delta.remove && attribute.boxed) {
    const values = gone.map((value) => (value as { value: unknown }).value);
    return values.map((value) => ({
      op: "remove",
      path: `${path}[value eq ${typeof value === "string" ? quoted(value) : String(value)}]`,
    }));
  }
  return [{ op: "replace", path, value: attribute.multi ? after : after[0] }];
}

function versionOf({ meta }: ScimResource): string | undefined {
  const version = (meta as { version?: unknown } | undefined)?.version;
  return typeof version === "string" && version !== "" ? version : undefined;
}
