import type { PluginKind } from "#plugins/contract/index.ts";
import { pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { faultsOf } from "#plugins/host/schemas.ts";
import { type ServiceName, serviceTable } from "#plugins/host/service-table.ts";

import type { KitCase } from "./bench.ts";

/** A case as its author writes it. */
export interface WrittenCase {
  readonly about?: string;
  readonly request?: unknown;
  readonly services?: Readonly<Record<string, unknown>> | null | undefined;
  readonly patch?: unknown;
}

/**
 * Reads and validates the cases of an author.
 * @throws Error that names the case, the field and its rule
 */
export function readCases(kind: PluginKind, written: unknown): KitCase[] {
  if (!Array.isArray(written)) throw new Error('Cases are a list of {"about", "request", "services", "patch"}.');
  return written.map((one: WrittenCase, index) => readCase(kind, { about: `case ${index + 1}`, ...one }));
}

/**
 * Reads and validates one case.
 * @throws Error that names the case, the field and its rule
 */
export function readCase(kind: PluginKind, { about = "", request, patch, ...more }: WrittenCase): KitCase {
  const services = more.services ?? {};
  const fault = faultsOf(pluginKinds[kind].request, request) ?? servicesFault(kind, services);
  if (fault !== undefined) throw new Error(`${about} does not fit (${fault}).`);
  const asked = pluginKinds[kind].request.parse(request);
  return { about, request: asked, services, ...(patch !== undefined && { patch }) };
}

function servicesFault(kind: PluginKind, services: Readonly<Record<string, unknown>>): string | undefined {
  const allowed: readonly string[] = pluginKinds[kind].services;
  for (const [name, given] of Object.entries(services)) {
    if (!allowed.includes(name)) return `services: the kind ${kind} has ${allowed.join(", ")}, and no ${name}`;
    const fault = faultsOf(serviceTable[name as ServiceName].given, given);
    if (fault !== undefined) return `services.${name}: ${fault}`;
  }
  return undefined;
}
