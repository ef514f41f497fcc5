import type { ChainStep } from "./auth-chain.ts";
import type { ComponentOption, KnownComponent, KnownParts } from "./component.ts";

/** How the id of a component begins that is a plug-in of this installation; its name follows. */
const pluginPrefix = "plugin:";

/** What every step says of its plug-in, beside what the plug-in itself wants to know. */
export const pluginStepOptions = {
  authenticates: {
    type: "flag",
    title: "Whether its outcome `passed` proves who it is.",
    default: false,
  },
} as const satisfies Readonly<Record<string, ComponentOption>>;

/** The name of the plug-in that is a component; undefined where it is one of the service itself. */
export function pluginNameOf(component: string): string | undefined {
  return component.startsWith(pluginPrefix) ? component.slice(pluginPrefix.length) : undefined;
}

/** Whether a step says of its plug-in that `passed` proves who it is. */
export function pluginAuthenticates({ configuration }: Pick<ChainStep, "configuration">): boolean {
  return Object.hasOwn(configuration, "authenticates") && configuration["authenticates"] === true;
}

/**
 * What is known of the component of a step; undefined where there is none. A plug-in has the outcomes that its step names, and `failed`,
 * which is taken too where it cannot be asked.
 */
export function componentOfStep(step: ChainStep, components: KnownParts["components"]): KnownComponent | undefined {
  if (pluginNameOf(step.component) === undefined) return components.get(step.component);
  const authenticates = pluginAuthenticates(step) ? ["passed"] : [];
  const outcomes = [...new Set(["failed", ...authenticates, ...Object.keys(step.outcomes)])];
  return { outcomes, authenticates, options: pluginStepOptions, takesMore: true };
}
