import type { BuiltInComponentId } from "#domain/chains/chain-components.ts";
import { ServiceError } from "#domain/errors.ts";

import type { Attempt } from "./attempt.ts";
import type { SignInComponent } from "./component.ts";
import { password } from "./components/password.ts";
import { saml } from "./components/saml.ts";
import { selectChain } from "./components/select-chain.ts";
import { userName } from "./components/user-name.ts";

/** What each component of the service does. */
const components: Readonly<Record<BuiltInComponentId, SignInComponent>> = {
  userName,
  password,
  saml,
  selectChain,
};

/**
 * The component of the step at which a sign-in is.
 * @throws CHAIN_INVALID where there is none of the name
 */
export function componentOf({ chain, row: { step } }: Attempt): SignInComponent {
  const id = chain.steps[step]?.component ?? "";
  if (Object.hasOwn(components, id)) return components[id as BuiltInComponentId];
  throw new ServiceError("CHAIN_INVALID", { detail: `there is no component '${id}'` });
}
