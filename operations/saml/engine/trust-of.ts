import { samlAddresses } from "#domain/saml-addresses.ts";
import { samlSignatureNames } from "#domain/saml-signatures.ts";
import type { SamlTrust } from "#platform/saml/saml.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { publicAddressOf } from "../../kernel/issuer.ts";

/** Returns the mutual configuration of an identity provider and this service. */
export function trustOf({ settings }: Pick<ServiceContext, "settings">, provider: Row<"samlProviders">): SamlTrust {
  const { metadata, answer } = samlAddresses(publicAddressOf(settings), provider.id);
  const { entryPoint, issuer, certificates, clockSkewSeconds } = provider;
  return {
    entryPoint,
    issuer,
    certificates,
    clockSkewSeconds,
    signatureAlgorithms: provider.signatureAlgorithms ?? samlSignatureNames,
    entityId: provider.entityId ?? metadata,
    answerAddress: answer,
  };
}
