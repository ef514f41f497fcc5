import type { ChainStep } from "./auth-chain.ts";
import type { ComponentOption, KnownComponent, KnownParts } from "./component.ts";

/** Prefix in the ID of a component that is a plug-in of this installation; its name follows. */
const pluginPrefix = "plugin:";

/** Options of every step with a plug-in, besides the plug-in's own. */
export const pluginStepOptions = {
  authenticates: {
    type: "flag",
    title: "Whether its outcome `passed` proves who it is.",
    default: false,
  },
} as const satisfies Readonly<Record<string, ComponentOption>>;

/** Returns the name of the plug-in that is a component; undefined for a component of the service itself. */
export function pluginNameOf(component: string): string | undefined {
  return component.startsWith(pluginPrefix) ? component.slice(pluginPrefix.length) : undefined;
}

/** Returns true if a step says that the outcome `passed` of its plug-in authenticates the user. */
export function pluginAuthenticates({ configuration }: Pick<ChainStep, "configuration">): boolean {
  return Object.hasOwn(configuration, "authenticates") && configuration["authenticates"] === true;
}

/**
 * Returns the definition of the component of a step; undefined if there is none. A plug-in has the outcomes that its step names, and
 * `failed`, which also applies if it cannot be asked.
 */
export function componentOfStep(step: ChainStep, components: KnownParts["components"]): KnownComponent | undefined {
  if (pluginNameOf(step.component) === undefined) return components.get(step.component);
  const authenticates = pluginAuthenticates(step) ? ["passed"] : [];
  const outcomes = [...new Set(["failed", ...authenticates, ...Object.keys(step.outcomes)])];
  return { outcomes, authenticates, options: pluginStepOptions, takesMore: true };
}
