import { behindChain } from "#domain/chains/auth-chain.ts";
import type { BuiltInComponentId } from "#domain/chains/chain-components.ts";
import { pluginNameOf } from "#domain/chains/component-of-step.ts";
import { ServiceError } from "#domain/errors.ts";

import type { Attempt } from "./attempt.ts";
import type { SignInComponent } from "./component.ts";
import { captcha } from "./components/captcha.ts";
import { oneTimeCode } from "./components/one-time-code.ts";
import { passkey } from "./components/passkey.ts";
import { password } from "./components/password.ts";
import { plugin } from "./components/plugin.ts";
import { questions } from "./components/questions.ts";
import { saml } from "./components/saml.ts";
import { selectChain } from "./components/select-chain.ts";
import { userName } from "./components/user-name.ts";
import { closingOf } from "./sign-in-purposes.ts";

/** Built-in components by ID. */
const components: Readonly<Record<BuiltInComponentId, SignInComponent>> = {
  userName,
  password,
  questions,
  captcha,
  saml,
  selectChain,
  oneTimeCode,
  passkey,
};

/**
 * Returns the component of the current step; behind the chain, the closing step of the aim.
 * @throws CHAIN_INVALID if there is none with that name
 */
export function componentOf({ chain, row: { step, aim } }: Attempt): SignInComponent {
  const closing = step === behindChain ? closingOf(aim) : undefined;
  if (closing !== undefined) return closing;
  const id = chain.steps[step]?.component ?? "";
  if (pluginNameOf(id) !== undefined) return plugin;
  if (Object.hasOwn(components, id)) return components[id as BuiltInComponentId];
  throw new ServiceError("CHAIN_INVALID", { detail: `there is no component '${id}'` });
}
