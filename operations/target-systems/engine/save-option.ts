import { ServiceError } from "#domain/errors.ts";
import type { JsonValue } from "#domain/json.ts";
import { namedGuid, rowName } from "#platform/object-key.ts";
import type { PluginHost } from "#plugins/host/plugin-host.ts";
import type { Row } from "#store/tables.ts";

import { type TargetSystemOption, targetSystemOptions } from "../../abilities/target-system-options.ts";
import type { CallContext } from "../../kernel/context.ts";
import { makeManagedSystem } from "../../managed-accounts/engine/make-managed-system.ts";

const options: Readonly<Record<string, TargetSystemOption>> = targetSystemOptions;

type OptionContext = Pick<CallContext, "store" | "ids" | "plugins">;

/** Target system and name of an option. */
export interface OptionPlace {
  readonly targetSystemId: string;
  readonly name: string;
  /** Field that the caller has set, for the error. */
  readonly target: string;
}

/**
 * Sets an option of a target system; the only place that writes these rows, for every interface.
 * @throws NOT_FOUND, OPTION_VALUE_INVALID, MANAGED_SYSTEM_POLICY_UNKNOWN
 */
export async function saveOption(
  { store, ids, plugins }: OptionContext,
  { targetSystemId, name, target }: OptionPlace,
  value: JsonValue,
): Promise<Row<"targetSystemOptions">> {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) throw new ServiceError("NOT_FOUND", { target: `options('${name}')` });
  const wanted = unfit(option, value, plugins);
  if (wanted !== undefined) {
    throw new ServiceError("OPTION_VALUE_INVALID", { target, message: `${target}: must be ${wanted}.` });
  }
  await requireNamed(store, option, { target, value });
  const [known] = await store.select("targetSystemOptions", { where: { targetSystemId, name }, limit: 1 });
  const key = known?.key ?? namedGuid(rowName("targetSystemOptions", targetSystemId, name));
  if (name === "createPrivilegeManagedSystem" && value === true)
    await makeManagedSystem({ store, ids }, targetSystemId);
  return store.save("targetSystemOptions", { key, targetSystemId, name, type: option.type, value });
}

/**
 * Returns an option of a target system.
 * @throws NOT_FOUND
 */
export async function optionNamed(
  { store }: Pick<CallContext, "store">,
  targetSystemId: string,
  name: string,
): Promise<Row<"targetSystemOptions">> {
  const [known] = await store.select("targetSystemOptions", { where: { targetSystemId, name }, limit: 1 });
  if (known === undefined) throw new ServiceError("NOT_FOUND", { target: `options('${name}')` });
  return known;
}

/** Returns the rule that a value breaks; undefined if it is valid. */
function unfit(option: TargetSystemOption, value: JsonValue, plugins: PluginHost): string | undefined {
  if (option.type === "boolean") return typeof value === "boolean" ? undefined : "true or false";
  if (value === null) return undefined;
  if (typeof value !== "string") return "a text or null";
  if (!option.text.pattern.test(value)) return `${option.text.words}, or null`;
  return option.plugin && !plugins.has(option.plugin, value)
    ? `${option.text.words}, or null; there is no file '${value}', so put it there first`
    : undefined;
}

/** Refuses an option that names a row which does not exist. */
async function requireNamed(
  store: OptionContext["store"],
  option: TargetSystemOption,
  { target, value }: { readonly target: string; readonly value: JsonValue },
): Promise<void> {
  if (option.type === "boolean" || option.names === undefined || typeof value !== "string") return;
  if (await store.get(option.names, value)) return;
  const message = `${target}: must be ${option.text.words}, or null; there is no '${value}' in /v2/${option.names}, so add it first.`;
  throw new ServiceError("OPTION_VALUE_INVALID", { target, message });
}

/**
 * Sets options of a target system besides its own properties.
 * @throws OPTION_VALUE_INVALID
 */
export async function saveOptions(
  context: OptionContext,
  targetSystemId: string,
  values: Iterable<readonly [string, JsonValue]>,
): Promise<void> {
  for (const [name, value] of values) await saveOption(context, { targetSystemId, name, target: name }, value);
}

/** Adds a row with the initial value for each option that a target system has none of. */
export async function saveInitialOptions(context: OptionContext, targetSystemId: string): Promise<void> {
  const rows = await context.store.select("targetSystemOptions", { where: { targetSystemId } });
  const known = new Set(rows.map(({ name }) => name));
  const missing = Object.entries(options).filter(([name]) => !known.has(name));
  await saveOptions(
    context,
    targetSystemId,
    missing.map(([name, { initial }]) => [name, initial]),
  );
}
