import type { CallContext } from "../kernel/context.ts";
import { targetSystemOptions } from "./target-system-options.ts";

/** Returns the value of an option of a target system; the initial one if it sets none. */
export async function optionValue(
  { store }: Pick<CallContext, "store">,
  targetSystemId: string,
  name: keyof typeof targetSystemOptions,
): Promise<unknown> {
  const [option] = await store.select("targetSystemOptions", { where: { targetSystemId, name }, limit: 1 });
  return option === undefined ? targetSystemOptions[name].initial : option.value;
}
