import { publicAddressOf } from "../../kernel/issuer.ts";

/** The service as users' browsers and devices know it. */
export interface RelyingParty {
  /** Host name, to which passkeys are bound. */
  readonly id: string;
  /** Origin of its pages. */
  readonly origin: string;
}

/** Returns the relying party of the service's public address. */
export function relyingPartyOf(settings: Parameters<typeof publicAddressOf>[0]): RelyingParty {
  const { hostname, origin } = new URL(publicAddressOf(settings));
  return { id: hostname, origin };
}
