import { samlAddresses } from "#domain/saml-addresses.ts";
import type { SamlTrust } from "#platform/saml/saml.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../context.ts";
import { publicAddressOf } from "../../identity/engine/issuer.ts";

/** What an identity provider and we know of each other. */
export function trustOf({ settings }: Pick<ServiceContext, "settings">, provider: Row<"samlProviders">): SamlTrust {
  const { metadata, answer } = samlAddresses(publicAddressOf(settings), provider.id);
  const { entryPoint, issuer, certificates, signatureAlgorithms, clockSkewSeconds } = provider;
  return {
    ...{ entryPoint, issuer, certificates, signatureAlgorithms, clockSkewSeconds },
    entityId: provider.entityId ?? metadata,
    answerAddress: answer,
  };
}
