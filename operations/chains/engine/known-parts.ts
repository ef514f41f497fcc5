import type { ChainStep } from "#domain/chains/auth-chain.ts";
import { builtInComponents } from "#domain/chains/chain-components.ts";
import { optionOf } from "#domain/chains/check-configuration.ts";
import { pluginNameOf } from "#domain/chains/component-of-step.ts";
import type { ChainFault, KnownParts } from "#domain/chains/component.ts";
import { builtInParts } from "#domain/chains/parts.ts";
import { isExternalSet, questionSetsOf } from "#domain/chains/question-sets.ts";
import type { PluginHost } from "#plugins/host/plugin-host.ts";

import { captchaOf, type CaptchaSettings } from "./captcha.ts";

/** Parts of this installation that steps may name, besides the built-in ones. */
interface Installation {
  readonly plugins: Pick<PluginHost, "has">;
  /** Settings; without them the CAPTCHA configuration is not checked. */
  readonly settings?: CaptchaSettings;
}

/**
 * Returns the parts against which a chain is checked before it is saved: the components, and the plug-ins and settings of this
 * installation. A stored chain is checked without the latter: a missing plug-in makes its step fail, and activates no earlier version.
 */
export function knownParts(installation: Installation): KnownParts {
  return { ...builtInParts, unready: (step) => unready(step, installation) };
}

function unready(step: ChainStep, { plugins, settings }: Installation): readonly ChainFault[] {
  const { component } = step;
  const plugin = pluginNameOf(component);
  if (plugin !== undefined && !plugins.has("chainComponent", plugin)) return [missingPlugin("component", plugin)];
  if (component === "questions") return setFaults(step, plugins);
  if (component !== "captcha" || settings === undefined || captchaOf(settings) !== undefined) return [];
  const message =
    "The CAPTCHA is not set up. Set CAPTCHA_VERIFY_ADDRESS, CAPTCHA_SCRIPT_ADDRESS, CAPTCHA_SITE_KEY, CAPTCHA_SECRET, and PUBLIC_ADDRESS or CAPTCHA_HOSTNAME first.";
  return [{ place: "component", message }];
}

function setFaults({ configuration }: ChainStep, plugins: Installation["plugins"]): readonly ChainFault[] {
  const place = "configuration.sets";
  const sets = questionSetsOf(String(optionOf(configuration, builtInComponents.questions.options, "sets")));
  if (sets.length === 0) return [{ place, message: "It names no set. Name user, predefined, or a plug-in." }];
  const missing = sets.filter((set) => isExternalSet(set) && !plugins.has("questionSet", set));
  return missing.map((set) => missingPlugin(place, set));
}

function missingPlugin(place: string, name: string): ChainFault {
  return { place, message: `There is no plug-in '${name}' in PLUGIN_FOLDER. Put it there first.` };
}
